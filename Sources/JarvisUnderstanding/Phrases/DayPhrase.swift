// SPDX-License-Identifier: GPL-3.0-or-later
// Days: "today", "the day after tomorrow", "next friday", "christmas", "december twenty fifth".

/// Reads days.
package enum DayPhrase {
    /// The phrases a recognizer should know.
    package static let vocabulary: [String] =
        ["today", "tonight", "tomorrow", "tomorrow morning", "tomorrow evening", "yesterday", "the day after tomorrow"]
        + CalendarNames.weekdays.map { $0.lowercased() }
        + CalendarNames.weekdays.map { "next " + $0.lowercased() }
        + ["christmas", "christmas eve", "new year's eve", "new year's day", "halloween", "valentine's day"]

    /// The day if all of `words` form one; otherwise nil.
    package static func day(of words: some Collection<String>) -> DayReference? {
        ValueParser.whole(words)?.day(0..<words.count)
    }

    /// The year if all of `words` form one: "2027", "twenty twenty seven", "nineteen oh five".
    package static func year(of words: [String]) -> Int? {
        ValueParser(words).year(at: 0).flatMap { $0.end == words.count ? $0.value : nil }
    }

    static func index(of word: String?, in names: [String]) -> Int? {
        names.firstIndex { $0.lowercased() == word }.map { $0 + 1 }
    }
}

/// English names used in dates.
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
