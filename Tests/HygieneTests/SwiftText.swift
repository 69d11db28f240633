// SPDX-License-Identifier: GPL-3.0-or-later
// Swift source with its comments, or its comments and string literals, blanked out, since rules about code must ignore
// what comments and texts say. Lines keep their numbers.

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

    /// The comments alone: all else becomes spaces.
    static func comments(_ text: String) -> String {
        let kept = zip(text.utf8, withoutComments(text).utf8).map { byte, code in
            byte == newline || byte != code ? byte : space
        }
        return String(decoding: kept, as: UTF8.self)
    }

    private static func blank(_ text: String, strings: Bool) -> String {
        var scanner = Scanner(bytes: Array(text.utf8), blanksStrings: strings)
        scanner.run()
        return String(decoding: scanner.bytes, as: UTF8.self)
    }
}

/// One pass over the bytes, which blanks them in place.
private struct Scanner {
    var bytes: [UInt8]
    let blanksStrings: Bool
    private var position = 0

    init(bytes: [UInt8], blanksStrings: Bool) {
        self.bytes = bytes
        self.blanksStrings = blanksStrings
    }

    mutating func run() {
        while position < bytes.count {
            switch bytes[position] {
            case slash where looksAt("//"): skipLineComment()
            case slash where looksAt("/*"): skipBlockComment()
            case quote, hash:
                if let hashes = literalStart() { skipLiteral(hashes: hashes) } else { position += 1 }
            default: position += 1
            }
        }
    }

    private func looksAt(_ word: String) -> Bool {
        bytes[position...].starts(with: word.utf8)
    }

    private mutating func hide(_ count: Int = 1) {
        for _ in 0..<count where position < bytes.count {
            if bytes[position] != newline { bytes[position] = space }
            position += 1
        }
    }

    private mutating func skipLineComment() {
        while position < bytes.count, bytes[position] != newline { hide() }
    }

    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            let step = looksAt("/*") ? 1 : looksAt("*/") ? -1 : 0
            depth += step
            hide(step == 0 ? 1 : 2)
        } while depth > 0 && position < bytes.count
    }

    /// The number of `#` before a string literal that begins here; nil if none does.
    private func literalStart() -> Int? {
        var index = position
        while index < bytes.count, bytes[index] == hash { index += 1 }
        return index < bytes.count && bytes[index] == quote ? index - position : nil
    }

    private mutating func skipLiteral(hashes: Int) {
        position += hashes
        let quotes = looksAt("\"\"\"") ? "\"\"\"" : "\""
        position += quotes.utf8.count
        let closing = quotes + String(repeating: "#", count: hashes)
        let escape = "\\" + String(repeating: "#", count: hashes)
        var depth = 0
        while position < bytes.count, depth > 0 || !looksAt(closing) {
            if depth == 0, looksAt(escape) {
                if looksAt(escape + "(") { depth = 1 }
                hideInLiteral(escape.utf8.count + 1)
            } else {
                // Inside an interpolation quotes do not end the literal.
                if depth > 0 { depth += looksAt("(") ? 1 : looksAt(")") ? -1 : 0 }
                hideInLiteral(1)
            }
        }
        position = min(position + closing.utf8.count, bytes.count)
    }

    private mutating func hideInLiteral(_ count: Int) {
        if blanksStrings { hide(count) } else { position += count }
    }
}

private let slash = UInt8(ascii: "/")
private let quote = UInt8(ascii: "\"")
private let hash = UInt8(ascii: "#")
private let space = UInt8(ascii: " ")
private let newline = UInt8(ascii: "\n")
