// SPDX-License-Identifier: GPL-3.0-or-later
// Times of day: "half past six", "seven thirty p m", "quarter to nine", "19:30", "noon".

import JarvisCore

/// A time of day as it was said.
package struct ClockTime: Hashable, Sendable {
    /// 0…23
    package var hour: Int
    package var minute: Int
    /// True when it may mean the morning or the afternoon; `hour` is then 1…12.
    package var isAmbiguous: Bool

    package init(hour: Int, minute: Int, isAmbiguous: Bool = false) {
        self.hour = hour
        self.minute = minute
        self.isAmbiguous = isAmbiguous
    }

    /// Reads what `canonical` writes.
    package init?(canonical text: String) {
        let parts = text.split(separator: ":").compactMap { Int($0) }
        guard parts.count == 2, (0...23).contains(parts[0]), (0...59).contains(parts[1]) else { return nil }
        self.init(hour: parts[0], minute: parts[1])
    }

    /// "07:30"
    package var canonical: String { Self.canonical(hour, minute) }

    package static func canonical(_ hour: Int, _ minute: Int) -> String {
        "\(hour.padded()):\(minute.padded())"
    }
}

/// Reads times of day.
package enum TimePhrase {
    /// The time that `words` are, all of them; nil when they are none.
    package static func time(of words: some Collection<String>) -> ClockTime? {
        var cursor = WordCursor(Array(words)[...])
        guard let raw = bare(&cursor) else { return nil }
        guard let time = withPartOfDay(raw, &cursor), cursor.rest.isEmpty else { return nil }
        return time
    }

    private static func bare(_ cursor: inout WordCursor) -> ClockTime? {
        if cursor.accept("noon") || cursor.accept("midday") || cursor.accept("twelve", "noon")
            || cursor.accept("12", "noon")
        {
            return ClockTime(hour: 12, minute: 0)
        }
        if cursor.accept("midnight") { return ClockTime(hour: 0, minute: 0) }
        return relative(&cursor) ?? absolute(&cursor)
    }

    /// "half past six", "ten minutes to nine"
    private static func relative(_ cursor: inout WordCursor) -> ClockTime? {
        var ahead = cursor
        var minutes: Int
        if ahead.accept("half") {
            minutes = 30
        } else if ahead.accept("a", "quarter") || ahead.accept("quarter") {
            minutes = 15
        } else if let number = smallNumber(&ahead, 1...59) {
            minutes = number
            _ = ahead.accept("minutes") || ahead.accept("minute")
        } else {
            return nil
        }
        // "Half six" is half past six.
        if minutes == 30, !["to", "before", "past", "after"].contains(ahead.peek() ?? "") {
            guard let hour = smallNumber(&ahead, 1...12), ahead.peek().map(DurationPhrase.isUnit) != true else {
                return nil
            }
            cursor = ahead
            return ClockTime(hour: hour, minute: 30, isAmbiguous: true)
        }
        if ahead.accept("to") || ahead.accept("before") {
            minutes = -minutes
        } else if !(ahead.accept("past") || ahead.accept("after")) {
            return nil
        }
        guard let hour = smallNumber(&ahead, 0...23) else { return nil }
        _ = ahead.accept("o'clock")
        cursor = ahead
        guard minutes < 0 else { return ClockTime(hour: hour, minute: minutes, isAmbiguous: (1...12).contains(hour)) }
        let previous = (1...12).contains(hour) ? (hour == 1 ? 12 : hour - 1) : (hour + 23) % 24
        return ClockTime(hour: previous, minute: 60 + minutes, isAmbiguous: (1...12).contains(hour))
    }

    /// "seven", "seven thirty", "7:30", "1930", "nineteen hundred hours", "seven o'clock"
    private static func absolute(_ cursor: inout WordCursor) -> ClockTime? {
        if let word = cursor.peek(), word.first?.isNumber == true, let time = digits(word) {
            cursor.advance()
            return time
        }
        var ahead = cursor
        if let hours = CardinalReader.read(&ahead), hours >= 100, hours <= 2300, hours.remainder(dividingBy: 100) == 0 {
            // "fourteen hundred" is a number of its own.
            cursor = ahead
            _ = cursor.accept("hours")
            return ClockTime(hour: Int(hours) / 100, minute: 0)
        }
        guard let hour = smallNumber(&cursor, 0...24) else { return nil }
        let is24Hour = !(1...12).contains(hour)
        var minute = 0
        if cursor.accept("o'clock") {
        } else if cursor.accept("hundred") {
            _ = cursor.accept("hours")
            return ClockTime(hour: hour % 24, minute: 0)
        } else if cursor.accept("oh") || cursor.accept("o") || cursor.accept("zero") {
            guard let ones = smallNumber(&cursor, 0...9) else { return nil }
            minute = ones
        } else if let minutes = smallNumber(&cursor, 10...59) {
            minute = minutes
        }
        return ClockTime(hour: hour % 24, minute: minute, isAmbiguous: !is24Hour)
    }

    /// "7:30", "07:30", "7.30", "1930"
    private static func digits(_ word: String) -> ClockTime? {
        var parts = word.split { $0 == ":" || $0 == "." }.map(String.init)
        if parts.count == 1, word.count == 4 { parts = [String(word.prefix(2)), String(word.suffix(2))] }
        guard parts.count >= 2, let hour = Int(parts[0]), (0...23).contains(hour), parts[1].count == 2,
            let minute = Int(parts[1]), (0...59).contains(minute)
        else { return nil }
        let isAmbiguous =
            (1...12).contains(hour) && !word.hasPrefix("0") && word.count < 6 && word.contains { !$0.isNumber }
        return ClockTime(hour: hour, minute: minute, isAmbiguous: isAmbiguous)
    }

    private static func smallNumber(_ cursor: inout WordCursor, _ range: ClosedRange<Int>) -> Int? {
        var ahead = cursor
        guard let value = CardinalReader.read(&ahead), value == value.rounded(), value <= 60,
            range.contains(Int(value))
        else { return nil }
        cursor = ahead
        return Int(value)
    }

    /// Applies "p m", "in the evening", "at night" and the like.
    private static func withPartOfDay(_ time: ClockTime, _ cursor: inout WordCursor) -> ClockTime? {
        guard let (phrase, part) = partsOfDay.first(where: { cursor.rest.starts(with: $0.0) }) else { return time }
        cursor.advance(phrase.count)
        var result = time
        result.isAmbiguous = false
        guard time.isAmbiguous else {
            // "19:30 p m" says the same thing twice; "19:30 a m" says nothing.
            return part == .morning && time.hour > 12 ? nil : result
        }
        let hour = time.hour % 12
        switch part {
        case .morning: result.hour = hour
        case .afternoon: result.hour = hour + 12
        case .night: result.hour = time.hour == 12 || time.hour < 5 ? hour : hour + 12
        }
        return result
    }

    private enum PartOfDay { case morning, afternoon, night }

    private static let partsOfDay: [([String], PartOfDay)] = [
        (["am"], .morning), (["a", "m"], .morning), (["pm"], .afternoon), (["p", "m"], .afternoon),
        (["in", "the", "morning"], .morning), (["this", "morning"], .morning),
        (["in", "the", "afternoon"], .afternoon), (["this", "afternoon"], .afternoon),
        (["in", "the", "evening"], .afternoon), (["this", "evening"], .afternoon),
        (["at", "night"], .night), (["tonight"], .night),
    ]
}
