// SPDX-License-Identifier: GPL-3.0-or-later
// Splits one whitespace-separated piece of text into normalised words: "5min" → 5 min, "12*4" → 12 times 4.

/// Splits pieces such as "7:30pm", "(2+3)*4" and "What's".
package enum PieceReader {
    /// The normalised words of one piece, in lower case and without punctuation.
    /// - Parameter keepsParentheses: Whether "(" and ")" become words, as arithmetic needs.
    package static func words(of piece: Substring, keepsParentheses: Bool) -> [String] {
        if let word = plainWord(piece) { return expanded(word) }
        let characters = Array(piece.lowercased().map { $0 == "’" ? "'" : $0 })
        let plain = String(characters.filter { !"?!,;".contains($0) })
        if let whole = wholePieces[plain] ?? wholePieces[String(plain.dropLast(plain.last == "." ? 1 : 0))] {
            return whole
        }
        var words: [String] = []
        var position = 0
        while position < characters.count {
            let character = characters[position]
            if isDigit(character) {
                words.append(number(characters, &position))
            } else if character.isLetter {
                words += expanded(word(characters, &position))
            } else {
                words += symbol(characters, position, keepsParentheses)
                position += 1
            }
        }
        return words
    }

    /// The word if the piece has only ASCII letters, with a mark behind them at most, or only digits; nil otherwise.
    private static func plainWord(_ piece: Substring) -> String? {
        var bytes = piece.utf8[...]
        while let last = bytes.last, marks.contains(last) { bytes.removeLast() }
        guard let first = bytes.first else { return nil }
        if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) {
            guard bytes.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
            return String(Substring(bytes))
        }
        var isLower = true
        for byte in bytes {
            guard (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) else { return nil }
            if byte & 0x20 == 0 { isLower = false }
        }
        return isLower ? String(Substring(bytes)) : Substring(bytes).lowercased()
    }

    private static let marks = Set(",.;:!?".utf8)

    /// A word as patterns and utterances compare it: contractions are written out ("what's" → "what is") and a trailing
    /// apostrophe is dropped.
    package static func expanded(_ word: String) -> [String] {
        if let whole = contractions[word] { return whole }
        return [word.hasSuffix("'") ? String(word.dropLast()) : word]
    }

    private static let wholePieces: [String: [String]] = [
        "a.m.": ["am"], "a.m": ["am"], "p.m.": ["pm"], "p.m": ["pm"], "-": ["minus"], "−": ["minus"],
        "/": ["divided", "by"], "w/": ["with"],
        // Older spellings: recognizers trained on old books write them.
        "to-day": ["today"], "to-morrow": ["tomorrow"], "to-night": ["tonight"],
    ]

    private static let contractions: [String: [String]] = [
        "what's": ["what", "is"], "whats": ["what", "is"], "how's": ["how", "is"], "hows": ["how", "is"],
        "who's": ["who", "is"], "whos": ["who", "is"], "when's": ["when", "is"], "where's": ["where", "is"],
        "it's": ["it", "is"], "that's": ["that", "is"], "thats": ["that", "is"], "there's": ["there", "is"],
        "i'm": ["i", "am"], "im": ["i", "am"], "you're": ["you", "are"], "oclock": ["o'clock"],
        "nevermind": ["never", "mind"], "goodnight": ["good", "night"],
        "a.m.": ["am"], "a.m": ["am"], "p.m.": ["pm"], "p.m": ["pm"],
    ]

    /// Reads digits with a decimal point or the colon of a clock between them. Drops thousands separators.
    private static func number(_ characters: [Character], _ position: inout Int) -> String {
        var text = ""
        while position < characters.count {
            let character = characters[position]
            let isFollowedByDigit = position + 1 < characters.count && isDigit(characters[position + 1])
            if isDigit(character) || ((character == "." || character == ":") && isFollowedByDigit) {
                text.append(character)
            } else if !(character == "," && isThousands(characters, position)) {
                break
            }
            position += 1
        }
        return text
    }

    private static func isThousands(_ characters: [Character], _ comma: Int) -> Bool {
        let group = characters[(comma + 1)...].prefix { isDigit($0) }
        return group.count == 3
    }

    /// Reads letters. An apostrophe or dot belongs to the word if a letter follows.
    private static func word(_ characters: [Character], _ position: inout Int) -> String {
        var text = ""
        while position < characters.count {
            let character = characters[position]
            let isFollowedByLetter = position + 1 < characters.count && characters[position + 1].isLetter
            guard character.isLetter || ((character == "'" || character == ".") && isFollowedByLetter) else { break }
            text.append(character)
            position += 1
        }
        return text
    }

    private static func symbol(_ characters: [Character], _ position: Int, _ keepsParentheses: Bool) -> [String] {
        let touchesNumber =
            position + 1 < characters.count && (isDigit(characters[position + 1]) || characters[position + 1] == "(")
        switch characters[position] {
        case "+": return ["plus"]
        case "*", "×", "·": return ["times"]
        case "÷": return ["divided", "by"]
        case "%": return ["percent"]
        case "^": return ["to", "the", "power", "of"]
        case "√": return ["square", "root", "of"]
        case "²": return ["squared"]
        case "³": return ["cubed"]
        case "'" where position > 0 && isDigit(characters[position - 1]) && touchesNumber: return ["feet"]
        case "°": return ["degrees"]
        case "&": return ["and"]
        case "-", "−", "–": return touchesNumber ? ["minus"] : []
        case "/": return touchesNumber ? ["divided", "by"] : []
        case "(", ")": return keepsParentheses ? [String(characters[position])] : []
        case let other:
            // Characters with a numeric value, such as "½", become words of their own.
            return other.unicodeScalars.count == 1 && other.unicodeScalars.first?.properties.numericType != nil
                ? [String(other)] : []
        }
    }

    private static func isDigit(_ character: Character) -> Bool {
        character.isASCII && character.isWholeNumber
    }
}
