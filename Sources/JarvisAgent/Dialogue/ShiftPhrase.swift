// SPDX-License-Identifier: GPL-3.0-or-later
// Finds changes of a known time: "half an hour later", "the day after", "quarter past", "in the evening".

package import JarvisUnderstanding

/// Parses changes of a time or a length.
package enum ShiftPhrase {
    package enum Shift: Hashable, Sendable {
        /// Seconds later; negative for earlier.
        case later(Int64)
        /// The length multiplied by this factor.
        case scaled(Double)
        /// Starts from the beginning.
        case restarted
        /// Minutes past the same hour; negative for minutes to it.
        case minutes(Int)
        /// The same hour in another part of the day.
        case partOfDay(PartOfDay)
    }

    private static let fillers: Set<String> = [
        "it", "that", "this", "them", "by", "make", "move", "push", "put", "bring", "pull", "take", "set", "another",
        "a", "bit", "just", "start", "please", "again", "all", "for", "and", "oh", "no", "actually", "off", "on",
        "shift",
        "knock", "the", "timer", "alarm", "reminder", "delay", "postpone", "to", "let", "us", "can", "we", "you", "run",
    ]
    private static let later: Set<String> = ["later", "longer", "back", "delay", "postpone"]
    private static let earlier: Set<String> = ["earlier", "sooner", "less", "shorter", "forward", "forwards"]
    private static let day: Int64 = 86_400
    private static let whole: [(String, Shift)] = [
        ("day after", .later(day)), ("day before", .later(-day)), ("next day", .later(day)),
        ("following day", .later(day)), ("week after", .later(7 * day)), ("week before", .later(-7 * day)),
        ("double", .scaled(2)), ("twice as long", .scaled(2)), ("half as long", .scaled(0.5)), ("halve", .scaled(0.5)),
        ("cut in half", .scaled(0.5)), ("over", .restarted), ("from the start", .restarted),
        ("from the beginning", .restarted), ("restart", .restarted), ("reset", .restarted),
        ("am", .partOfDay(.morning)), ("a m", .partOfDay(.morning)), ("pm", .partOfDay(.evening)),
        ("p m", .partOfDay(.evening)),
    ]

    /// Parses `words` as a whole; nil if they are not a shift.
    package static func shift(of words: [String]) -> Shift? {
        guard words.count <= 12 else { return nil }
        if let part = PartOfDay.part(of: words) { return .partOfDay(part) }
        let core = words.filter { !fillers.contains($0) || $0 == "a" }
        let text = core.drop { $0 == "a" }.joined(separator: " ")
        if let known = whole.first(where: { $0.0 == text || $0.0 == words.joined(separator: " ") }) { return known.1 }
        return minutes(words) ?? distance(words)
    }

    /// "Quarter past", "ten to"
    private static func minutes(_ words: [String]) -> Shift? {
        guard let last = words.last, ["past", "to"].contains(last), words.count > 1,
            let time = TimePhrase.time(of: words.drop { $0 == "a" } + ["ten"])
        else { return nil }
        return .minutes(last == "past" ? time.minute : time.minute - 60)
    }

    /// "Five minutes earlier", "push it back by an hour"
    private static func distance(_ words: [String]) -> Shift? {
        for length in (1...max(words.count, 1)).reversed() where length <= words.count {
            for start in 0...words.count - length {
                guard let seconds = DurationPhrase.seconds(of: words[start..<start + length]) else { continue }
                let rest = words[..<start] + words[(start + length)...]
                let isOff = rest.contains("off") && !Set(rest).isDisjoint(with: ["take", "knock"])
                let (up, down) = (rest.filter(later.contains), rest.filter(earlier.contains))
                guard rest.allSatisfy({ fillers.contains($0) || later.contains($0) || earlier.contains($0) }),
                    isOff || up.isEmpty != down.isEmpty || rest.starts(with: ["put", "it", "off"])
                else { return nil }
                return .later(isOff || !down.isEmpty ? -seconds : seconds)
            }
        }
        return nil
    }
}
