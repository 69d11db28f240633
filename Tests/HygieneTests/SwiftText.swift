// SPDX-License-Identifier: GPL-3.0-or-later
// Swift source with its comments, or its comments and string literals, blanked out: rules about code must not stumble
// over what comments and texts say. Lines keep their numbers.

enum SwiftText {
    /// The code alone: comments and the insides of string literals become spaces. Interpolated expressions count as
    /// part of the literal.
    static func code(_ text: String) -> String {
        blank(text, strings: true)
    }

    /// The code with its string literals.
    static func withoutComments(_ text: String) -> String {
        blank(text, strings: false)
    }

    private static func blank(_ text: String, strings: Bool) -> String {
        var scanner = Scanner(characters: Array(text), blanksStrings: strings)
        return scanner.run()
    }
}

/// One pass over the characters.
private struct Scanner {
    let characters: [Character]
    let blanksStrings: Bool
    private var position = 0
    private var output = ""

    init(characters: [Character], blanksStrings: Bool) {
        self.characters = characters
        self.blanksStrings = blanksStrings
    }

    mutating func run() -> String {
        while position < characters.count {
            if looksAt("//") {
                skipLineComment()
            } else if looksAt("/*") {
                skipBlockComment()
            } else if let hashes = literalStart() {
                copyLiteral(hashes: hashes)
            } else {
                copy()
            }
        }
        return output
    }

    private func looksAt(_ word: String) -> Bool {
        characters[position...].starts(with: word)
    }

    private mutating func copy() {
        output.append(characters[position])
        position += 1
    }

    private mutating func hide() {
        output.append(characters[position].isNewline ? characters[position] : " ")
        position += 1
    }

    private mutating func skipLineComment() {
        while position < characters.count, !characters[position].isNewline { hide() }
    }

    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            let step = looksAt("/*") ? 1 : looksAt("*/") ? -1 : 0
            depth += step
            hide()
            if step != 0, position < characters.count { hide() }
        } while depth > 0 && position < characters.count
    }

    /// The number of `#` before a string literal that begins here; nil when none does.
    private func literalStart() -> Int? {
        var index = position
        while index < characters.count, characters[index] == "#" { index += 1 }
        return index < characters.count && characters[index] == "\"" ? index - position : nil
    }

    private mutating func copyLiteral(hashes: Int) {
        for _ in 0..<hashes { copy() }
        let quote = looksAt("\"\"\"") ? "\"\"\"" : "\""
        for _ in quote { copy() }
        let closing = quote + String(repeating: "#", count: hashes)
        let escape = "\\" + String(repeating: "#", count: hashes)
        var depth = 0
        while position < characters.count, depth > 0 || !looksAt(closing) {
            if depth == 0, looksAt(escape + "(") {
                for _ in escape + "(" { hideInLiteral() }
                depth = 1
            } else if depth == 0, looksAt(escape) {
                for _ in 0...escape.count where position < characters.count { hideInLiteral() }
            } else {
                // Inside an interpolation quotes do not end the literal.
                if depth > 0 { depth += characters[position] == "(" ? 1 : characters[position] == ")" ? -1 : 0 }
                hideInLiteral()
            }
        }
        for _ in closing where position < characters.count { copy() }
    }

    private mutating func hideInLiteral() {
        if blanksStrings { hide() } else { copy() }
    }
}
