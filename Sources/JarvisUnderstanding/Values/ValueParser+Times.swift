// SPDX-License-Identifier: GPL-3.0-or-later
// Parses times of day: "half past six", "half seven", "quarter to midnight", "seven thirty p m", "17h30", "1730".

import JarvisCore

extension ValueParser {
    /// The times that begin at a place, longest first.
    func times(at place: Int) -> [Found<ClockTime>] {
        guard place < words.count else { return [] }
        if let kept = timesKept[place] { return kept }
        var found: [Found<ClockTime>] = []
        for bare in bareTimes(at: place) {
            for whole in withHalf(bare) where !found.contains(where: { $0.end == whole.end }) { found.append(whole) }
        }
        found.sort { $0.end > $1.end }
        timesKept[place] = found
        return found
    }

    private func bareTimes(at place: Int) -> [Found<ClockTime>] {
        if let word = terminal(.clock, at: place) {
            let time = ClockTime(hour: Int(word.number) / 60, minute: Int(word.number) % 60)
            return [Found(end: word.end, value: time)]
        }
        return [relative(at: place), halfHour(at: place), military(at: place)].compactMap(\.self) + absolute(at: place)
    }

    /// "half past six", "ten minutes to nine", "quarter to midnight", "quarter of seven"
    private func relative(at place: Int) -> Found<ClockTime>? {
        var minutes: Int
        var end: Int
        let article = skip(.article, at: place)
        if let word = terminal(.fraction, at: article), word.number == 4 || word.number == 2 && article == place,
            !has(.ordinal, at: article)
        {
            (minutes, end) = (Int(60 / word.number), word.end)
        } else if let number = small(1...59, at: place), figures(at: place)?.separator == nil {
            minutes = number.value
            end = skip(.minutesWord, at: number.end)
        } else {
            return nil
        }
        if let past = terminal(.past, at: end) {
            end = past.end
        } else if let to = terminal(.to, at: end) {
            minutes = -minutes
            end = to.end
        } else if minutes == 15, let of = terminal(.of, at: end), has(.fraction, at: end - 1) {
            minutes = -minutes
            end = of.end
        } else {
            return nil
        }
        if let word = terminal(.clock, at: end) {
            return Found(
                end: word.end, value: ClockTime(hour: Int(word.number) / 60, minute: 0).adding(minutes: minutes))
        }
        guard let hour = small(0...23, at: end), figures(at: end)?.separator == nil else { return nil }
        let time = ClockTime(hour: hour.value, minute: 0, isAmbiguous: (1...12).contains(hour.value))
        return Found(end: skip(.oClock, at: hour.end), value: time.adding(minutes: minutes))
    }

    /// "Half six" is half past six.
    private func halfHour(at place: Int) -> Found<ClockTime>? {
        guard let half = terminal(.fraction, at: place), half.number == 2, let hour = small(1...12, at: half.end),
            figures(at: half.end)?.separator == nil, lengthUnit(at: hour.end) == nil, !has(.scale, at: hour.end)
        else { return nil }
        return Found(end: hour.end, value: ClockTime(hour: hour.value, minute: 30, isAmbiguous: true))
    }

    /// "fourteen hundred hours", "oh six thirty", "oh seven hundred"
    private func military(at place: Int) -> Found<ClockTime>? {
        if let zero = terminal(.zero, at: place), let hour = small(0...9, at: zero.end),
            figures(at: zero.end) == nil
        {
            if let hundred = terminal(.hundred, at: hour.end) {
                return Found(end: skip(.hoursWord, at: hundred.end), value: ClockTime(hour: hour.value, minute: 0))
            }
            guard let minute = small(10...59, at: hour.end) else { return nil }
            let end = skip(.hoursWord, at: minute.end)
            return Found(end: end, value: ClockTime(hour: hour.value, minute: minute.value))
        }
        if let number = cardinal(at: place), figures(at: place) == nil, number.value >= 100, number.value <= 2300,
            number.value.remainder(dividingBy: 100) == 0
        {
            let end = skip(.hoursWord, at: number.end)
            return Found(end: end, value: ClockTime(hour: Int(number.value) / 100, minute: 0))
        }
        guard let number = small(0...23, at: place), let hundred = terminal(.hundred, at: number.end) else {
            return nil
        }
        return Found(end: skip(.hoursWord, at: hundred.end), value: ClockTime(hour: number.value, minute: 0))
    }

    /// "seven", "seven thirty", "six oh five", "seven o'clock", "7:30", "1730", "17h30"
    private func absolute(at place: Int) -> [Found<ClockTime>] {
        if let time = timeInFigures(at: place) { return [time] }
        guard let hour = small(0...24, at: place), figures(at: place)?.separator == nil else { return [] }
        let isAmbiguous = (1...12).contains(hour.value)
        func time(_ minute: Int, _ end: Int) -> Found<ClockTime> {
            Found(end: end, value: ClockTime(hour: hour.value % 24, minute: minute, isAmbiguous: isAmbiguous))
        }
        if let oClock = terminal(.oClock, at: hour.end) { return [time(0, oClock.end)] }
        var found: [Found<ClockTime>] = []
        if let mark = terminal(.hourMark, at: hour.end), figures(at: place) != nil {
            if let minute = small(0...59, at: mark.end), figures(at: mark.end) != nil, mayEndBare(minute.end) {
                found.append(Found(end: minute.end, value: ClockTime(hour: hour.value % 24, minute: minute.value)))
            } else {
                found.append(Found(end: mark.end, value: ClockTime(hour: hour.value % 24, minute: 0)))
            }
        }
        if let zero = terminal(.zero, at: hour.end), let ones = small(0...9, at: zero.end), figures(at: zero.end) == nil
        {
            found.append(time(ones.value, ones.end))
        } else if let minute = small(10...59, at: hour.end), figures(at: hour.end)?.separator == nil {
            found.append(time(minute.value, minute.end))
        }
        return found + [time(0, hour.end)]
    }

    /// "7:30", "07:30", "7.30", "1930"
    private func timeInFigures(at place: Int) -> Found<ClockTime>? {
        guard let figures = figures(at: place) else { return nil }
        let word = words[place]
        var fields = figures.fields
        let isShort = figures.widths == [3] && mayBeShortTime(place)
        if figures.separator == nil {
            guard figures.widths == [4] || isShort, let number = figures.whole else { return nil }
            fields = [number / 100, number % 100]
        } else {
            guard fields.count == 2 || fields.count == 3 && figures.separator == ":", figures.widths[1] == 2 else {
                return nil
            }
        }
        guard (0...23).contains(fields[0]), (0...59).contains(fields[1]) else { return nil }
        let isAmbiguous =
            (1...12).contains(fields[0]) && !word.hasPrefix("0") && word.utf8.count < 6
            && (figures.separator != nil || isShort)
        let time = ClockTime(hour: fields[0], minute: fields[1], isAmbiguous: isAmbiguous)
        return Found(end: place + 1, value: time)
    }

    /// True where three figures are a time: in "at 630" and "215 pm", but not in "page 230".
    private func mayBeShortTime(_ place: Int) -> Bool {
        hasAny(.am, .pm, at: place + 1) || place == 0 && words.count < 3
            || place > 0 && hasAny(.at, .by, .for, .until, at: place - 1) && mayEndBare(place + 1)
    }

    /// The time with and without a following "p m", "in the evening" or the like.
    private func withHalf(_ bare: Found<ClockTime>) -> [Found<ClockTime>] {
        var found: [Found<ClockTime>] = []
        for (role, part) in [(ValueRole.am, PartOfDay.morning), (.pm, .afternoon), (.night, .night)] {
            guard let word = terminal(role, at: bare.end) else { continue }
            // "19:30 a m" is contradictory, "19:30 p m" redundant.
            if part == .morning, bare.value.hour > 12 { return [] }
            var open = bare.value
            // "1030 pm" has its half of the day behind it.
            if (1...12).contains(open.hour), open != ClockTime(hour: 12, minute: 0) { open.isAmbiguous = true }
            var time = open.inPart(part)
            time.isAmbiguous = false
            found.append(Found(end: skip(.sharp, at: word.end), value: time))
        }
        if let sharp = terminal(.sharp, at: bare.end) { found.append(Found(end: sharp.end, value: bare.value)) }
        return found + [bare]
    }
}
