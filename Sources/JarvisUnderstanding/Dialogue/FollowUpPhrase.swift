// SPDX-License-Identifier: GPL-3.0-or-later
// Separates a follow-up from the words that introduce it: "no, make it five minutes" corrects something to "five
// minutes", and "and in Celsius?" asks for something more.

/// What the user says after an action or an answer.
package struct FollowUpPhrase: Hashable, Sendable {
    /// How a follow-up relates to the request before it.
    package enum Kind: Hashable, Sendable {
        /// It replaces the request before it.
        case correction
        /// It asks for something more.
        case addition
        /// No word says how it relates.
        case bare
    }

    /// Words at the end that make it an addition.
    private static let besides: Set<String> = ["too", "well", "also"]

    package private(set) var kind = Kind.bare
    /// The words left once those that mark the kind are removed.
    package private(set) var rest: Utterance

    /// A correction recognized by other means than the phrases of the lexicon.
    package init(correctingTo rest: Utterance) {
        kind = .correction
        self.rest = rest
    }

    /// Strips the words that mark a correction or an addition from both ends.
    package init(_ utterance: Utterance, lexicon: Lexicon) {
        var range = utterance.words.indices
        var kind = Kind.bare
        var isChanging = true
        while isChanging, !range.isEmpty {
            isChanging = false
            let words = utterance.words[range]
            for role in [DialogueRole.correction, .addition, .hedge] {
                let length = lexicon.phrases(role).length(at: words)
                guard length > 0 else { continue }
                if role == .correction { kind = .correction }
                if role == .addition, kind == .bare { kind = .addition }
                range = range.lowerBound + length..<range.upperBound
                isChanging = true
                break
            }
        }
        isChanging = true
        while isChanging, !range.isEmpty {
            isChanging = false
            for role in [DialogueRole.ending, .tail] {
                let length = lexicon.phrases(role).lengthAtEnd(of: utterance.words[range])
                guard length > 0, length < range.count else { continue }
                if role == .ending { kind = .correction }
                range = range.lowerBound..<range.upperBound - length
                isChanging = true
                break
            }
            if range.count > 1, Self.besides.contains(utterance.words[range.upperBound - 1]) {
                if kind == .bare { kind = .addition }
                range =
                    range.lowerBound..<range.upperBound - (utterance.words[range].suffix(2) == ["as", "well"] ? 2 : 1)
                isChanging = true
            }
        }
        self.kind = kind
        rest = utterance.part(range)
    }
}

extension Utterance {
    /// The words in `range` as an utterance of their own.
    package func part(_ range: Range<Int>) -> Utterance {
        Utterance(self, words: Array(words[range]), from: range.map { $0..<$0 + 1 })
    }
}
