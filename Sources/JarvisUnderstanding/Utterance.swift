// SPDX-License-Identifier: GPL-3.0-or-later
// Brings spoken and typed requests into one form: "What's 12*4?" and "what is twelve times four" then differ only in
// their numbers. Each word keeps its place in the text, so free text can be quoted as written.

internal import JarvisCore

/// A request as normalised words, each with its place in the original text.
package struct Utterance: Hashable, Sendable {
    /// The text as received, without invisible characters.
    package let text: String
    /// Lower-case words without punctuation. Contractions and symbols are written out; courtesies at either end are
    /// dropped.
    package let words: [String]
    /// For each word, the whitespace-separated piece of `text` it came from.
    private let pieces: [Range<String.Index>]

    /// Indices of the words that end a clause: punctuation or a line break follows.
    private let clauseEnds: Set<Int>

    /// - Parameter dates: The order of day and month in numeric dates. If nil, "7/4" is a fraction.
    package init(_ text: String, dates: DateOrder? = nil) {
        let text = text.withoutInvisibles
        self.text = text
        var words: [String] = []
        var pieces: [Range<String.Index>] = []
        let hasDigit = text.utf8.contains { $0 >= 48 && $0 <= 57 }
        for piece in text.pieces {
            let date = dates.flatMap { NumericDate.words(of: piece, after: words.last, $0) }
            for word in date ?? PieceReader.words(of: piece, keepsParentheses: hasDigit) {
                words.append(word)
                pieces.append(piece.startIndex..<piece.endIndex)
            }
        }
        if let dates, let (range, date) = NumericDate.spoken(in: words, dates) {
            let whole = pieces[range.lowerBound].lowerBound..<pieces[range.upperBound - 1].upperBound
            words.replaceSubrange(range, with: date)
            pieces.replaceSubrange(range, with: date.map { _ in whole })
        }
        let kept = Courtesies.core(of: words)
        self.words = Array(words[kept])
        self.pieces = Array(pieces[kept])
        clauseEnds = Self.clauseEnds(of: self.pieces, in: text)
    }

    /// All words of a text, normalised as in `words` but with the courtesies.
    package static func allWords(of text: String) -> [String] {
        text.pieces.flatMap { PieceReader.words(of: $0, keepsParentheses: false) }
    }

    /// The clauses, split at punctuation; empty if there is only one.
    package var clauses: [Utterance] {
        let ends = clauseEnds.filter { $0 < words.count - 1 }.sorted() + [words.count - 1]
        guard ends.count > 1 else { return [] }
        var start = 0
        return ends.map { end in
            defer { start = end + 1 }
            return Utterance(self, words: Array(words[start...end]), from: (start...end).map { $0..<$0 + 1 })
        }
    }

    /// True if punctuation or a line break follows the word at this index.
    package func endsClause(_ place: Int) -> Bool { clauseEnds.contains(place) }

    private static func clauseEnds(of pieces: [Range<String.Index>], in text: String) -> Set<Int> {
        var ends: Set<Int> = []
        for (place, piece) in pieces.enumerated() {
            let isLast = place + 1 == pieces.count || pieces[place + 1] != piece
            guard isLast, let mark = text.utf8[piece].last else { continue }
            if marks.contains(mark) || isLineEnd(text[piece.upperBound...]) { ends.insert(place) }
        }
        return ends
    }

    private static let marks = Set(",.;:!?".utf8)

    /// True if a line ends before the next word.
    private static func isLineEnd(_ rest: Substring) -> Bool {
        // Most words have one space behind them.
        let next = rest.utf8.prefix(2)
        guard let first = next.first, let second = next.last else { return false }
        if first == UInt8(ascii: " "), second > UInt8(ascii: " "), second < 0x80 { return false }
        return rest.prefix(while: \.isWhitespace).contains(where: \.isNewline)
    }

    /// Makes an utterance of exactly these words, courtesies included.
    init(words: [String]) {
        var text = ""
        var places: [(Int, Int)] = []
        for word in words {
            if !text.isEmpty { text += " " }
            places.append((text.utf8.count, text.utf8.count + word.utf8.count))
            text += word
        }
        self.text = text
        self.words = words
        pieces = places.map { [text] start, end in
            text.utf8.index(text.startIndex, offsetBy: start)..<text.utf8.index(text.startIndex, offsetBy: end)
        }
        clauseEnds = []
    }

    /// The same text in other words. `ranges` gives, for each new word, the words of `other` it came from.
    init(_ other: Utterance, words: [String], from ranges: [Range<Int>]) {
        text = other.text
        self.words = words
        pieces = ranges.map { range in
            other.pieces[range.lowerBound].lowerBound..<other.pieces[range.upperBound - 1].upperBound
        }
        clauseEnds = Self.clauseEnds(of: pieces, in: text)
    }

    /// Where in `text` the word at this index comes from.
    package func origin(_ place: Int) -> Range<String.Index> { pieces[place] }

    /// The words that come from this part of the same text.
    package func words(from origin: Range<String.Index>) -> [String] {
        words.indices.filter { pieces[$0].overlaps(origin) }.map { words[$0] }
    }

    /// True if a word in `range` comes from this part of the same text.
    package func covers(_ origin: Range<String.Index>, with range: Range<Int>) -> Bool {
        pieces[range].contains { $0.overlaps(origin) }
    }

    /// True if the words in `range` cover whole pieces of the text: no other word came from the same pieces.
    func isWhole(_ range: Range<Int>) -> Bool {
        guard let first = range.first, let last = range.last, last < pieces.count else { return false }
        return (first == 0 || pieces[first - 1] != pieces[first])
            && (last + 1 == pieces.count || pieces[last + 1] != pieces[last])
    }

    /// The text behind the words in `range`, as written, without punctuation at its ends.
    package func original(_ range: Range<Int>) -> String {
        guard let first = range.first, let last = range.last, last < pieces.count else { return "" }
        var part = text[pieces[first].lowerBound..<pieces[last].upperBound]
        while let start = part.first, ":;,.-–—".contains(start) || start.isWhitespace { part.removeFirst() }
        while let end = part.last, ";,.!?".contains(end) || end.isWhitespace { part.removeLast() }
        return String(part)
    }
}

/// Words around a request that don't change its meaning, such as "please" and the assistant's name.
package enum Courtesies {
    private static let leading: [[String]] = [
        ["jarvis"], ["hey", "jarvis"], ["ok", "jarvis"], ["okay", "jarvis"], ["please"], ["can", "you"],
        ["could", "you"], ["would", "you"], ["will", "you"], ["i", "want", "you", "to"],
    ]
    /// Verbs whose object the name is: "quit Jarvis" ends the program.
    private static let closing: [[String]] = [
        ["quit"], ["exit"], ["close"], ["end"], ["terminate"], ["shut", "down"], ["minimize"], ["minimise"],
    ]
    private static let trailing: [[String]] = [["jarvis"], ["please"], ["for", "me"], ["right", "now"]]

    /// The range of `words` without courtesies. If only courtesies were said, the name if present, otherwise
    /// everything.
    package static func core(of words: [String]) -> Range<Int> {
        var range = words.startIndex..<words.endIndex
        while let length = leading.first(where: { words[range].starts(with: $0) })?.count {
            range = range.lowerBound + length..<range.upperBound
        }
        while let length = trailing.first(where: { words[range].suffix($0.count).elementsEqual($0) })?.count {
            let rest = words[range].dropLast(length)
            if words[range].last == "jarvis", closing.contains(where: rest.elementsEqual) { break }
            range = range.lowerBound..<range.upperBound - length
        }
        guard range.isEmpty else { return range }
        return words.firstIndex(of: "jarvis").map { $0..<$0 + 1 } ?? words.indices
    }
}
