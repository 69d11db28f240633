// SPDX-License-Identifier: GPL-3.0-or-later
// Parses a question about the weather: the place, the days and the aspect. Pure.

import JarvisAgent
import JarvisUnderstanding

/// A parsed question about the weather. It survives the question "For which place?" as `values`.
struct WeatherRequest: Sendable {
    /// The place as spoken, or empty for the usual place.
    var place = ""
    /// Save the place as the usual one.
    var keepsPlace = false
    private var words: [String]
    private var day: DayReference?

    private static let weekDays = 7
    private static let longestDay = 5
    /// Words around a place that are not part of its name.
    private static let fillers: Set = [
        "now", "right", "currently", "please", "outside", "there", "over", "here", "at", "the", "moment", "like",
    ]

    var aspect: WeatherAspect { WeatherAspect(words) }

    init(_ invocation: SkillInvocation) {
        words = invocation.words
        day = invocation.day("day") ?? Self.day(in: words)
        place = Self.place(in: invocation.text("place") ?? "")
    }

    /// Restores the question from before JARVIS asked for the place.
    init(values: [String: String]) {
        words = Utterance(values["request"] ?? "").words
        day = Self.day(in: words)
    }

    var values: [String: String] { ["request": words.joined(separator: " ")] }

    /// The days the question is about; empty for the weather right now.
    func days(from today: CivilDate) -> [CivilDate] {
        if words.contains("weekend") {
            let saturday = (day ?? .weekday(6, isNextWeek: false)).date(from: today)
            // On a Sunday only half of the weekend is left.
            return today.weekday == 7 && !words.contains("next") ? [today] : [saturday, saturday.adding(days: 1)]
        }
        if let day, !(words.contains("next") && words.contains("week")) { return [day.date(from: today)] }
        if words.contains("week") {
            let start = words.contains("next") ? today.adding(days: 8 - today.weekday) : today
            return (0..<Self.weekDays).map { start.adding(days: $0) }
        }
        switch aspect {
        // "Will it rain" is about the rest of the day.
        case .rain, .umbrella, .snow: return [today]
        default: return []
        }
    }

    /// The place in the answer to "For which place?", or `nil` if the words aren't a name.
    static func place(said utterance: Utterance) -> String? {
        var words = utterance.words
        let openings = [
            ["i", "live", "in"], ["i", "am", "in"], ["it", "is"], ["my", "place", "is"], ["for"], ["in"], ["near"],
        ]
        if let opening = openings.first(where: { words.starts(with: $0) }) { words.removeFirst(opening.count) }
        let verbs: Set = [
            "set", "open", "what", "who", "how", "when", "where", "play", "stop", "turn", "tell", "remind", "add", "no",
            "cancel", "start", "never", "nowhere", "nothing", "why", "is", "do", "can", "i", "yes", "read",
        ]
        guard let first = words.first, words.count <= 5, !verbs.contains(first),
            words.allSatisfy({ $0.contains(where: \.isLetter) })
        else { return nil }
        return capitalized(words)
    }

    /// The place in the words after "in".
    private static func place(in text: String) -> String {
        var words = text.split { $0.isWhitespace }.map(String.init)
        words = words.map { word in String(word.reversed().drop { "?!.".contains($0) }.reversed()) }
        for length in stride(from: min(longestDay, words.count - 1), to: 0, by: -1) {
            let end = Array(words.suffix(length)).map { $0.lowercased() }
            if DayPhrase.day(of: end) != nil || end == ["this", "week"] || end == ["next", "week"] {
                words.removeLast(length)
                break
            }
        }
        while let last = words.last, fillers.contains(last.lowercased()) { words.removeLast() }
        while let first = words.first, ["the", "for", "in"].contains(first.lowercased()) { words.removeFirst() }
        return capitalized(words)
    }

    private static func capitalized(_ words: [String]) -> String {
        String(words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ").prefix(80))
    }

    /// The day from the longest phrase for a day in the words.
    private static func day(in words: [String]) -> DayReference? {
        for length in stride(from: min(longestDay, words.count), to: 0, by: -1) {
            for start in 0...(words.count - length) {
                if let day = DayPhrase.day(of: words[start..<start + length]) { return day }
            }
        }
        return nil
    }
}
