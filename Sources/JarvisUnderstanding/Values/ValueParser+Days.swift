// SPDX-License-Identifier: GPL-3.0-or-later
// Parses days: "tuesday week", "the last friday of november", "the day after christmas", "in three days", "friday the
// 13th".

import JarvisCore

extension ValueParser {
    /// The limit for nested days such as "the day after the day after".
    private static let deepest = 3

    /// The days that begin at a place, longest first, without a part of the day.
    func days(at place: Int) -> [Found<DayReference>] {
        guard place < words.count, nesting < Self.deepest else { return [] }
        if let kept = daysKept[place] { return kept }
        nesting += 1
        defer { nesting -= 1 }
        var found: [Found<DayReference>] = []
        let start = skip(.on, at: place)
        for day in [named(at: start), weekday(at: start), ofMonth(at: start), monthDay(at: start), isoDate(at: start)]
            .joined()
        {
            found.append(day)
            if let shifted = weeksLater(day) { found.append(shifted) }
        }
        found += distance(at: place) + shifted(at: start) + monthEdge(at: start)
        found = longestFirst(found)
        if nesting == 1 { daysKept[place] = found }
        return found
    }

    /// Keeps the first result for each end and sorts them, longest first.
    func longestFirst<Value>(_ found: [Found<Value>]) -> [Found<Value>] {
        var ends: Set<Int> = []
        return found.filter { ends.insert($0.end).inserted }.sorted { $0.end > $1.end }
    }

    // MARK: Names

    /// "today", "christmas", "easter monday", "thanksgiving 2027"
    private func named(at place: Int) -> [Found<DayReference>] {
        if let word = terminal(.day, at: place) { return [Found(end: word.end, value: .offset(Int(word.number)))] }
        let start = skip(.next, .this, .definite, at: place)
        var feast: Found<DayReference>?
        if let word = terminal(.date, at: start), word.numbers.count == 2 {
            let day = DayReference.yearly(month: Int(word.numbers[0]), day: Int(word.numbers[1]))
            feast = Found(end: word.end, value: day)
        } else if let word = terminal(.easter, at: start) {
            feast = Found(end: word.end, value: .feast(Feast(easter: Int(word.number))))
        } else if let word = terminal(.feast, at: start), word.numbers.count == 4 {
            let numbers = word.numbers.map { Int($0) }
            let rule = Feast(weekday: numbers[0], number: numbers[1], month: numbers[2], days: numbers[3])
            feast = Found(end: word.end, value: .feast(rule))
        }
        guard let feast else { return [] }
        guard let year = year(at: skip(.in, at: feast.end)), !mayBeTime(feast.end) else { return [feast] }
        return [Found(end: year.end, value: .inYear(feast.value, year.value)), feast]
    }

    /// True if the figures after a day may be a time rather than a year: "Christmas 1830", but not "Christmas 2030".
    func mayBeTime(_ place: Int) -> Bool {
        guard let figures = figures(at: place), let number = figures.whole else { return false }
        return number % 100 > 59 ? false : number < 1900
    }

    // MARK: Weekdays

    private func weekdayName(at place: Int, isShort: Bool) -> Found<Int>? {
        let word = terminal(.weekday, at: place) ?? (isShort ? terminal(.shortWeekday, at: place) : nil)
        return word.map { Found(end: $0.end, value: Int($0.number)) }
    }

    /// "friday", "next friday", "friday next week", "next week friday", "friday the 13th", "friday december 4th"
    private func weekday(at place: Int) -> [Found<DayReference>] {
        let definite = skip(.definite, at: place)
        let last = terminal(.last, at: definite)
        let next = terminal(.next, at: definite)
        if let last {
            return weekdayName(at: last.end, isShort: true).map {
                [Found(end: $0.end, value: .lastWeekday($0.value))]
            } ?? []
        }
        if let next {
            if let week = terminal(.weekWord, at: next.end),
                let day = weekdayName(at: skip(.on, at: week.end), isShort: true)
            {
                return [Found(end: day.end, value: .weekdayOfWeek(day.value, weeks: 1))]
            }
            return weekdayName(at: next.end, isShort: true).map {
                [Found(end: $0.end, value: .weekday($0.value, isNextWeek: true))]
            } ?? []
        }
        let this = skip(.this, at: definite)
        guard let day = weekdayName(at: this, isShort: this > place || isDated(place)) else { return [] }
        var found = [Found(end: day.end, value: DayReference.weekday(day.value, isNextWeek: false))]
        if let weeks = relativeWeek(at: skip(.of, at: day.end)) {
            found.append(Found(end: weeks.end, value: .weekdayOfWeek(day.value, weeks: weeks.value)))
        }
        if let after = terminal(.afterNext, at: day.end) {
            found.append(Found(end: after.end, value: .weekdayOfWeek(day.value, weeks: 2)))
        }
        if this == place {
            // The day of the month decides. The weekday can only confirm or contradict it.
            for date in monthDay(at: skip(.definite, at: day.end)) + monthDay(at: day.end) {
                if case .monthly(let number) = date.value {
                    found.append(Found(end: date.end, value: .weekdayOfMonthly(day.value, day: number)))
                } else {
                    found.append(date)
                }
            }
        }
        return found
    }

    /// True if a short name such as "sun" means a weekday here: at the beginning, or after "on" and the like.
    private func isDated(_ place: Int) -> Bool {
        guard place > 0 else { return true }
        return hasAny(.on, .every, .until, .and, .next, .this, .last, .from, .before, at: place - 1)
    }

    /// The number of weeks from now: "next week", "this week", "the week after next".
    func relativeWeek(at place: Int) -> Found<Int>? {
        if let sequence = sequence(.definite, .weekWord, .afterNext, at: place)
            ?? sequence(.weekWord, .afterNext, at: place)
        {
            return Found(end: sequence, value: 2)
        }
        for (role, weeks) in [(ValueRole.next, 1), (.this, 0), (.last, -1)] {
            let start = skip(.definite, at: place)
            if let end = sequence(role, .weekWord, at: start) { return Found(end: end, value: weeks) }
        }
        return nil
    }

    /// "Tuesday week" and "tomorrow week" are a week later.
    private func weeksLater(_ day: Found<DayReference>) -> Found<DayReference>? {
        switch day.value {
        case .weekday(_, isNextWeek: false), .offset:
            guard let week = terminal(.weekWord, at: day.end), !has(.afterNext, at: week.end) else { return nil }
            return Found(end: week.end, value: .shifted(day.value, months: 0, days: 7))
        default: return nil
        }
    }

    // MARK: Distances

    /// "in three days", "two weeks from now", "ten days ago", "a week from Tuesday", "two weeks on Friday"
    private func distance(at place: Int) -> [Found<DayReference>] {
        var found: [Found<DayReference>] = []
        if let into = terminal(.in, at: place) {
            for length in durations(at: into.end) where length.value.isByDay {
                found.append(Found(end: skip(.later, at: length.end), value: Self.ahead(length.value)))
            }
        }
        for length in durations(at: place) where length.value.isByDay {
            if let ago = terminal(.ago, at: length.end) {
                found.append(Found(end: ago.end, value: Self.ahead(length.value, sign: -1)))
            }
            if let now = terminal(.fromNow, at: length.end) {
                found.append(Found(end: now.end, value: Self.ahead(length.value)))
            }
            let isWeeks = length.value.months == 0 && length.value.days % 7 == 0
            for (role, sign) in [(ValueRole.from, 1), (.before, -1), (.on, 1)] where role != .on || isWeeks {
                guard let word = terminal(role, at: length.end) else { continue }
                for day in days(at: word.end) {
                    if role == .on, !day.value.isWeekday { continue }
                    found.append(Found(end: day.end, value: Self.shift(day.value, by: length.value, sign)))
                }
            }
            // "A week today", "a week tomorrow"
            if isWeeks, let day = terminal(.day, at: length.end), day.number >= 0 {
                found.append(Found(end: day.end, value: .offset(Int(day.number) + length.value.days)))
            }
        }
        return found
    }

    static func ahead(_ length: CalendarDuration, sign: Int = 1) -> DayReference {
        if length.months == 0 { return .offset(sign * length.days) }
        if length.days == 0 { return .months(sign * length.months) }
        return .shifted(.months(sign * length.months), months: 0, days: sign * length.days)
    }

    static func shift(_ day: DayReference, by length: CalendarDuration, _ sign: Int) -> DayReference {
        if case .offset(0) = day { return ahead(length, sign: sign) }
        if case .offset(let days) = day, length.months == 0 { return .offset(days + sign * length.days) }
        return .shifted(day, months: sign * length.months, days: sign * length.days)
    }

    /// "the day after Christmas", "the week before Easter", "the day before the 5th"
    private func shifted(at place: Int) -> [Found<DayReference>] {
        guard terminal(.day, at: place) == nil else { return [] }
        let start = skip(.definite, at: place)
        let length: CalendarDuration
        let end: Int
        if let word = terminal(.dayWord, at: start) {
            (length, end) = (CalendarDuration(days: 1), word.end)
        } else if start > place, let word = terminal(.weekWord, at: start) {
            (length, end) = (CalendarDuration(days: 7), word.end)
        } else {
            return []
        }
        for (role, sign) in [(ValueRole.from, 1), (.before, -1), (.following, 1)] {
            guard let word = terminal(role, at: end) else { continue }
            return days(at: word.end).map { Found(end: $0.end, value: Self.shift($0.value, by: length, sign)) }
        }
        return []
    }

    // MARK: Months

    /// A named month, with its year if said.
    func namedMonth(at place: Int) -> (month: Int, year: Int?, end: Int)? {
        guard let month = terminal(.month, at: place) else { return nil }
        if let year = year(at: skip(.of, at: month.end)), !mayBeTime(month.end) {
            return (Int(month.number), year.value, year.end)
        }
        return (Int(month.number), nil, month.end)
    }

    /// The number of months from now: "this month", "next month".
    func relativeMonth(at place: Int) -> Found<Int>? {
        if let month = terminal(.sameMonth, at: place) { return Found(end: month.end, value: 0) }
        let start = skip(.definite, at: place)
        for (role, months) in [(ValueRole.next, 1), (.this, 0), (.last, -1)] {
            if let end = sequence(role, .monthWord, at: start) { return Found(end: end, value: months) }
        }
        return sequence(.definite, .monthWord, .afterNext, at: place).map { Found(end: $0, value: 2) }
    }

    /// "the last friday of november", "the second tuesday in march", "the last day of next month", "the 15th of next
    /// month"
    private func ofMonth(at place: Int) -> [Found<DayReference>] {
        let start = skip(.definite, at: place)
        guard let day = dayInMonth(at: start) else { return [] }
        let middle = skip(.of, .in, at: day.end)
        guard middle > day.end || has(.next, at: day.end) || has(.this, at: day.end) else { return [] }
        var found: [Found<DayReference>] = []
        if let month = namedMonth(at: skip(.definite, at: middle)) {
            switch day.value {
            case .date: break
            default:
                found.append(
                    Found(end: month.end, value: .ofNamedMonth(day.value, month: month.month, year: month.year)))
            }
        }
        if let month = relativeMonth(at: middle) {
            if case .date(let number) = day.value, has(.sameMonth, at: middle) {
                found.append(Found(end: month.end, value: .monthly(number)))
            } else {
                found.append(Found(end: month.end, value: .ofMonth(day.value, months: month.value)))
            }
        }
        return found
    }

    /// "last friday", "second tuesday", "last day", "fifteenth": a day of any month.
    func dayInMonth(at place: Int) -> Found<MonthDay>? {
        if let last = terminal(.lastOne, at: place) {
            if let day = terminal(.dayWord, at: last.end) { return Found(end: day.end, value: .last) }
            return weekdayName(at: last.end, isShort: false).map {
                Found(end: $0.end, value: .weekday($0.value, week: 5))
            }
        }
        guard let number = ordinal(at: place) else { return nil }
        if let weekday = weekdayName(at: number.end, isShort: false) {
            guard (1...4).contains(number.value) else { return nil }
            return Found(end: weekday.end, value: .weekday(weekday.value, week: number.value))
        }
        guard (1...31).contains(number.value) else { return nil }
        return Found(end: skip(.dayWord, at: number.end), value: .date(number.value))
    }

    /// "end of the month", "the beginning of next month", "the end of november", "end of the year"
    private func monthEdge(at place: Int) -> [Found<DayReference>] {
        let start = skip(.at, .by, at: place)
        for (role, isEnd) in [(ValueRole.endOf, true), (.startOf, false)] {
            guard let edge = terminal(role, at: start) else { continue }
            let day: MonthDay = isEnd ? .last : .date(1)
            if let month = relativeMonth(at: edge.end) {
                let end: DayReference = isEnd ? .endOfMonth(month.value) : .ofMonth(.date(1), months: month.value)
                return [Found(end: month.end, value: end)]
            }
            if let month = namedMonth(at: edge.end) {
                return [Found(end: month.end, value: .ofNamedMonth(day, month: month.month, year: month.year))]
            }
            if let week = relativeWeek(at: edge.end) {
                return [Found(end: week.end, value: .weekdayOfWeek(isEnd ? 5 : 1, weeks: week.value))]
            }
            let definite = skip(.definite, .this, at: edge.end)
            if let week = terminal(.weekWord, at: definite), definite > edge.end {
                return [
                    Found(end: week.end, value: isEnd ? .weekday(5, isNextWeek: false) : .weekdayOfWeek(1, weeks: 0))
                ]
            }
            if let year = terminal(.yearWord, at: definite), definite > edge.end, isEnd {
                return [Found(end: year.end, value: .yearly(month: 12, day: 31))]
            }
            if let next = sequence(.next, .yearWord, at: edge.end) {
                return [
                    Found(
                        end: next,
                        value: .shifted(
                            .yearly(month: isEnd ? 12 : 1, day: isEnd ? 31 : 1), months: isEnd ? 12 : 0, days: 0))
                ]
            }
        }
        return []
    }

    // MARK: Dates

    /// "december 25", "the twenty fifth of december 2027", "the seventh of the fourth", "the 15th"
    func monthDay(at place: Int) -> [Found<DayReference>] {
        readMonthDay(at: place).compactMap { found in
            found.value.map { Found(end: found.end, value: $0) }
        }
    }

    /// The dates that begin at a place; nil for dates that do not exist.
    func readMonthDay(at place: Int) -> [Found<DayReference?>] {
        var found: [Found<DayReference?>] = []
        let start = skip(.definite, at: place)
        if let month = terminal(.month, at: start) {
            // Tries each number of days: "december twenty fifth", "july four twenty twenty seven".
            for day in dayNumbers(at: skip(.definite, at: month.end)) {
                found += withYear(Int(month.number), day.value, day.end)
            }
        }
        for day in dayNumbers(at: start) {
            let of = skip(.of, at: day.end)
            if let month = terminal(.month, at: skip(.definite, at: of)) {
                found += withYear(Int(month.number), day.value, month.end)
            }
            // "The seventh of the fourth"
            let the = skip(.definite, at: of)
            if ordinal(at: start)?.end == day.end, let month = terminal(.ordinal, at: the), month.number <= 12 {
                if the > of || year(at: month.end) != nil { found += withYear(Int(month.number), day.value, month.end) }
            }
        }
        guard start > place, let day = ordinal(at: start) else { return found }
        // "The second" usually means a length of time.
        let isBare = day.value == 2 && has(.seconds, at: start)
        if day.value > 31, day.value < 100 { found.append(Found(end: day.end, value: nil)) }
        if (1...31).contains(day.value), !isBare { found.append(Found(end: day.end, value: .monthly(day.value))) }
        return found
    }

    /// Day numbers, including impossible ones up to 99.
    private func dayNumbers(at place: Int) -> [Found<Int>] {
        var found: [Found<Int>] = []
        if let day = ordinal(at: place), (1...99).contains(day.value) { found.append(day) }
        if let day = small(1...99, at: place), figures(at: place)?.separator == nil, !has(.ordinalEnding, at: day.end) {
            found.append(day)
            // "July twenty twenty seven"
            if let tens = terminal(.cardinal, at: place), tens.end < day.end {
                found.append(Found(end: tens.end, value: Int(tens.number)))
            }
        }
        return found
    }

    private func withYear(_ month: Int, _ day: Int, _ end: Int) -> [Found<DayReference?>] {
        let exists = CivilDate(year: 2024, month: month, day: day).exists
        var found = [Found(end: end, value: exists ? DayReference.yearly(month: month, day: day) : nil)]
        if let year = year(at: skip(.in, .of, at: end)), !mayBeTime(end) {
            let date = CivilDate(year: year.value, month: month, day: day)
            found.append(Found(end: year.end, value: date.exists ? .exact(date) : nil))
        }
        return found
    }

    /// `PieceReader` splits "2027-07-04" at its dashes; "4.7.2027" stays one word.
    private func isoDate(at place: Int) -> [Found<DayReference>] {
        guard let figures = figures(at: place) else { return [] }
        var date: CivilDate?
        var end = place + 1
        if figures.separator == ".", figures.fields.count == 3, figures.widths[2] == 4 {
            date = CivilDate(year: figures.fields[2], month: figures.fields[1], day: figures.fields[0])
        } else if figures.widths == [4], let year = figures.whole, let dash = terminal(.dash, at: end),
            let month = self.figures(at: dash.end)?.whole, let second = terminal(.dash, at: dash.end + 1),
            let day = self.figures(at: second.end)?.whole
        {
            date = CivilDate(year: year, month: month, day: day)
            end = second.end + 1
        }
        guard let date, CivilDate.years.contains(date.year), date.exists else { return [] }
        return [Found(end: end, value: .exact(date))]
    }
}

extension DayReference {
    fileprivate var isWeekday: Bool {
        switch self {
        case .weekday, .weekdayOfWeek: true
        default: false
        }
    }
}
