// SPDX-License-Identifier: GPL-3.0-or-later
// One line of a note that says most of what the note is about: one of its own sentences, or the part of a long one,
// chosen by how often its words come in the whole note. Nothing is put in other words. Pure.

/// One line of a note.
public struct NoteSummary: Hashable, Sendable {
    /// Characters that fit on a line of a notification.
    public static let longest = 90
    /// The line, of the note's own words; empty for a note without words.
    public let text: String

    /// - Parameter note: the note in whole.
    public init(_ note: String) {
        let parts = Self.parts(of: note)
        let counts = Self.counts(note)
        func weight(_ part: Substring) -> Double {
            let words = NoteWords.words(part)
            let about = Set(words).subtracting(NoteWords.common)
            let sum = about.reduce(0) { $0 + (counts[$1] ?? 0) }
            // By the root of its length: neither the longest part wins always, nor the shortest.
            return Double(sum) / Double(max(1, words.count)).squareRoot()
        }
        // The first of several that weigh the same.
        let best = parts.enumerated().max { left, right in
            let (one, other) = (weight(left.element), weight(right.element))
            return one != other ? one < other : left.offset > right.offset
        }
        text = best.map { Self.line($0.element) } ?? ""
    }

    /// How often each word comes that is about something.
    private static func counts(_ note: String) -> [String: Int] {
        NoteWords.words(note).filter { !NoteWords.common.contains($0) }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    /// Sentences, and the parts of those that are too long for a line.
    private static func parts(of note: String) -> [Substring] {
        pieces(note[...], at: ".!?").flatMap { sentence in
            sentence.count <= longest ? [sentence] : pieces(sentence, at: ",;:—")
        }
    }

    /// The text cut behind these signs, where a blank or the end follows: not in "3.5".
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

    /// The part on one line: no blanks around it, no comma behind it, and cut at a word where it is too long.
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
        return line.prefix(1).uppercased() + line.dropFirst()
    }
}
