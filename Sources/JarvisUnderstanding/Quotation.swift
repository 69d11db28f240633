// SPDX-License-Identifier: GPL-3.0-or-later
// Finds quoted and parenthesized text in a written request. Pure.

/// Finds quotations in a text.
package enum Quotation {
    private static let marks: [Character: Character] = [
        "\"": "\"", "“": "”", "„": "“", "«": "»", "‘": "’", "'": "'", "`": "`", "(": ")", "[": "]",
    ]

    /// The texts between a mark that opens a word and its counterpart at the end of a word, so apostrophes don't count.
    /// Nested quotations are not listed separately.
    package static func parts(of text: String) -> [Substring] {
        var parts: [Substring] = []
        var place = text.startIndex
        while place < text.endIndex {
            let isOpening = place == text.startIndex || !isOfWord(text[text.index(before: place)])
            let start = text.index(after: place)
            guard isOpening, let closing = marks[text[place]], let end = end(of: closing, in: text, from: start) else {
                place = start
                continue
            }
            parts.append(text[start..<end])
            place = text.index(after: end)
        }
        return parts
    }

    private static func end(of mark: Character, in text: String, from start: String.Index) -> String.Index? {
        text[start...].indices.first { place in
            let next = text.index(after: place)
            return text[place] == mark && (next == text.endIndex || !isOfWord(text[next]))
        }
    }

    private static func isOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}
