// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of the day, and the time that is meant where none is said: "in the afternoon" is three o'clock.

/// A part of the day.
package enum PartOfDay: String, Hashable, Sendable, CaseIterable {
    case morning, noon, afternoon, evening, night

    /// The time of what is to happen then.
    package var time: ClockTime {
        switch self {
        case .morning: ClockTime(hour: 9, minute: 0)
        case .noon: ClockTime(hour: 12, minute: 0)
        case .afternoon: ClockTime(hour: 15, minute: 0)
        case .evening, .night: ClockTime(hour: 20, minute: 0)
        }
    }

    private static let phrases: [(String, PartOfDay)] = [
        ("first thing in the morning", .morning), ("in the early morning", .morning), ("in the morning", .morning),
        ("in the late afternoon", .afternoon), ("in the early afternoon", .afternoon),
        ("in the afternoon", .afternoon), ("in the early evening", .evening), ("in the evening", .evening),
        ("at night", .night), ("at lunchtime", .noon), ("at lunch time", .noon), ("at lunch", .noon),
        ("over lunch", .noon), ("after lunch", .afternoon), ("after work", .evening), ("first thing", .morning),
    ]
    private static let split = phrases.map { ($0.0.split(separator: " ").map(String.init), $0.1) }

    private static let endings = Set(split.compactMap(\.0.last) + allCases.map(\.rawValue))

    /// The part of the day that `words` are by themselves: "in the evening".
    package static func part(of words: some Collection<String>) -> PartOfDay? {
        split.first { words.elementsEqual($0.0) }?.1
    }

    /// How many words at the end of a day name a part of it: "monday morning"; nil when none do.
    static func lengthAtEnd(of words: some BidirectionalCollection<String>) -> Int? {
        guard let end = words.last, endings.contains(end) else { return nil }
        if let phrase = split.first(where: { words.suffix($0.0.count).elementsEqual($0.0) }) { return phrase.0.count }
        return words.count > 1 && PartOfDay(rawValue: end) != nil ? 1 : nil
    }

    /// The part of the day that is spoken of anywhere in `words`.
    static func part(in words: [String]) -> PartOfDay? {
        if words.contains("tonight") { return .night }
        for (place, word) in words.enumerated() {
            guard let part = PartOfDay(rawValue: word), place > 0 else { continue }
            let before = words[place - 1]
            let isDay = CalendarNames.weekdays.contains { $0.lowercased() == before }
            if isDay || before == "tomorrow" || before == "this" { return part }
        }
        for start in words.indices {
            if let found = split.first(where: { words[start...].starts(with: $0.0) }) { return found.1 }
        }
        return nil
    }
}
