// SPDX-License-Identifier: GPL-3.0-or-later
// Shortens a request: "would you mind turning the light off" becomes "turn off the light". Every word keeps a link to
// the written words it came from.

extension Utterance {
    /// The request without polite padding and with one wording for each thing.
    /// - Parameter isOpening: True if the utterance begins with these words, so rules for openings apply.
    package func rewritten(by lexicon: Lexicon, isOpening: Bool = true) -> Utterance {
        let result = lexicon.rewritten(words, isOpening: isOpening)
        return Utterance(self, words: result.map(\.word), from: result.map(\.range))
    }
}

extension Lexicon {
    /// Words without polite padding and with one wording for each thing, each with those that it comes from.
    /// - Parameter isOpening: True if an utterance begins with these words, so rules for openings apply.
    func rewritten(_ words: [String], isOpening: Bool) -> [(word: String, range: Range<Int>)] {
        var result: [(word: String, range: Range<Int>)] = []
        var place = 0
        while place < words.count {
            let rest = words[place...]
            let opens = isOpening && result.isEmpty
            let rule = rewritings[words[place]]?.first { rule in
                (opens || !rule.isOpening) && rest.starts(with: rule.from)
            }
            // A rule that would leave nothing doesn't apply: the words are the request itself.
            if let rule, !(rule.to.isEmpty && opens && rule.from.count == rest.count) {
                result += rule.to.map { ($0, place..<place + rule.from.count) }
                place += rule.from.count
            } else {
                result.append((words[place], place..<place + 1))
                place += 1
            }
        }
        return result
    }
}
