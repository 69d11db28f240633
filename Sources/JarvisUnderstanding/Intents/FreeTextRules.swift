// SPDX-License-Identifier: GPL-3.0-or-later
// Which words may fill a blank for free text. A text that begins or ends with left-over words of the request was cut in
// the wrong place, so no reading may have it. All words come from the language's file.

/// The rules for free texts, by the name of the slot, or by intent and slot: "name.set/name".
package struct FreeTextRules: Sendable {
    /// The limits of one slot's text.
    private struct Rule: Sendable {
        /// Phrases that a text can't begin or end with.
        var start = PhraseSet()
        var end = PhraseSet()
        /// The last words of `end`: most texts end with another one.
        var lastWords: Set<String> = []
        /// Phrases that it can't contain.
        var within = PhraseSet()
        /// Texts that are valid whatever the other rules say.
        var whole = PhraseSet()
        /// The most words.
        var limit = Int.max
        /// True if it can't contain a time, a day or a duration.
        var isUntimed = false
    }

    /// By slot.
    private var rules: [String: Rule] = [:]
    /// By slot, then by intent.
    private var intentRules: [String: [String: Rule]] = [:]

    package init() {}

    /// Reads the value of a line; false if the kind of line is unknown.
    mutating func read(_ kind: String, _ slots: [String], _ phrases: [[String]]) -> Bool {
        for name in slots {
            let parts = name.split(separator: "/").map(String.init)
            guard let slot = parts.last, parts.count <= 2 else { return false }
            let intent = parts.count == 2 ? parts[0] : nil
            var rule = (intent.map { intentRules[slot]?[$0] } ?? rules[slot]) ?? Rule()
            switch kind {
            case "text-start": phrases.forEach { rule.start.insert($0) }
            case "text-end":
                phrases.forEach { rule.end.insert($0) }
                rule.lastWords.formUnion(phrases.compactMap(\.last))
            case "text-within": phrases.forEach { rule.within.insert($0) }
            case "text-whole": phrases.forEach { rule.whole.insert($0) }
            case "text-limit":
                guard let limit = phrases.first?.first.flatMap({ Int($0) }) else { return false }
                rule.limit = limit
            case "text-untimed": rule.isUntimed = true
            default: return false
            }
            if let intent { intentRules[slot, default: [:]][intent] = rule } else { rules[slot] = rule }
        }
        return true
    }

    /// False if the words can't be this slot's text.
    /// - Parameters:
    ///   - words: The words in question.
    ///   - slot: The slot's name.
    ///   - intent: The intent's name; nil if it has none.
    ///   - times: What is known of the times in the request that `words` are a part of.
    package func admits(
        _ words: ArraySlice<String>, as slot: String, of intent: String?, times: TimedParts = TimedParts()
    ) -> Bool {
        if let rule = rules[slot], !Self.admits(words, rule, times) { return false }
        guard let intent, let rule = intentRules[slot]?[intent] else { return true }
        return Self.admits(words, rule, times)
    }

    private static func admits(_ words: ArraySlice<String>, _ rule: Rule, _ times: TimedParts) -> Bool {
        let isUsual =
            words.count <= rule.limit && rule.start.length(at: words) == 0
            && !(words.last.map(rule.lastWords.contains) == true && rule.end.lengthAtEnd(of: words) > 0)
            && !words.indices.contains { rule.within.length(at: words[$0...]) > 0 }
            && !(rule.isUntimed && times.holdsTime(words))
        return isUsual || rule.whole.length(at: words) == words.count
    }
}

/// Remembers which parts of one request hold a time, since many readings ask for the same parts. For one request, on one
/// thread.
package final class TimedParts {
    /// By the first word and the number of words.
    private var known: [Range<Int>: Bool] = [:]

    package init() {}

    /// True if the words hold a time, a day or a duration. They must be a part of the same words each time.
    func holdsTime(_ words: ArraySlice<String>) -> Bool {
        if let known = known[words.indices] { return known }
        let holds =
            words.contains(where: ValueParser.mayBegin)
            && ValueChart(Array(words)).entries.contains { entry in entry.readings.contains { $0.value.isOfTime } }
        known[words.indices] = holds
        return holds
    }
}

extension SpokenValue {
    /// True for a time, a day, a duration, and values made of them.
    package var isOfTime: Bool {
        switch self {
        case .duration, .moment, .offset, .period, .recurrence, .impossible: true
        case .number, .quantity, .zone, .name, .quote: false
        }
    }
}
