// SPDX-License-Identifier: GPL-3.0-or-later
// Parses JSON as small models write it: with Python's quotes and words, trailing commas, comments, unquoted names, or
// closing brackets missing at the end. Pure.

import JarvisPlatform

enum LenientJSON {
    /// The value of a text; nil if it isn't JSON even after repairs.
    static func value(_ text: String) -> JSONValue? {
        if let value = try? JSONValue(parsing: Array(text.utf8)) { return value }
        return try? JSONValue(parsing: Array(repaired(text).utf8))
    }

    private static func repaired(_ text: String) -> String {
        var result = ""
        var closing: [Character] = []
        var rest = text[...]
        while let character = rest.first {
            switch character {
            case "\"", "'", "“", "‘":
                let (literal, length) = quoted(rest)
                result += literal
                rest = rest.dropFirst(length)
                continue
            case "{": closing.append("}")
            case "[": closing.append("]")
            case "}", "]":
                dropComma(&result)
                if closing.last == character { closing.removeLast() }
            case "#":
                rest = rest.drop { !$0.isNewline }
                continue
            case "/" where rest.hasPrefix("//"):
                rest = rest.drop { !$0.isNewline }
                continue
            default:
                if character.isLetter || character == "_" {
                    let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                    result += plain(word)
                    rest = rest.dropFirst(word.count)
                    continue
                }
            }
            result.append(character)
            rest = rest.dropFirst()
        }
        dropComma(&result)
        return result + String(closing.reversed())
    }

    /// The string at the start of the text, converted to JSON, and the number of characters it takes in the text.
    /// Accepts any quotation marks.
    private static func quoted(_ text: Substring) -> (String, Int) {
        guard let open = text.first else { return ("", 0) }
        let close: Character = ["“": "”", "‘": "’"][open] ?? open
        var content = "\""
        var length = 1
        var isEscaped = false
        for character in text.dropFirst() {
            length += 1
            if isEscaped {
                isEscaped = false
                content += character == "'" ? "'" : "\\" + String(character)
            } else if character == "\\" {
                isEscaped = true
            } else if character == close {
                return (content + "\"", length)
            } else if character == "\"" {
                content += "\\\""
            } else if character.isNewline {
                content += "\\n"
            } else {
                content.append(character)
            }
        }
        return (content + "\"", length)
    }

    private static func plain(_ word: Substring) -> String {
        switch word {
        case "true", "True": "true"
        case "false", "False": "false"
        case "null", "None", "undefined": "null"
        default: "\"" + word + "\""
        }
    }

    private static func dropComma(_ text: inout String) {
        while let last = text.last, last.isWhitespace { text.removeLast() }
        if text.last == "," { text.removeLast() }
    }
}
