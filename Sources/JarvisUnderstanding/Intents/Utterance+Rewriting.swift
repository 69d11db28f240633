// SPDX-License-Identifier: GPL-3.0-or-later
// Says the same request shorter: "would you mind turning the light off" becomes "turn off the light". Every word still
// knows from which written words it came.

extension Utterance {
    /// The request without what only makes it polite, and with one wording for each thing.
    /// - Parameter isOpening: Its words are the beginning of what was said.
    package func rewritten(by lexicon: Lexicon, isOpening: Bool = true) -> Utterance {
        var result: [(word: String, range: Range<Int>)] = []
        var place = 0
        while place < words.count {
            let rest = words[place...]
            let opens = isOpening && result.isEmpty
            let rule = lexicon.rewritings[words[place]]?.first { rule in
                (opens || !rule.isOpening) && rest.starts(with: rule.from)
            }
            // What would leave nothing was the request itself.
            if let rule, !(rule.to.isEmpty && opens && rule.from.count == rest.count) {
                result += rule.to.map { ($0, place..<place + rule.from.count) }
                place += rule.from.count
            } else {
                result.append((words[place], place..<place + 1))
                place += 1
            }
        }
        return Utterance(self, words: result.map(\.word), from: result.map(\.range))
    }
}
