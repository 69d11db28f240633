// SPDX-License-Identifier: GPL-3.0-or-later
// What is meant as a time but is none: "25 o'clock", "13:75", "the 31st of April".

import JarvisCore

/// Finds times and dates that do not exist, which would be taken for something else otherwise.
package enum ImpossibleMoment {
    private static let longestDate = 5
    /// What stands before a time in figures; "Psalm 51:10" is none.
    private static let prepositions: Set = ["at", "for", "by", "from", "until", "before", "after", "around", "about"]

    /// The first one in `words`, without a preposition or article; nil where there is none.
    package static func range(in words: [String]) -> Range<Int>? {
        for place in words.indices {
            if let range = hour(at: place, words) ?? digits(at: place, words) ?? date(from: place, words) {
                return range
            }
        }
        return nil
    }

    /// "25 o'clock", "thirty five o'clock"
    private static func hour(at place: Int, _ words: [String]) -> Range<Int>? {
        guard let number = NumberWords.readMagnitude(words[place...]), number.value > 24 else { return nil }
        let end = place + number.count
        return end < words.count && words[end] == "o'clock" ? place..<end + 1 : nil
    }

    /// "at 26:00", "at 13:75"; not "2:1", which is a score.
    private static func digits(at place: Int, _ words: [String]) -> Range<Int>? {
        guard place == 0 || prepositions.contains(words[place - 1]) else { return nil }
        let parts = words[place].split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2, let hour = Int(parts[0]),
            let minute = Int(parts[1])
        else { return nil }
        return hour > 24 || minute > 59 ? place..<place + 1 : nil
    }

    /// "February 30th", "the 31st of April"
    private static func date(from place: Int, _ words: [String]) -> Range<Int>? {
        guard words[place] != "the" else { return nil }
        for count in (2...longestDate).reversed() where place + count <= words.count {
            let range = place..<place + count
            if DayPhrase.isImpossible(Array(words[range])) { return range }
        }
        return nil
    }
}

extension DayPhrase {
    /// True for a month and a day that it does not have, and nothing else.
    static func isImpossible(_ words: [String]) -> Bool {
        let parts = words.filter { !["the", "of", "st", "nd", "rd", "th"].contains($0) }
        let months = parts.indices.filter { index(of: parts[$0], in: CalendarNames.months) != nil }
        guard months.count == 1, let place = months.first, place == 0 || place == parts.count - 1,
            let month = index(of: parts[place], in: CalendarNames.months),
            case let rest = place == 0 ? Array(parts.dropFirst()) : Array(parts.dropLast()),
            let day = number(rest) ?? tooLarge(rest)
        else { return false }
        return !CivilDate(year: 2024, month: month, day: day).exists
    }

    /// Days that no month has: "thirty second", "45".
    private static func tooLarge(_ words: [String]) -> Int? {
        if let value = NumberWords.value(of: words), value > 31, value < 100 { return Int(exactly: value) }
        guard words.count == 2, let tens = NumberWords.value(of: [words[0]]), tens >= 30, tens < 100,
            let ones = CalendarNames.ordinals.firstIndex(of: words[1]), ones < 9
        else { return nil }
        return Int(exactly: tens).map { $0 + ones + 1 }
    }
}
