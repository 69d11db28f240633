// SPDX-License-Identifier: GPL-3.0-or-later
// Finds corrections that only state a preference: "seven thirty is better", "rather eleven". Pure.

import JarvisUnderstanding

enum PreferredValue {
    private static let openings = split([
        "rather", "better", "i'd prefer", "i would prefer", "i prefer", "i'd rather have", "i'd like", "let's say",
        "let's do", "why not",
    ])
    private static let endings = split([
        "is better", "would be better", "is even better", "might be better", "suits me better", "works better",
        "would be best", "would be nicer",
    ])

    private static func split(_ phrases: [String]) -> [[String]] {
        phrases.map { $0.split(separator: " ").map(String.init) }
    }

    /// The preferred part of the utterance; nil if it states no preference.
    static func part(of utterance: Utterance) -> Utterance? {
        var range = utterance.words.indices
        if let opening = openings.first(where: utterance.words.starts) {
            range = opening.count..<range.upperBound
        }
        if let ending = endings.first(where: { utterance.words[range].suffix($0.count).elementsEqual($0) }) {
            range = range.lowerBound..<range.upperBound - ending.count
        }
        return range.isEmpty || range == utterance.words.indices ? nil : utterance.part(range)
    }
}
