// SPDX-License-Identifier: GPL-3.0-or-later
// The words of what was said or typed, in one form for both: "What's 12*4?" and "what is twelve times four" differ
// only in their numbers afterwards. Each word remembers its place, so that free text comes back as it was written.

/// A normalised utterance.
package struct Utterance: Hashable, Sendable {
    /// The text as it came in.
    package let text: String
    /// Lower-case words without punctuation; contractions and symbols are written out, courtesies at the ends dropped.
    package let words: [String]
    /// For each word, the whitespace-separated piece of `text` that it came from.
    private let pieces: [Range<String.Index>]

    package init(_ text: String) {
        self.text = text
        var words: [String] = []
        var pieces: [Range<String.Index>] = []
        let hasDigit = text.utf8.contains { $0 >= 48 && $0 <= 57 }
        for piece in text.split(whereSeparator: \.isWhitespace) {
            for word in PieceReader.words(of: piece, keepsParentheses: hasDigit) {
                words.append(word)
                pieces.append(piece.startIndex..<piece.endIndex)
            }
        }
        let kept = Courtesies.core(of: words)
        self.words = Array(words[kept])
        self.pieces = Array(pieces[kept])
    }

    /// The text from which the words in `range` came, as written, without punctuation at its ends.
    package func original(_ range: Range<Int>) -> String {
        guard let first = range.first, let last = range.last, last < pieces.count else { return "" }
        var part = text[pieces[first].lowerBound..<pieces[last].upperBound]
        while let start = part.first, ":;,.-–—".contains(start) || start.isWhitespace { part.removeFirst() }
        while let end = part.last, ";,.!?".contains(end) || end.isWhitespace { part.removeLast() }
        return String(part)
    }
}

/// Words at the ends of an utterance that mean nothing to a skill.
package enum Courtesies {
    private static let leading: [[String]] = [
        ["jarvis"], ["hey", "jarvis"], ["ok", "jarvis"], ["okay", "jarvis"], ["please"], ["can", "you"],
        ["could", "you"], ["would", "you"], ["will", "you"], ["i", "want", "you", "to"],
    ]
    private static let trailing: [[String]] = [["jarvis"], ["please"], ["for", "me"], ["right", "now"]]

    /// The part of `words` that remains; where nothing would, the name, or all that was said.
    package static func core(of words: [String]) -> Range<Int> {
        var range = words.startIndex..<words.endIndex
        while let length = leading.first(where: { words[range].starts(with: $0) })?.count {
            range = range.lowerBound + length..<range.upperBound
        }
        while let length = trailing.first(where: { words[range].suffix($0.count).elementsEqual($0) })?.count {
            range = range.lowerBound..<range.upperBound - length
        }
        guard range.isEmpty else { return range }
        return words.firstIndex(of: "jarvis").map { $0..<$0 + 1 } ?? words.indices
    }
}
