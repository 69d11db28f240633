// SPDX-License-Identifier: GPL-3.0-or-later
// Summarizes a note in one line: the sentence, or the part of a long one, whose words occur most often in the whole
// note. The text is never rephrased. Pure.

import JarvisCore

/// A one-line summary of a note.
public struct NoteSummary: Hashable, Sendable {
    /// The number of characters that fit on one line of a notification.
    public static let longest = 90
    /// The summary in the note's own words; empty for a note without words.
    public let text: String

    /// - Parameter note: The complete note.
    public init(_ note: String) {
        let parts = Self.parts(of: note)
        let counts = Self.counts(note)
        func weight(_ part: Substring) -> Double {
            let words = NoteWords.words(part)
            let about = Set(words).subtracting(NoteWords.common)
            let sum = about.reduce(0) { $0 + (counts[$1] ?? 0) }
            // Dividing by the root of the length favours neither the longest parts nor the shortest.
            return Double(sum) / Double(max(1, words.count)).squareRoot()
        }
        // Of parts with equal weight, take the first.
        let best = parts.enumerated().max { left, right in
            let (one, other) = (weight(left.element), weight(right.element))
            return one != other ? one < other : left.offset > right.offset
        }
        text = best.map { Self.line($0.element) } ?? ""
    }

    /// How often each content word occurs.
    private static func counts(_ note: String) -> [String: Int] {
        NoteWords.words(note).filter { !NoteWords.common.contains($0) }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    /// The sentences; those too long for a line are split into parts.
    private static func parts(of note: String) -> [Substring] {
        pieces(note[...], at: ".!?").flatMap { sentence in
            sentence.count <= longest ? [sentence] : pieces(sentence, at: ",;:—")
        }
    }

    /// Splits the text after these punctuation marks if whitespace or the end follows, so "3.5" stays whole.
    private static func pieces(_ text: Substring, at signs: String) -> [Substring] {
        var pieces: [Substring] = []
        var start = text.startIndex
        for index in text.indices {
            let next = text.index(after: index)
            let isEnd = next == text.endIndex || text[next].isWhitespace
            guard text[index].isNewline || isEnd && signs.contains(text[index]) else { continue }
            pieces.append(text[start..<next])
            start = next
        }
        pieces.append(text[start...])
        return pieces.filter { piece in piece.contains { $0.isLetter || $0.isNumber } }
    }

    /// The part as one line: trimmed, without a trailing comma, and truncated after a whole word if too long.
    private static func line(_ part: Substring) -> String {
        let words = part.split(whereSeparator: \.isWhitespace)
        var line = ""
        for word in words {
            let longer = line.isEmpty ? String(word) : line + " " + word
            guard longer.count < longest || longer.count == longest && word == words.last else {
                let cut = line.isEmpty ? String(word.prefix(longest - 1)) : line
                return cut + "…"
            }
            line = longer
        }
        while let last = line.last, ",;:—".contains(last) { line.removeLast() }
        return line.capitalizedFirst
    }
}
