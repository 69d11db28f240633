// SPDX-License-Identifier: GPL-3.0-or-later
// When something should happen: "in ten minutes", "at seven", "tomorrow at nine", "friday".

/// Reads the answer to "When?".
package enum WhenPhrase {
    package enum Moment: Hashable, Sendable {
        /// Whole seconds from now.
        case after(Int64)
        case at(ClockTime, DayReference?)
    }

    /// The time of a reminder for a day without one: nine, or what "tonight" and the like suggest.
    package static func defaultTime(in words: [String]) -> ClockTime {
        switch partOfDay(in: words) {
        case "afternoon": ClockTime(hour: 15, minute: 0)
        case "evening", "night": ClockTime(hour: 20, minute: 0)
        default: ClockTime(hour: 9, minute: 0)
        }
    }

    /// `time` with the part of the day that goes with the day: "tomorrow morning at seven".
    package static func narrowed(_ time: ClockTime, in words: [String]) -> ClockTime {
        guard time.isAmbiguous, let part = partOfDay(in: words) else { return time }
        return ClockTime(hour: time.hour % 12 + (part == "morning" ? 0 : 12), minute: time.minute)
    }

    private static func partOfDay(in words: [String]) -> String? {
        if words.contains("tonight") { return "night" }
        let pairs = zip(words, words.dropFirst())
        let parts: Set = ["morning", "afternoon", "evening", "night"]
        return pairs.first { ($0 == "tomorrow" || $0 == "this") && parts.contains($1) }?.1
    }

    /// The moment that `words` are, all of them; nil when they are none.
    package static func moment(of words: [String]) -> Moment? {
        guard words.count <= 16 else { return nil }
        let rest = words.first == "in" ? words.dropFirst() : words[...]
        if let seconds = DurationPhrase.seconds(of: rest) { return .after(seconds) }
        if let (time, day) = time(of: words) { return .at(narrowed(time, in: words), day) }
        return DayPhrase.day(of: words).map { .at(defaultTime(in: words), $0) }
    }

    /// A time of day with an optional day before or behind it; nil when `words` are none.
    package static func time(of words: [String]) -> (ClockTime, DayReference?)? {
        let words = words[...]
        if let time = TimePhrase.time(of: dropping(["at", "for"], words)) { return (time, nil) }
        guard words.count >= 2, words.count <= 16 else { return nil }
        for split in words.indices.dropFirst() {
            let (head, tail) = (words[..<split], words[split...])
            if let day = DayPhrase.day(of: dropping(["on", "for"], head)),
                let time = TimePhrase.time(of: dropping(["at"], tail))
            {
                return (time, day)
            }
            if let time = TimePhrase.time(of: dropping(["at", "for"], head)),
                let day = DayPhrase.day(of: dropping(["on"], tail))
            {
                return (time, day)
            }
        }
        return nil
    }

    private static func dropping(_ prepositions: Set<String>, _ words: ArraySlice<String>) -> ArraySlice<String> {
        guard let first = words.first, prepositions.contains(first) else { return words }
        return words.dropFirst()
    }
}
