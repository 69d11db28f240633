// SPDX-License-Identifier: GPL-3.0-or-later
// Words that are not spoken as written: abbreviations, Roman numerals, months; and signs between words.

extension SpeakableTextWriter {
    mutating func isWord() -> Bool {
        guard let first = peek(), first.isAlphabetic || first == "@", !(peek(-1)?.isWordPart ?? false) else {
            return false
        }
        if first == "@" {
            guard peek(1)?.isAlphabetic == true, !rules.isBare else { return false }
            writeWord(rules.words.at, for: 1)
            separate()
            return true
        }
        if let name = rules.symbols[first], peek(1)?.isWordPart != true {
            // "π" is a letter, but is read by name.
            writeWord(name, for: 1)
            return true
        }
        if isSpelling() { return true }
        if !rules.isBare, isAbbreviation() || isRomanNumeral() || isMonthFirst() { return true }
        let end = end(from: position) { ($0.isWordPart && !Self.raised.contains($0)) || $0 == "'" || $0 == "’" }
        if end - position <= 24 { previousWord = text(position..<end).lowercased() } else { previousWord = "" }
        while position < end { write(String(characters[position]), for: 1) }
        if peek() == "(", peek(1) == ")" { position += 2 }
        if previousWord == "c", peek() == "+", peek(1) == "+" {
            writeWord("\(rules.words.plus) \(rules.words.plus)", for: 2)
        }
        return true
    }

    /// "W-O-R-D": hyphenated capital letters are spelled out.
    private mutating func isSpelling() -> Bool {
        var letters: [String] = []
        var index = position
        while true {
            let end = end(from: index, limit: 10, while: \.isAlphabetic)
            let letter = text(index..<end)
            let isSign = letter == "apostrophe" || letter == "hyphen"
            guard end - index == 1 && (letter == letter.uppercased() || letter == "ß") || isSign else { return false }
            letters.append(letter)
            index = end
            guard at(end) == "-" else { break }
            index += 1
        }
        guard letters.count >= 2, at(index)?.isWordPart != true else { return false }
        // A full stop would be too long a pause; a comma sets the letters apart.
        writeWord(letters.joined(separator: ", "), for: index - position)
        previousWord = ""
        return true
    }

    /// Characters that Unicode counts as numbers: those with names of their own, and subscripts.
    private static let raised: Set<Character> = Set("²³½¼¾⅓⅔₀₁₂₃₄₅₆₇₈₉")

    private mutating func isAbbreviation() -> Bool {
        let end = end(from: position, limit: 12) {
            $0.isAlphabetic || $0 == "." || $0 == "°" || $0 == "º" || $0 == "/" || $0 == "-"
        }
        guard let found = abbreviation(position..<end) ?? spacedAbbreviation() else { return false }
        let hasStop = characters[found.end - 1] == "."
        let next = self.end(from: found.end) { $0 == " " }
        let endsSentence =
            hasStop
            && (next == characters.count || characters[next].isNewline
                || (Self.closing.contains(found.written) && characters[next].isUppercase))
        write(found.said + (endsSentence ? "." : ""), for: found.end - position)
        previousWord = found.said.lowercased()
        return true
    }

    /// The longest abbreviation at the start of `range` that ends at a word boundary.
    private func abbreviation(_ range: Range<Int>) -> (said: String, written: String, end: Int)? {
        var end = range.upperBound
        while end > range.lowerBound {
            defer { end -= 1 }
            let last = characters[end - 1]
            guard at(end)?.isAlphabetic != true || last == "." && !last.isAlphabetic && at(end)?.isAlphabetic != true
            else {
                continue
            }
            let written = text(range.lowerBound..<end).lowercased()
            if let said = rules.abbreviations[written] {
                // A word such as "min." can end a sentence, so it counts as an abbreviation only if another word
                // follows.
                let rest = self.end(from: end) { $0 == " " }
                let isAmbiguous = Self.ambiguous.contains(written)
                if isAmbiguous, rest == characters.count || !characters[rest].isWordPart { continue }
                return (said, written, end)
            }
            if let said = rules.leadingAbbreviations[written], let next = at(end),
                let behind = next == " " ? at(end + 1) : next
            {
                let wantsName = said.first?.isUppercase == true && rules.code == "en" || said == "Sankt"
                if wantsName ? behind.isUppercase && next == " " : behind.isDigit { return (said, written, end) }
                if written == "st.", !previousWord.isEmpty { return ("Street", written, end) }
            } else if written == "st.", rules.code == "en", !previousWord.isEmpty, at(end) == nil {
                return ("Street", written, end)
            }
        }
        return nil
    }

    /// "z. B.", "d. h.": two letters, each with its full stop.
    private func spacedAbbreviation() -> (said: String, written: String, end: Int)? {
        guard peek(1) == ".", let space = peek(2), space == " " || space == "\u{A0}" || space == "\u{202F}",
            let second = peek(3), second.isAlphabetic, peek(4) == ".", let first = peek()
        else { return nil }
        let written = "\(first).\(second).".lowercased()
        return rules.abbreviations[written].map { ($0, written, position + 5) }
    }

    private static let closing: Set = ["etc.", "usw.", "inc.", "ltd.", "u.s.", "u.k.", "ee.uu."]
    private static let ambiguous: Set = ["min.", "max.", "mon.", "fri.", "fr.", "m.", "av.", "est.", "mo."]

    // MARK: Roman numerals

    /// "Chapter IV" is chapter 4, "Henry VIII" the 8th; without such words a Roman numeral could be anything.
    private mutating func isRomanNumeral() -> Bool {
        let isCounted = rules.romanContexts.contains(previousWord)
        guard isCounted || rules.romanNames.contains(previousWord) else { return false }
        let end = end(from: position, limit: 9) { $0.isAny(of: "IVXLC") }
        guard end > position, at(end)?.isWordPart != true, let value = Self.roman(characters[position..<end]),
            // "Part I" is a number; "Henry I" and "Chapter C" may be something else.
            end - position > 1 || characters[position].isAny(of: "IVX") && isCounted
        else { return false }
        if isCounted {
            write("\(value)", for: end - position)
        } else if rules.code == "en" {
            write("the \(rules.ordinal(value))", for: end - position)
        } else {
            write("\(value)" + (at(end) == "." ? "" : rules.code == "de" ? "." : ""), for: end - position)
        }
        previousWord = ""
        return true
    }

    private static func roman(_ letters: ArraySlice<Character>) -> Int? {
        let values: [Character: Int] = ["I": 1, "V": 5, "X": 10, "L": 50, "C": 100]
        var sum = 0
        var last = 0
        for letter in letters.reversed() {
            guard let value = values[letter] else { return nil }
            sum += value < last ? -value : value
            last = max(last, value)
        }
        // Only the canonical form of a numeral counts.
        return sum > 0 && romanText(sum) == String(letters) ? sum : nil
    }

    private static func romanText(_ number: Int) -> String {
        var rest = number
        var text = ""
        for (value, letters) in [
            (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
        ] {
            while rest >= value {
                text += letters
                rest -= value
            }
        }
        return text
    }

    // MARK: Operators

    /// Signs with spaces on both sides, or between numbers.
    mutating func isOperator() -> Bool {
        guard !rules.isBare, let first = peek(), first.isAny(of: "+-*/<>=!~^@x") else { return false }
        let end = end(from: position, limit: 3) { $0.isAny(of: "+-*/<>=!~^@x") }
        let sign = text(position..<end)
        let isApart = (peek(-1) == " ") && (at(end) == " ") && position > 1
        if sign == "->" || sign == "=>" || sign == "<-" || sign == "+/-" || sign == "!=" || sign == "==" {
            writeWord(rules.operators[sign] ?? "", for: end - position)
            return true
        }
        let isBetweenNumbers = isDigit(position - (isApart ? 2 : 1)) && isDigit(end + (isApart ? 1 : 0))
        if isApart, first == "-" || first == "/" || first == "x", !isBetweenNumbers {
            guard first != "x" else { return false }
            pause()
            return true
        }
        if first == "^", sign == "^", peek(-1)?.isWordPart == true, let power = peek(1), power.isWordPart {
            let isSimple = (power == "2" || power == "3") && at(position + 2)?.isWordPart != true
            writeWord(
                isSimple ? rules.symbols[power == "2" ? "²" : "³"] ?? "" : rules.operators["^"] ?? "",
                for: isSimple ? 2 : 1)
            return true
        }
        guard isApart || (isBetweenNumbers && first.isAny(of: "+*=<>") && sign.count == 1),
            let name = rules.operators[sign] ?? (sign.count == 1 ? rules.symbols[first] : nil)
        else { return false }
        writeWord(name, for: end - position)
        return true
    }
}
