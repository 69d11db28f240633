// SPDX-License-Identifier: GPL-3.0-or-later
// Splits a line into a program and its arguments, with quotes as in a shell but without expansion. Pure.

enum CommandWords {
    /// The words of a line; nil if a quote isn't closed.
    static func split(_ line: String) -> [String]? {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var rest = line[...]
        while let character = rest.popFirst() {
            if let open = quote {
                if character == open {
                    quote = nil
                } else if character == "\\", open == "\"", let next = rest.first, next == "\"" || next == "\\" {
                    word?.append(rest.removeFirst())
                } else {
                    word?.append(character)
                }
            } else if character == "\"" || character == "'" {
                quote = character
                word = word ?? ""
            } else if character == "\\", let next = rest.popFirst() {
                word = (word ?? "") + String(next)
            } else if character.isWhitespace {
                if let whole = word { words.append(whole) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil else { return nil }
        if let word { words.append(word) }
        return words
    }

    /// A line that splits into these words.
    static func join(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

    private static func quoted(_ word: String) -> String {
        let isPlain = !word.isEmpty && !word.contains { $0.isWhitespace || "\"'\\".contains($0) }
        guard !isPlain else { return word }
        let inner = word.map { "\"\\".contains($0) ? "\\\($0)" : String($0) }.joined()
        return "\"\(inner)\""
    }

    /// Parses NAME=VALUE lines; nil if a line is malformed. A line with only a name keeps that variable's current
    /// value.
    static func variables(_ text: String) -> (names: [String], values: [String: String])? {
        var (names, values): ([String], [String: String]) = ([], [:])
        for line in text.split(whereSeparator: \.isNewline) where line.contains(where: { !$0.isWhitespace }) {
            let name = String(line.prefix { $0 != "=" }.drop(while: \.isWhitespace))
            let isName = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            guard isName, let first = name.first, !first.isNumber, !names.contains(name) else { return nil }
            names.append(name)
            if let equals = line.firstIndex(of: "=") { values[name] = String(line[line.index(after: equals)...]) }
        }
        return (names, values)
    }
}
