// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths of time that are added to others: "five more minutes" and "another minute" have the length apart from the word
// that adds it, as in "five minutes more" and "another one minute". Pure.

extension Utterance {
    private static let adding: Set<String> = ["more", "extra", "further", "additional"]
    private static let articles: Set<String> = ["another", "extra", "further", "additional"]

    /// The same with every added length in one piece. Its words stand for all the words that they were parted from.
    func withAddedDurationsWhole() -> Utterance {
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
