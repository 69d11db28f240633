// SPDX-License-Identifier: GPL-3.0-or-later
// Tells what follows a request from what stands by itself: "no, make it five minutes" is a correction of which "five
// minutes" is the new part, "and in Celsius?" asks besides.

/// What was said after something was done or told.
package struct FollowUpPhrase: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// What was done is to be replaced.
        case correction
        /// Something more is asked.
        case addition
        /// Nothing tells which.
        case bare
    }

    /// Ends what is asked besides.
    private static let besides: Set<String> = ["too", "well", "also"]

    package private(set) var kind = Kind.bare
    /// What is left once the words that tell the kind have been taken away.
    package private(set) var rest: Utterance

    /// What corrects by other words than those of the language's files.
    package init(correctingTo rest: Utterance) {
        kind = .correction
        self.rest = rest
    }

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
    /// Some of its words.
    package func part(_ range: Range<Int>) -> Utterance {
        Utterance(self, words: Array(words[range]), from: range.map { $0..<$0 + 1 })
    }
}
