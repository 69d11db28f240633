// SPDX-License-Identifier: GPL-3.0-or-later
// Parses a question about the weather: the place, the days and the aspect. Pure.

import JarvisAgent
import JarvisCore
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
        "now", "right", "currently", "please", "outside", "out", "there", "over", "here", "at", "the", "moment", "like",
    ]

    var aspect: WeatherAspect { WeatherAspect(words) }

    init(_ invocation: SkillInvocation) {
        words = invocation.words
        day = invocation.day("day") ?? Self.day(in: words)
        let said = invocation.text("where") ?? invocation.text("place") ?? ""
        let named = Self.place(in: said)
        place = named.isEmpty ? Self.place(among: Utterance(invocation.request.text).words) : named
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

    /// The place in the words after "in"; empty if they name none.
    private static func place(in text: String) -> String {
        let words = text.split { $0.isWhitespace }.map(String.init)
        return name(of: words.map { word in String(word.reversed().drop { "?!.,".contains($0) }.reversed()) })
    }

    /// The place that a whole question names: behind "in" and the like, or before "weather".
    private static func place(among words: [String]) -> String {
        for index in words.indices.reversed() where openings.contains(words[index]) {
            let rest = words[(index + 1)...]
            let found = name(of: Array(rest.prefix { !openings.contains($0) && !ends.contains($0) }))
            if !found.isEmpty { return found }
        }
        guard let noun = words.firstIndex(where: { ["weather", "forecast", "temperature"].contains($0) }) else {
            return ""
        }
        let before = words[..<noun].reversed().prefix { !common.contains($0) && !fillers.contains($0) }.reversed()
        return before.count <= 3 ? name(of: Array(before)) : ""
    }

    /// The words without times and words around a name; empty if what is left can't be a name.
    private static func name(of said: [String]) -> String {
        var words = said
        var changes = true
        while changes, !words.isEmpty {
            changes = false
            let lower = words.map { $0.lowercased() }
            let times = ValueChart(lower).entries.filter { entry in entry.readings.contains { $0.value.isOfTime } }
            if let time = times.first(where: { $0.range.upperBound == words.count || $0.range.lowerBound == 0 }) {
                words.removeSubrange(time.range)
                changes = true
            } else if let last = lower.last, fillers.contains(last) || openings.contains(last) {
                words.removeLast()
                changes = true
            } else if let first = lower.first, fillers.contains(first) || openings.contains(first) {
                words.removeFirst()
                changes = true
            }
        }
        let isName = words.allSatisfy { word in
            !common.contains(word.lowercased()) && word.first?.isLetter == true
        }
        return isName && words.count <= mostNameWords ? capitalized(words) : ""
    }

    /// Words before a place.
    private static let openings: Set = ["in", "for", "at", "near", "around", "of", "on", "over", "to"]
    /// Words that a place ends before.
    private static let ends: Set = ["and", "or", "if", "when", "what", "so", "is", "will", "be"]
    private static let mostNameWords = 5
    /// Words of questions about the weather, which are in no name of a place.
    private static let common: Set = [
        "weather", "forecast", "forecasts", "temperature", "temperatures", "rain", "raining", "rainy", "snow",
        "snowing",
        "snowy", "sun", "sunny", "cloudy", "windy", "wind", "fog", "foggy", "storm", "storms", "humid", "humidity",
        "hot",
        "cold", "warm", "cool", "dry", "wet", "degrees", "celsius", "fahrenheit", "umbrella", "coat", "jacket",
        "report",
        "conditions", "condition", "climate", "high", "low", "highs", "lows", "chance", "is", "are", "was", "were",
        "be",
        "will", "would", "does", "do", "did", "can", "could", "should", "going", "gonna", "what", "how", "when",
        "where",
        "which", "who", "why", "i", "you", "it", "we", "they", "he", "she", "me", "my", "your", "our", "us", "this",
        "that", "these", "those", "a", "an", "any", "some", "all", "check", "tell", "give", "show", "get", "read",
        "know",
        "need", "want", "have", "has", "had", "look", "looking", "find", "about", "area", "city", "town", "home",
        "hometown",
        "work", "office", "place", "location", "house", "garden", "today's", "tomorrow's", "tonight's", "week's",
        "week",
        "weeks", "day", "days", "hour", "hours", "month", "year", "weekend", "next", "last", "current", "currently",
        "latest", "local", "daily", "weekly", "hourly", "extended", "general", "good", "bad", "nice", "fine",
        "expected",
        "supposed", "suppose", "predicted", "expect", "like", "with", "from", "by", "not", "no", "much", "many", "more",
        "least", "most", "long", "soon", "later", "early", "morning", "afternoon", "evening", "night", "ok", "okay",
        "google", "alexa", "siri", "hey", "hi", "hello", "jarvis", "update", "updates", "info", "information", "data",
        "rundown", "outlook", "run", "walk", "trip", "outing", "picnic", "game", "beach", "lunch", "dinner", "bring",
        "take", "wear", "inches", "degree", "percent", "feel", "feels", "get", "getting", "come", "coming", "rest",
        "upcoming", "following", "few", "couple", "whole", "entire", "full", "what's", "whats", "s", "please",
        "there's", "type", "kind", "sort", "layers", "shorts", "gloves", "boots", "temp", "temps", "outdoors",
        "indoors", "advance", "time", "form",
    ]

    private static func capitalized(_ words: [String]) -> String {
        String(words.map { $0.capitalizedFirst }.joined(separator: " ").prefix(80))
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
