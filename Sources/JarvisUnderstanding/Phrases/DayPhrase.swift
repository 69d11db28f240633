// SPDX-License-Identifier: GPL-3.0-or-later
// Days: "today", "the day after tomorrow", "next friday", "christmas", "december twenty fifth".

/// A day as it was said, before it is known what day today is.
package enum DayReference: Hashable, Sendable {
    /// Days from today.
    case offset(Int)
    /// 1 (Monday) … 7 (Sunday); `isNextWeek` for "next friday".
    case weekday(Int, isNextWeek: Bool)
    /// The last one before today: "last friday".
    case lastWeekday(Int)
    /// The next one of this day of the year.
    case yearly(month: Int, day: Int)
    /// The next one of this day of a month: "the fifteenth".
    case monthly(Int)
    /// The next one of a feast that moves.
    case feast(Feast)
    /// With its year.
    case exact(CivilDate)
    /// The last day of the month that is this many months away.
    case endOfMonth(Int)

    /// The day itself: a weekday is today or one of the next six days, "next friday" the Friday of next week.
    package func date(from today: CivilDate) -> CivilDate {
        switch self {
        case .offset(let days):
            return today.adding(days: days)
        case .weekday(let weekday, isNextWeek: false):
            return today.adding(days: (weekday - today.weekday + 7) % 7)
        case .weekday(let weekday, isNextWeek: true):
            return today.adding(days: 7 - today.weekday + weekday)
        case .lastWeekday(let weekday):
            let days = (today.weekday - weekday + 7) % 7
            return today.adding(days: days == 0 ? -7 : -days)
        case .yearly(let month, let day):
            // The leap day may be up to eight years away.
            let dates = (0...8).map { CivilDate(year: today.year + $0, month: month, day: day) }
            return dates.first { $0.exists && $0 >= today } ?? today
        case .monthly(let day):
            let dates = (0...2).map { step in
                let month = today.month - 1 + step
                return CivilDate(year: today.year + month / 12, month: month % 12 + 1, day: day)
            }
            return dates.first { $0.exists && $0 >= today } ?? today
        case .feast(let feast):
            return (0...1).map { feast.date(in: today.year + $0) }.first { $0 >= today } ?? today
        case .exact(let date):
            return date
        case .endOfMonth(let months):
            let month = today.month + months
            let next = CivilDate(year: today.year + month / 12, month: month % 12 + 1, day: 1)
            return next.adding(days: -1)
        }
    }

    /// It comes again every year or month, so that another day can be the one from which it is looked for.
    package var recursYearly: Bool {
        switch self {
        case .yearly, .monthly, .feast: true
        case .offset, .weekday, .lastWeekday, .exact, .endOfMonth: false
        }
    }

    /// The last such day that was not after today, of what comes every year; any other as it is.
    package func pastDate(from today: CivilDate) -> CivilDate {
        switch self {
        case .yearly(let month, let day):
            let dates = (0...8).map { CivilDate(year: today.year - $0, month: month, day: day) }
            return dates.first { $0.exists && $0 <= today } ?? today
        case .feast(let feast):
            return (0...1).map { feast.date(in: today.year - $0) }.first { $0 <= today } ?? today
        case .weekday(let weekday, isNextWeek: false):
            return today.adding(days: -((today.weekday - weekday + 7) % 7))
        default: return date(from: today)
        }
    }
}

/// Reads days.
package enum DayPhrase {
    /// The phrases that a recognizer should listen for.
    package static let vocabulary: [String] =
        ["today", "tonight", "tomorrow", "tomorrow morning", "tomorrow evening", "yesterday", "the day after tomorrow"]
        + CalendarNames.weekdays.map { $0.lowercased() }
        + CalendarNames.weekdays.map { "next " + $0.lowercased() }
        + ["christmas", "christmas eve", "new year's eve", "new year's day", "halloween", "valentine's day"]

    /// The day that `words` are, all of them; nil when they are none.
    package static func day(of words: some Collection<String>) -> DayReference? {
        guard words.count <= 10 else { return nil }
        var words = words.map { String($0.filter { $0 != "'" }) }[...]
        if let known = named[words.joined(separator: " ")] { return known }
        // "Monday morning", "on the second of May in the evening"
        if let length = PartOfDay.lengthAtEnd(of: words), length < words.count {
            return day(of: words.dropLast(length))
        }
        if let distance = distance(words) { return .offset(distance) }
        if let date = isoDate(words) { return .exact(date) }
        let (isNextWeek, isLast) = (words.first == "next", words.first == "last")
        let hasArticle = words.first == "the" || words.starts(with: ["on", "the"])
        if let first = words.first, ["next", "last", "this", "on", "the"].contains(first) { words = words.dropFirst() }
        if words.first == "the" { words = words.dropFirst() }
        if words.count == 1, let index = index(of: words.first, in: CalendarNames.weekdays) {
            return isLast ? .lastWeekday(index) : .weekday(index, isNextWeek: isNextWeek)
        }
        guard !isNextWeek, !isLast else { return nil }
        if let feast = Feast(words.joined(separator: " ")) { return .feast(feast) }
        if let date = dayOfYear(words.filter { !["the", "of", "st", "nd", "rd", "th"].contains($0) }) { return date }
        return hasArticle ? dayOfMonth(words) : nil
    }

    /// "in three days", "two weeks from now", "ten days ago"
    private static func distance(_ words: ArraySlice<String>) -> Int? {
        if words.first == "in" { return days(words.dropFirst()) }
        if words.last == "ago" { return days(words.dropLast()).map(-) }
        guard words.count > 2, let base = ["now": 0, "today": 0, "tomorrow": 1][words.last ?? ""],
            words.dropLast().last == "from"
        else { return nil }
        return days(words.dropLast(2)).map { $0 + base }
    }

    private static func days(_ words: ArraySlice<String>) -> Int? {
        guard let unit = words.last, ["day", "days", "week", "weeks"].contains(unit),
            let seconds = DurationPhrase.seconds(of: words), seconds % 86_400 == 0, seconds <= 86_400 * 40_000
        else { return nil }
        return Int(seconds / 86_400)
    }

    /// "2027-07-04" is read as a subtraction first; "4.7.2027" is one word.
    private static func isoDate(_ words: ArraySlice<String>) -> CivilDate? {
        let words = Array(words)
        var parts: [Int]
        if words.count == 5, words[1] == "minus", words[3] == "minus", words[0].count == 4 {
            parts = [words[0], words[2], words[4]].compactMap { Int($0) }
        } else if words.count == 1, words[0].first?.isNumber == true {
            parts = words[0].split(separator: ".", omittingEmptySubsequences: false).reversed().compactMap { Int($0) }
        } else {
            return nil
        }
        guard parts.count == 3, years.contains(parts[0]) else { return nil }
        let date = CivilDate(year: parts[0], month: parts[1], day: parts[2])
        return date.exists ? date : nil
    }

    /// "december 25", "25 december", "december twenty fifth", "july fourth twenty twenty seven"
    private static func dayOfYear(_ words: [String]) -> DayReference? {
        // "The seventh of the fourth"; "the" and "of" are left out by now.
        if let found = dayOfNumberedMonth(words) { return found }
        guard words.count >= 2, let place = words.firstIndex(where: { index(of: $0, in: CalendarNames.months) != nil }),
            let month = index(of: words[place], in: CalendarNames.months)
        else { return nil }
        if place > 0 {
            guard let day = number(Array(words[..<place])) else { return nil }
            return reference(month, day, Array(words[(place + 1)...]))
        }
        let rest = Array(words.dropFirst())
        for length in (1...min(3, rest.count)).reversed() {
            guard let day = number(Array(rest[..<length])) else { continue }
            if let found = reference(month, day, Array(rest[length...])) { return found }
        }
        return nil
    }

    /// "seventh fourth twenty twenty seven": two ordinals, the day first.
    private static func dayOfNumberedMonth(_ words: [String]) -> DayReference? {
        for place in 1...2 where words.count > place {
            guard let month = CalendarNames.ordinals.prefix(12).firstIndex(of: words[place]).map({ $0 + 1 }),
                let day = CalendarNames.ordinals.firstIndex(of: words[..<place].joined(separator: " ")).map({ $0 + 1 })
            else { continue }
            return reference(month, day, Array(words[(place + 1)...]))
        }
        return nil
    }

    private static func reference(_ month: Int, _ day: Int, _ yearWords: [String]) -> DayReference? {
        guard CivilDate(year: 2024, month: month, day: day).exists else { return nil }
        guard !yearWords.isEmpty else { return .yearly(month: month, day: day) }
        guard let year = year(of: yearWords) else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        return date.exists ? .exact(date) : nil
    }

    private static let years = 1000...3000

    /// "2027", "twenty twenty seven", "two thousand and six", "nineteen oh five"; nil for anything else.
    package static func year(of words: [String]) -> Int? {
        if let value = NumberWords.value(of: words), let whole = Int(exactly: value), years.contains(whole) {
            return whole
        }
        guard words.count >= 2, let century = CardinalReader.small[words[0]], (10...29).contains(century) else {
            return nil
        }
        let rest = words[1] == "oh" ? Array(words.dropFirst(2)) : Array(words.dropFirst())
        guard let value = NumberWords.value(of: rest), let years = Int(exactly: value), (1...99).contains(years),
            years > 9 || words[1] == "oh"
        else { return nil }
        return Int(century) * 100 + years
    }

    /// "15 th", "fifteenth"
    private static func dayOfMonth(_ words: ArraySlice<String>) -> DayReference? {
        if let ordinal = CalendarNames.ordinals.firstIndex(of: words.joined(separator: " ")) {
            // "The second" is a length of time to most.
            return ordinal == 1 ? nil : .monthly(ordinal + 1)
        }
        guard words.count == 2, let last = words.last, ["st", "nd", "rd", "th"].contains(last),
            let day = Int(words[words.startIndex]), (1...31).contains(day)
        else { return nil }
        return .monthly(day)
    }

    static func number(_ words: [String]) -> Int? {
        if let index = CalendarNames.ordinals.firstIndex(of: words.joined(separator: " ")) { return index + 1 }
        guard let value = NumberWords.value(of: words), (1...31).contains(value) else { return nil }
        return Int(exactly: value)
    }

    static func index(of word: String?, in names: [String]) -> Int? {
        names.firstIndex { $0.lowercased() == word }.map { $0 + 1 }
    }

    private static let named: [String: DayReference] = [
        "today": .offset(0), "tonight": .offset(0), "tomorrow": .offset(1), "yesterday": .offset(-1),
        "this morning": .offset(0), "this afternoon": .offset(0), "this evening": .offset(0),
        "tomorrow morning": .offset(1), "tomorrow afternoon": .offset(1), "tomorrow evening": .offset(1),
        "tomorrow night": .offset(1), "next week": .offset(7),
        "the day after tomorrow": .offset(2), "day after tomorrow": .offset(2),
        "the day before yesterday": .offset(-2), "day before yesterday": .offset(-2),
        "christmas": .yearly(month: 12, day: 25), "christmas day": .yearly(month: 12, day: 25),
        "christmas eve": .yearly(month: 12, day: 24), "boxing day": .yearly(month: 12, day: 26),
        "new years eve": .yearly(month: 12, day: 31),
        "new years day": .yearly(month: 1, day: 1), "new years": .yearly(month: 1, day: 1),
        "new year": .yearly(month: 1, day: 1), "halloween": .yearly(month: 10, day: 31),
        "valentines day": .yearly(month: 2, day: 14), "valentines": .yearly(month: 2, day: 14),
        "st patricks day": .yearly(month: 3, day: 17), "saint patricks day": .yearly(month: 3, day: 17),
        "april fools day": .yearly(month: 4, day: 1), "april fools": .yearly(month: 4, day: 1),
        "independence day": .yearly(month: 7, day: 4),
        "end of the month": .endOfMonth(0), "the end of the month": .endOfMonth(0),
        "end of this month": .endOfMonth(0), "the end of this month": .endOfMonth(0),
        "at the end of the month": .endOfMonth(0), "by the end of the month": .endOfMonth(0),
        "end of next month": .endOfMonth(1), "the end of next month": .endOfMonth(1),
        "at the end of next month": .endOfMonth(1),
        "end of the week": .weekday(5, isNextWeek: false), "the end of the week": .weekday(5, isNextWeek: false),
        "at the end of the week": .weekday(5, isNextWeek: false),
        "by the end of the week": .weekday(5, isNextWeek: false),
        "end of the year": .yearly(month: 12, day: 31), "the end of the year": .yearly(month: 12, day: 31),
        "at the end of the year": .yearly(month: 12, day: 31),
        "the weekend": .weekday(6, isNextWeek: false), "at the weekend": .weekday(6, isNextWeek: false),
        "on the weekend": .weekday(6, isNextWeek: false), "this weekend": .weekday(6, isNextWeek: false),
    ]
}

/// English names of the calendar.
package enum CalendarNames {
    /// Monday first.
    package static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    package static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    /// "first" … "thirty first"
    package static let ordinals: [String] = {
        let ones = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"]
        let teens = [
            "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth",
            "eighteenth", "nineteenth",
        ]
        return ones + teens + ["twentieth"] + ones.map { "twenty " + $0 } + ["thirtieth", "thirty first"]
    }()
}
