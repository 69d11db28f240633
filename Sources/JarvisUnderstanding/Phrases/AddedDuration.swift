// SPDX-License-Identifier: GPL-3.0-or-later
// Rewrites added durations so that the parser sees a whole one: "five more minutes" becomes "five minutes more", and
// "another minute" becomes "another one minute". Pure.

extension Utterance {
    private static let adding: Set<String> = ["more", "extra", "further", "additional"]
    private static let articles: Set<String> = ["another", "extra", "further", "additional"]

    /// The same utterance with every added duration in one piece. Reordered words map to all the words they came from.
    package func withAddedDurationsWhole() -> Utterance {
        guard words.count > 1, words.contains(where: { $0 == "another" || Self.adding.contains($0) }) else {
            return self
        }
        var result: [(word: String, range: Range<Int>)] = []
        var place = 0
        while place < words.count {
            let word = words[place]
            let pair = place..<min(place + 2, words.count)
            if pair.count == 2, DurationPhrase.isUnit(words[place + 1]) {
                if place > 0, Self.adding.contains(word), NumberWords.value(of: [words[place - 1]]) != nil {
                    result += [(words[place + 1], pair), ("more", pair)]
                    place += 2
                    continue
                }
                if Self.articles.contains(word) {
                    result += [(word, pair), ("one", pair), (words[place + 1], pair)]
                    place += 2
                    continue
                }
            }
            result.append((word, place..<place + 1))
            place += 1
        }
        return Utterance(self, words: result.map(\.word), from: result.map(\.range))
    }
}
