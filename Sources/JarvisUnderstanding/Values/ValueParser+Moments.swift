// SPDX-License-Identifier: GPL-3.0-or-later
// Parses moments: a day and a time of day in either order, with a part of the day and a time zone. Also finds
// impossible ones.

import JarvisCore

extension ValueParser {
    /// The moments that begin at a place, longest first; at equal length, the most detailed.
    func moments(at place: Int) -> [Found<SpokenMoment>] {
        guard place < words.count else { return [] }
        if let kept = momentsKept[place] { return kept }
        var found: [Found<SpokenMoment>] = []
        for head in headParts(at: place) {
            found.append(head)
            for second in continuations(of: head, from: place) {
                found.append(second)
                found += continuations(of: second, from: place)
            }
        }
        found += found.compactMap(inZone)
        found = longestFirst(found.sorted { Self.weight($0.value) > Self.weight($1.value) })
        momentsKept[place] = found
        return found
    }

    private static func weight(_ moment: SpokenMoment) -> Int {
        (moment.day == nil ? 0 : 2) + (moment.time == nil ? 0 : 2) + (moment.part == nil ? 0 : 1)
    }

    /// The parts a moment can begin with.
    private func headParts(at place: Int) -> [Found<SpokenMoment>] {
        var found: [Found<SpokenMoment>] = []
        for day in days(at: skip(.by, .for, at: skipHedges(at: place))) {
            found.append(Found(end: day.end, value: SpokenMoment(day: day.value), parts: [span(place, day)]))
        }
        found += timeParts(at: place) + partOfDay(at: place)
        return found
    }

    private func timeParts(at place: Int) -> [Found<SpokenMoment>] {
        var start = skipHedges(at: place)
        start = skip(.at, .by, .for, at: start)
        start = skipHedges(at: start)
        return times(at: start).map { time in
            let moment = SpokenMoment(time: time.value)
            return Found(
                end: time.end, value: moment,
                parts: [ValueSpan(range: start..<time.end, value: .moment(moment))])
        }
    }

    private func span(_ place: Int, _ day: Found<DayReference>) -> ValueSpan {
        ValueSpan(range: place..<day.end, value: .moment(SpokenMoment(day: day.value)))
    }

    /// "in the evening", "this morning", "last night", "first thing"
    private func partOfDay(at place: Int) -> [Found<SpokenMoment>] {
        var found: [Found<SpokenMoment>] = []
        if let word = terminal(.dayPart, at: place), let part = PartOfDay(rawValue: word.text) {
            let moment = SpokenMoment(day: .offset(Int(word.number)), part: part)
            found.append(Found(end: word.end, value: moment))
        }
        if let word = terminal(.part, at: place), let part = PartOfDay(rawValue: word.text) {
            found.append(Found(end: word.end, value: SpokenMoment(part: part)))
        }
        return found
    }

    /// Adds one part to a moment: a time after a day, a day after a time, or a part of the day after either.
    private func continuations(of head: Found<SpokenMoment>, from place: Int) -> [Found<SpokenMoment>] {
        var found: [Found<SpokenMoment>] = []
        let moment = head.value
        if moment.time == nil {
            for time in timeParts(at: head.end) {
                guard isTimeBehindDay(head, time, from: place) else { continue }
                var whole = moment
                whole.time = time.value.time.map { moment.part.map($0.inPart) ?? $0 }
                found.append(Found(end: time.end, value: whole, parts: head.parts + time.parts))
            }
        }
        if moment.day == nil {
            for day in days(at: skip(.for, .of, at: head.end)) {
                var whole = moment
                whole.day = day.value
                found.append(Found(end: day.end, value: whole, parts: head.parts + [span(head.end, day)]))
            }
            for part in partOfDay(at: head.end) where part.value.day != nil {
                var whole = moment
                (whole.day, whole.part) = (part.value.day, part.value.part)
                if let name = part.value.part { whole.time = moment.time?.inPart(name) }
                found.append(Found(end: part.end, value: whole, parts: head.parts))
            }
        }
        if moment.part == nil {
            let bare = moment.day != nil ? terminal(.barePart, at: head.end) : nil
            let named = terminal(.part, at: head.end)
            if let word = [bare, named].compactMap(\.self).max(by: { $0.end < $1.end }),
                let part = PartOfDay(rawValue: word.text)
            {
                var whole = moment
                whole.part = part
                whole.time = moment.time?.inPart(part)
                found.append(Found(end: word.end, value: whole, parts: head.parts))
            }
        }
        return found
    }

    /// False for the 30 in "May 5 30" and the year in "January 1 2019"; true for the times in "May 5 at 7" and "May 5
    /// 7:30".
    private func isTimeBehindDay(
        _ day: Found<SpokenMoment>, _ time: Found<SpokenMoment>, from place: Int
    ) -> Bool {
        if let part = time.parts.first, part.range.lowerBound > day.end { return true }
        if !mayBeTime(day.end), let year = year(at: day.end), year.end == time.end,
            figures(at: day.end) != nil || year.value >= 1960,
            days(at: skip(.by, .for, at: skipHedges(at: place))).contains(where: { $0.end == time.end })
        {
            return false
        }
        guard let figures = figures(at: day.end) else { return true }
        return figures.separator == ":" || time.end > day.end + 1 || self.figures(at: day.end - 1) == nil
    }

    /// "9 am New York time", "noon in Oslo", "17:00 utc plus 2" (without the "plus 2")
    private func inZone(_ moment: Found<SpokenMoment>) -> Found<SpokenMoment>? {
        guard moment.value.time != nil, let zone = zone(at: moment.end) else { return nil }
        var whole = moment.value
        whole.zone = zone.value
        return Found(end: zone.end, value: whole, parts: moment.parts)
    }

    /// A zone by its name, a place after "in", or a place before "time".
    func zone(at place: Int) -> Found<String>? {
        if let word = terminal(.zone, at: place) { return Found(end: word.end, value: word.text) }
        if let into = terminal(.in, at: place), let found = self.place(at: into.end) {
            return Found(end: skip(.timeWord, at: found.end), value: found.value)
        }
        if let found = self.place(at: place), let time = terminal(.timeWord, at: found.end) {
            return Found(end: time.end, value: found.value)
        }
        return nil
    }

    // MARK: What cannot be

    /// "25 o'clock", "at 13:75", "13 am", "February 30", "the 32nd"
    func impossible(at place: Int) -> [Found<ImpossibleReason>] {
        guard place < words.count else { return [] }
        if let kept = impossibleKept[place] { return kept }
        var found: [Found<ImpossibleReason>] = []
        if let number = cardinal(at: place), number.value == number.value.rounded(),
            figures(at: place)?.separator == nil
        {
            if number.value > 24, let word = terminal(.oClock, at: number.end) {
                found.append(Found(end: word.end, value: .time))
            }
            // "Thirty pm" is impossible; "six thirty pm" is a time.
            let isMinute = place > 0 && (cardinal(at: place - 1) != nil || has(.zero, at: place - 1))
            let halves =
                number.value < 25 ? [terminal(.am, at: number.end)] : [.am, .pm].map { terminal($0, at: number.end) }
            if (13..<100).contains(number.value), !isMinute, let half = halves.compactMap(\.self).first,
                half.end > number.end, words[number.end].utf8.count == 2
            {
                found.append(Found(end: half.end, value: .time))
            }
        }
        if let figures = figures(at: place), figures.separator == ":", figures.fields.count == 2,
            (1...2).contains(figures.widths[0]), figures.widths[1] == 2, isTimeExpected(at: place),
            figures.fields[0] > 24 || figures.fields[1] > 59
        {
            found.append(Found(end: place + 1, value: .time))
        }
        // The longest date counts: "february 29 2027" is impossible, although "february 29" exists.
        let dates = readMonthDay(at: place)
        let longest = dates.map(\.end).max() ?? place
        if !dates.contains(where: { $0.end == longest && $0.value != nil }), longest > place,
            !isWithinWords(place, longest)
        {
            found.append(Found(end: longest, value: .date))
        }
        impossibleKept[place] = found
        return found
    }

    /// "May 45 people" is not an attempt at a date.
    private func isWithinWords(_ start: Int, _ end: Int) -> Bool {
        guard let month = terminal(.month, at: start), ordinal(at: month.end) == nil else { return false }
        return end < words.count && !hasAny(.at, .on, .for, .to, .in, .and, .until, at: end)
    }

    /// "Psalm 51:10" is not a time, but "at 51:10" was meant as one.
    private func isTimeExpected(at place: Int) -> Bool {
        place == 0
            || hasAny(
                .at, .for, .by, .from, .until, .before, .past, .hedge, .between, .and, .day, .weekday, at: place - 1)
    }
}
