// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts a reply into sentences, so that the first can be spoken while the rest is still being synthesized.

/// Splits text at the ends of sentences.
enum ClauseSplitter {
    /// The sentences of `text` without surrounding spaces; "2.5" and "a. m." are not ends of sentences.
    static func clauses(of text: String) -> [String] {
        var clauses: [String] = []
        var clause = ""
        let characters = Array(text)
        for (index, character) in characters.enumerated() {
            clause.append(character == "\n" ? " " : character)
            let isAtEnd = index + 1 == characters.count
            if isAtEnd || (character == "\n") || (characters[index + 1].isWhitespace && endsSentence(clause)) {
                let trimmed = trim(clause)
                if !trimmed.isEmpty { clauses.append(trimmed) }
                clause = ""
            }
        }
        return clauses
    }

    private static func endsSentence(_ clause: String) -> Bool {
        let body = clause.reversed().drop { "\"”')".contains($0) }
        guard let end = body.first, ".!?…".contains(end) else { return false }
        // A single letter before the point is an abbreviation or an initial.
        let word = body.dropFirst().prefix { $0.isLetter || $0.isNumber }
        return end != "." || word.count > 1 || word.first?.isNumber == true || word.isEmpty
    }

    private static func trim(_ text: String) -> String {
        var part = text[...]
        while part.first?.isWhitespace == true { part.removeFirst() }
        while part.last?.isWhitespace == true { part.removeLast() }
        return String(part)
    }
}
