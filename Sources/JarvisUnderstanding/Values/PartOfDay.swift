// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of the day and their default times: "in the afternoon" means three o'clock.

/// A part of the day.
package enum PartOfDay: String, Hashable, Sendable, CaseIterable {
    case morning, noon, afternoon, evening, night

    /// The default time for something in this part of the day.
    package var time: ClockTime {
        switch self {
        case .morning: ClockTime(hour: 9, minute: 0)
        case .noon: ClockTime(hour: 12, minute: 0)
        case .afternoon: ClockTime(hour: 15, minute: 0)
        case .evening, .night: ClockTime(hour: 20, minute: 0)
        }
    }

    /// The part of the day if all of `words` name one: "in the evening"; otherwise nil.
    package static func part(of words: some Collection<String>) -> PartOfDay? {
        guard let word = ValueParser.whole(words)?.terminal(.part, at: 0), word.end == words.count else { return nil }
        return PartOfDay(rawValue: word.text)
    }

    /// The number of words that name a part of the day at the end of a day: "monday morning"; nil if none do.
    static func lengthAtEnd(of words: some BidirectionalCollection<String>) -> Int? {
        let parser = ValueParser(Array(words))
        for start in parser.words.indices {
            let found = parser.terminal(.part, at: start) ?? (start > 0 ? parser.terminal(.barePart, at: start) : nil)
            if found?.end == parser.words.count { return parser.words.count - start }
        }
        return nil
    }

    /// The first part of the day mentioned anywhere in `words`; nil if none is.
    static func part(in words: [String]) -> PartOfDay? {
        let parser = ValueParser(words)
        for place in words.indices {
            if let word = parser.terminal(.dayPart, at: place) ?? parser.terminal(.part, at: place) {
                return PartOfDay(rawValue: word.text)
            }
            if let day = parser.terminal(.weekday, at: place) ?? parser.terminal(.day, at: place),
                let word = parser.terminal(.barePart, at: day.end)
            {
                return PartOfDay(rawValue: word.text)
            }
        }
        return nil
    }
}
