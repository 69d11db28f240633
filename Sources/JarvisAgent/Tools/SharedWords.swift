// SPDX-License-Identifier: GPL-3.0-or-later
// How near tools are to a request, by the words that they have in common. Pure.

/// Words as they are compared, and the score of what has them.
package enum SharedWords {
    /// Words that differ only in their ending are one.
    package static func stem(_ word: String) -> String {
        for ending in ["ing", "es", "s"] where word.count > ending.count + 3 && word.hasSuffix(ending) {
            return String(word.dropLast(ending.count))
        }
        return word
    }

    /// The places of those that have wanted words, best first. A word that many have says little.
    /// - Parameters:
    ///   - all: The words of each.
    ///   - limit: The most places that are told.
    package static func ranked(
        _ all: [Set<String>], for wanted: Set<String>, limit: Int
    ) -> [(place: Int, score: Double)] {
        guard !wanted.isEmpty else { return [] }
        // In one order: sums of the same parts must be the same.
        let wanted = wanted.sorted()
        let common = all.map { words in wanted.filter(words.contains) }
        var counts: [String: Double] = [:]
        for words in common { for word in words { counts[word, default: 0] += 1 } }
        let scored = all.indices.compactMap { place -> (place: Int, score: Double)? in
            guard !common[place].isEmpty else { return nil }
            return (place, common[place].reduce(0) { $0 + 1 / counts[$1, default: 1] })
        }
        return Array(scored.sorted { ($0.score, -$0.place) > ($1.score, -$1.place) }.prefix(limit))
    }
}
