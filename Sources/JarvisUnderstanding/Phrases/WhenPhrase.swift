// SPDX-License-Identifier: GPL-3.0-or-later
// When something should happen: "in ten minutes", "at seven", "tomorrow at nine", "friday".

/// Reads the answer to "When?".
package enum WhenPhrase {
    package enum Moment: Hashable, Sendable {
        /// Whole seconds from now.
        case after(Int64)
        case at(ClockTime, DayReference?)
    }

    private static let hedges: Set<String> = ["about", "around", "roughly", "maybe", "say"]

    /// The time of a reminder for a day without one: nine, or what "tonight" and the like suggest.
    package static func defaultTime(in words: [String]) -> ClockTime {
        (PartOfDay.part(in: words) ?? .morning).time
    }

    /// `time` with the part of the day that goes with the day: "tomorrow morning at seven".
    package static func narrowed(_ time: ClockTime, in words: [String]) -> ClockTime {
        guard time.isAmbiguous, let part = PartOfDay.part(in: words), part != .noon else { return time }
        return ClockTime(hour: time.hour % 12 + (part == .morning ? 0 : 12), minute: time.minute)
    }

    /// The moment that `words` are, all of them; nil when they are none.
    package static func moment(of words: [String]) -> Moment? {
        guard words.count <= 16 else { return nil }
        let words = words.filter { !hedges.contains($0) }
        var rest = words.first == "in" ? words.dropFirst() : words[...]
        if rest.suffix(2).elementsEqual(["from", "now"]) { rest = rest.dropLast(2) }
        if let seconds = DurationPhrase.seconds(of: rest) { return .after(seconds) }
        if let (time, day) = time(of: words) { return .at(narrowed(time, in: words), day) }
        let bare = words.first == "by" || words.first == "for" ? Array(words.dropFirst()) : words
        if let part = PartOfDay.part(of: bare) { return .at(part.time, nil) }
        return DayPhrase.day(of: bare).map { .at(defaultTime(in: words), $0) }
    }

    /// A time of day with an optional day before or behind it; nil when `words` are none.
    package static func time(of words: [String]) -> (ClockTime, DayReference?)? {
        let words = words.filter { !hedges.contains($0) }[...]
        if let time = TimePhrase.time(of: dropping(["at", "for", "by"], words)) { return (time, nil) }
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
