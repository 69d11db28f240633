// SPDX-License-Identifier: GPL-3.0-or-later
// Days: "today", "the day after tomorrow", "next friday", "christmas", "december twenty fifth".

/// A day as it was said, before it is known what day today is.
package enum DayReference: Hashable, Sendable {
    /// Days from today.
    case offset(Int)
    /// 1 (Monday) … 7 (Sunday); `isNextWeek` for "next friday".
    case weekday(Int, isNextWeek: Bool)
    /// The next one of this day of the year.
    case yearly(month: Int, day: Int)
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
        case .yearly(let month, let day):
            // The leap day may be up to eight years away.
            let dates = (0...8).map { CivilDate(year: today.year + $0, month: month, day: day) }
            return dates.first { $0.exists && $0 >= today } ?? today
        case .endOfMonth(let months):
            let month = today.month - 1 + months + 1
            let next = CivilDate(year: today.year + month / 12, month: month % 12 + 1, day: 1)
            return next.adding(days: -1)
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
        var words = words.map { String($0.filter { $0 != "'" }) }[...]
        guard words.count <= 8 else { return nil }
        if let known = named[words.joined(separator: " ")] { return known }
        // "Monday morning", "on the second of May in the evening"
        if let length = PartOfDay.lengthAtEnd(of: words), length < words.count {
            return day(of: words.dropLast(length))
        }
        let isNextWeek = words.first == "next"
        if let first = words.first, ["next", "this", "on", "the"].contains(first) { words = words.dropFirst() }
        if words.count == 1, let index = index(of: words.first, in: CalendarNames.weekdays) {
            return .weekday(index, isNextWeek: isNextWeek)
        }
        return isNextWeek ? nil : dayOfYear(words.filter { !["the", "of", "st", "nd", "rd", "th"].contains($0) })
    }

    /// "december 25", "25 december", "december twenty fifth"
    private static func dayOfYear(_ words: [String]) -> DayReference? {
        guard words.count >= 2, words.count <= 3 else { return nil }
        let leadingMonth = index(of: words.first, in: CalendarNames.months)
        guard let month = leadingMonth ?? index(of: words.last, in: CalendarNames.months) else { return nil }
        let dayWords = leadingMonth == nil ? words.dropLast() : words.dropFirst()
        guard let day = number(Array(dayWords)), CivilDate(year: 2024, month: month, day: day).exists else {
            return nil
        }
        return .yearly(month: month, day: day)
    }

    private static func number(_ words: [String]) -> Int? {
        if let index = CalendarNames.ordinals.firstIndex(of: words.joined(separator: " ")) { return index + 1 }
        guard let value = NumberWords.value(of: words), (1...31).contains(value) else { return nil }
        return Int(exactly: value)
    }

    private static func index(of word: String?, in names: [String]) -> Int? {
        names.firstIndex { $0.lowercased() == word }.map { $0 + 1 }
    }

    private static let named: [String: DayReference] = [
        "today": .offset(0), "tonight": .offset(0), "tomorrow": .offset(1), "yesterday": .offset(-1),
        "this morning": .offset(0), "this afternoon": .offset(0), "this evening": .offset(0),
        "tomorrow morning": .offset(1), "tomorrow afternoon": .offset(1), "tomorrow evening": .offset(1),
        "tomorrow night": .offset(1),
        "the day after tomorrow": .offset(2), "day after tomorrow": .offset(2),
        "the day before yesterday": .offset(-2), "day before yesterday": .offset(-2),
        "christmas": .yearly(month: 12, day: 25), "christmas day": .yearly(month: 12, day: 25),
        "christmas eve": .yearly(month: 12, day: 24), "new years eve": .yearly(month: 12, day: 31),
        "new years day": .yearly(month: 1, day: 1), "new years": .yearly(month: 1, day: 1),
        "new year": .yearly(month: 1, day: 1), "halloween": .yearly(month: 10, day: 31),
        "valentines day": .yearly(month: 2, day: 14),
        "end of the month": .endOfMonth(0), "the end of the month": .endOfMonth(0),
        "end of this month": .endOfMonth(0), "the end of this month": .endOfMonth(0),
        "at the end of the month": .endOfMonth(0), "by the end of the month": .endOfMonth(0),
        "end of next month": .endOfMonth(1), "the end of next month": .endOfMonth(1),
        "at the end of next month": .endOfMonth(1),
        "end of the week": .weekday(5, isNextWeek: false), "the end of the week": .weekday(5, isNextWeek: false),
        "at the end of the week": .weekday(5, isNextWeek: false),
        "by the end of the week": .weekday(5, isNextWeek: false),
        "end of the year": .yearly(month: 12, day: 31), "the end of the year": .yearly(month: 12, day: 31),
        "at the end of the year": .yearly(month: 12, day: 31), "next week": .weekday(1, isNextWeek: true),
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
