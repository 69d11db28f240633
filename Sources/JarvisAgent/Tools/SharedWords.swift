// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks tools for a request by the words they share with it. Pure.

/// Compares words and ranks sets of words.
package enum SharedWords {
    /// Reduces a word to a form that is the same for words that differ only in their ending.
    package static func stem(_ word: String) -> String {
        for ending in ["ing", "es", "s"] where word.count > ending.count + 3 && word.hasSuffix(ending) {
            return String(word.dropLast(ending.count))
        }
        return word
    }

    /// Ranks the sets that contain wanted words, best first. The more sets contain a word, the less it counts.
    /// - Parameters:
    ///   - all: The words of each set.
    ///   - limit: The maximum number of results.
    /// - Returns: The index of each set in `all`, and its score.
    package static func ranked(
        _ all: [Set<String>], for wanted: Set<String>, limit: Int
    ) -> [(place: Int, score: Double)] {
        guard !wanted.isEmpty else { return [] }
        // Sort, so that the floating-point sums for equal sets of words are equal.
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
