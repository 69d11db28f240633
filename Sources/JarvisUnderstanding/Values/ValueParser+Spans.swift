// SPDX-License-Identifier: GPL-3.0-or-later
// Parses offsets and periods: "half an hour before noon", "in an hour and ten", "from nine to five", "the next three
// days".

import JarvisCore

extension ValueParser {
    // MARK: Before and after

    /// Durations before or after something, longest first.
    func offsets(at place: Int) -> [Found<SpokenOffset>] {
        var found: [Found<SpokenOffset>] = []
        let start = skipHedges(at: place)
        if let into = terminal(.in, at: start) ?? terminal(.inTime, at: start) {
            for length in durations(at: skipHedges(at: into.end)) {
                let end = skip(.later, .fromNow, at: length.end)
                found.append(Found(end: end, value: .init(length: length.value, isBefore: false, anchor: .now)))
            }
        }
        for length in durations(at: start) {
            let part = ValueSpan(range: start..<length.end, value: .duration(length.value))
            if let word = terminal(.ago, at: length.end) {
                found.append(Found(end: word.end, value: .init(length: length.value, isBefore: true, anchor: .now)))
            }
            if let word = terminal(.fromNow, at: length.end) ?? terminal(.later, at: length.end) {
                found.append(Found(end: word.end, value: .init(length: length.value, isBefore: false, anchor: .now)))
            }
            for (role, isBefore) in [(ValueRole.before, true), (.from, false), (.following, false)] {
                guard let word = terminal(role, at: length.end) else { continue }
                for moment in moments(at: word.end) {
                    let parts = [part, ValueSpan(range: word.end..<moment.end, value: .moment(moment.value))]
                    found.append(
                        Found(
                            end: moment.end,
                            value: .init(length: length.value, isBefore: isBefore, anchor: .moment(moment.value)),
                            parts: parts))
                }
                for name in knownNames(at: skip(.definite, at: word.end)) {
                    found.append(
                        Found(
                            end: name.end,
                            value: .init(length: length.value, isBefore: isBefore, anchor: .name(name.value)),
                            parts: [part]))
                }
            }
        }
        return longestFirst(found)
    }

    /// The moment an offset leads to without a clock: "half an hour before noon" is 11:30 on any day. Nil if it takes a
    /// clock.
    func moment(of offset: SpokenOffset) -> SpokenMoment? {
        guard case .moment(var moment) = offset.anchor else { return nil }
        let sign = offset.isBefore ? -1 : 1
        if let time = moment.time {
            guard offset.length.months == 0, offset.length.days == 0, offset.length.seconds < 86_400,
                offset.length.seconds.remainder(dividingBy: 60) == 0
            else { return nil }
            let minutes = sign * Int(offset.length.seconds) / 60
            let total = time.hour * 60 + time.minute + minutes
            moment.time = time.adding(minutes: minutes)
            if !time.isAmbiguous, !(0..<1440).contains(total) {
                // Across midnight, shift the day if one was said.
                moment.day = moment.day.map { .shifted($0, months: 0, days: total < 0 ? -1 : 1) }
            }
            return moment
        }
        guard let day = moment.day, offset.length.seconds == 0 else { return nil }
        moment.day = Self.shift(day, by: offset.length, sign)
        return moment
    }

    // MARK: Periods

    /// Periods that begin at a place, longest first.
    func periods(at place: Int) -> [Found<SpokenPeriod>] {
        var found = bounded(at: place) + named(at: place) + lengths(at: place)
        if found.isEmpty, let into = terminal(.in, at: place) ?? terminal(.on, at: place) ?? terminal(.for, at: place) {
            found = named(at: into.end)
        }
        return longestFirst(found)
    }

    /// "from nine to five", "between Monday and Friday", "until June", "since yesterday", "9 am to 5 pm"
    private func bounded(at place: Int) -> [Found<SpokenPeriod>] {
        var found: [Found<SpokenPeriod>] = []
        // "From 10 to 12 tomorrow" ends at noon: it has no open end after "10 to 12".
        var open: [Found<SpokenPeriod>] = []
        if let word = terminal(.between, at: place) {
            for first in bounds(at: word.end) {
                guard let and = terminal(.and, at: first.end) else { continue }
                for second in bounds(at: and.end) { found.append(period(first, second)) }
            }
        }
        if let word = terminal(.starting, at: place) ?? terminal(.from, at: place) {
            for first in bounds(at: word.end) {
                for role in [ValueRole.range, .until] {
                    guard let to = terminal(role, at: first.end) else { continue }
                    for second in bounds(at: to.end) { found.append(period(first, second)) }
                }
                if has(.since, at: place) || first.value.day != nil {
                    open.append(Found(end: first.end, value: .between(first.value, nil)))
                }
            }
        }
        found += open
        if let word = terminal(.until, at: place) {
            for end in bounds(at: word.end) { found.append(Found(end: end.end, value: .between(nil, end.value))) }
        }
        if terminal(.from, at: place) == nil {
            for first in bounds(at: place) {
                guard let to = terminal(.range, at: first.end) else { continue }
                for second in bounds(at: to.end) where mayBeRange(first, second) {
                    if !times(at: place).contains(where: { $0.end == second.end }) {
                        found.append(period(first, second))
                    }
                }
            }
        }
        return found
    }

    /// "Ten to twelve" is a time; "9 am to 12" and "Monday to Friday" are periods.
    private func mayBeRange(_ first: Found<SpokenMoment>, _ second: Found<SpokenMoment>) -> Bool {
        if let time = first.value.time {
            guard second.value.time != nil else { return false }
            return !time.isAmbiguous || second.value.time?.isAmbiguous == false
        }
        return first.value.day != nil && second.value.day != nil
    }

    private func period(_ first: Found<SpokenMoment>, _ second: Found<SpokenMoment>) -> Found<SpokenPeriod> {
        var (from, to) = (first.value, second.value)
        // "Tomorrow from nine to five", "from 9 to 5 tomorrow": one day for both.
        if from.day == nil, let day = to.day, from.time != nil { from.day = day }
        if to.day == nil, let day = from.day, to.time != nil { to.day = day }
        // "From nine to five pm": pick the half of the day that puts the start before the end.
        if let early = from.time, early.isAmbiguous, let late = to.time, !late.isAmbiguous {
            from.time = early.candidates.last { $0.hour * 60 + $0.minute < late.hour * 60 + late.minute } ?? early
            if late.hour >= 12, early.hour >= 7, early.hour < 12, early.hour > late.hour - 12 {
                from.time = early.candidates[0]
            }
        }
        return Found(end: second.end, value: .between(from, to), parts: first.parts + second.parts)
    }

    /// The moments and months a period can begin or end with.
    private func bounds(at place: Int) -> [Found<SpokenMoment>] {
        var found = moments(at: place)
        if let month = namedMonth(at: place), !found.contains(where: { $0.end >= month.end }) {
            let day = DayReference.ofNamedMonth(.date(1), month: month.month, year: month.year)
            found.append(Found(end: month.end, value: SpokenMoment(day: day)))
        }
        if let year = year(at: place), figures(at: place) != nil, has(.starting, at: place - 1 < 0 ? 0 : place - 1) {
            let day = DayReference.exact(CivilDate(year: year.value, month: 1, day: 1))
            found.insert(Found(end: year.end, value: SpokenMoment(day: day)), at: 0)
        }
        if let week = relativeWeek(at: place) {
            found.append(Found(end: week.end, value: SpokenMoment(day: .weekdayOfWeek(1, weeks: week.value))))
        }
        if let month = relativeMonth(at: place) {
            found.append(Found(end: month.end, value: SpokenMoment(day: .ofMonth(.date(1), months: month.value))))
        }
        return longestFirst(found)
    }

    /// "next week", "in December", "this month", "the weekend after next", "next year"
    private func named(at place: Int) -> [Found<SpokenPeriod>] {
        var found: [Found<SpokenPeriod>] = []
        if let week = relativeWeek(at: place) { found.append(Found(end: week.end, value: .week(week.value))) }
        if let month = relativeMonth(at: place),
            has(.monthWord, at: month.end - 1) || has(.afterNext, at: month.end - 2)
        {
            found.append(Found(end: month.end, value: .month(month.value)))
        }
        if place > 0 || words.count > 0, let month = namedMonth(at: place),
            month.year != nil || has(.in, at: max(0, place - 1)) || has(.next, at: max(0, place - 1))
                || has(.this, at: max(0, place - 1))
        {
            found.append(Found(end: month.end, value: .namedMonth(month.month, year: month.year)))
        }
        if let word = terminal(.next, at: place) ?? terminal(.this, at: place), let month = namedMonth(at: word.end) {
            found.append(Found(end: month.end, value: .namedMonth(month.month, year: month.year)))
        }
        let definite = skip(.definite, at: skip(.at, at: place))
        for (role, number) in [(ValueRole.next, 1), (.this, 0), (.last, -1)] {
            if let end = sequence(role, .weekendWord, at: definite) {
                found.append(Found(end: end, value: .weekend(number)))
            }
            if let end = sequence(role, .yearWord, at: definite) { found.append(Found(end: end, value: .year(number))) }
        }
        if definite > place, let word = terminal(.weekendWord, at: definite) {
            found.append(Found(end: word.end, value: .weekend(0)))
        }
        if let end = sequence(.definite, .weekendWord, .afterNext, at: place) {
            found.append(Found(end: end, value: .weekend(2)))
        }
        if let into = place > 0 ? terminal(.in, at: place - 1) : nil, into.end == place, let year = year(at: place),
            figures(at: place) != nil || year.value >= 1900
        {
            found.append(Found(end: year.end, value: .exactYear(year.value)))
        }
        return found
    }

    /// "the next three days", "the last two weeks", "three days from Friday", "for two weeks from Monday"
    private func lengths(at place: Int) -> [Found<SpokenPeriod>] {
        let definite = skip(.definite, at: skip(.for, .in, at: place))
        for (role, isPast) in [(ValueRole.next, false), (.last, true)] {
            guard let word = terminal(role, at: definite), let length = durations(at: word.end).first else { continue }
            return [Found(end: length.end, value: isPast ? .past(length.value) : .coming(length.value))]
        }
        guard let word = terminal(.for, at: place), let length = durations(at: word.end).first,
            let from = terminal(.starting, at: length.end), let moment = moments(at: from.end).first
        else { return [] }
        return [Found(end: moment.end, value: .running(length.value, from: moment.value))]
    }
}
