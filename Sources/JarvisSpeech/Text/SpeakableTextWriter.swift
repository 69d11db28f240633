// SPDX-License-Identifier: GPL-3.0-or-later
// One pass over written text that writes the spoken text and notes where each part of it came from.

struct SpeakableTextWriter {
    private let characters: [Character]
    private var position = 0
    private(set) var spoken = ""
    private(set) var origins: [Range<Int>] = []

    init(_ source: String) {
        characters = Array(source)
    }

    mutating func run() {
        while position < characters.count {
            if !isAtMarkup() && !isAtAddress() && !isAtQuantity() { step() }
        }
    }

    // MARK: Writing

    /// Writes `text` for the next `count` characters of the source.
    private mutating func write(_ text: some StringProtocol, for count: Int) {
        let origin = position..<(position + count)
        spoken += text
        origins.append(contentsOf: repeatElement(origin, count: text.unicodeScalars.count))
        position += count
    }

    /// Writes a word of its own for the next `count` characters.
    private mutating func writeWord(_ word: String, for count: Int) {
        if let last = spoken.last, !last.isWhitespace { write(" ", for: 0) }
        write(word, for: count)
        if let next = peek(), next.isWordPart { write(" ", for: 0) }
    }

    /// The next character as it is, or what it is called.
    private mutating func step() {
        let character = characters[position]
        if let name = SpokenSymbols.names[character] {
            writeWord(name, for: 1)
        } else if character.isPictograph || SpokenSymbols.silent.contains(character) {
            position += 1
        } else if character == "—" || character == "–" || character == "|" {
            write(spoken.isEmpty ? "" : ",", for: 1)
        } else if character.isNewline {
            write(spoken.isEmpty || spoken.last?.isPunctuation == true ? " " : ", ", for: 1)
        } else {
            write(String(character), for: 1)
        }
    }

    // MARK: Markup

    private mutating func isAtMarkup() -> Bool {
        switch characters[position] {
        case "`": return isAtCode()
        case "*": return isAtStar()
        case "_":
            guard !(peek(-1)?.isWordPart ?? false) || !(peek(1)?.isWordPart ?? false) else { return false }
            position += 1
        case "~" where peek(1) == "~": position += 2
        case "#", ">", "-", "+": return isAtLinePrefix()
        case "!" where peek(1) == "[" && link(at: position + 1) != nil: position += 1
        case "[":
            guard let link = link(at: position) else { return false }
            position += 1
            while position < link.textEnd { if !isAtMarkup() && !isAtQuantity() { step() } }
            position = link.end
        default: return false
        }
        return true
    }

    /// Inline code is said as it stands; a fenced block is not read out.
    private mutating func isAtCode() -> Bool {
        guard peek(1) == "`", peek(2) == "`" else {
            position += 1
            return true
        }
        var end = position + 3
        while end < characters.count, !(end + 2 < characters.count && characters[end...(end + 2)].allSatisfy { $0 == "`" }) {
            end += 1
        }
        writeWord("code", for: min(end + 3, characters.count) - position)
        return true
    }

    private mutating func isAtStar() -> Bool {
        // "3 * 4" multiplies; everything else is emphasis or a bullet.
        let isProduct = peek(-1) == " " && peek(1) == " " && peek(-2)?.isNumber == true && peek(2)?.isNumber == true
        if isProduct { writeWord("times", for: 1) } else { position += 1 }
        return true
    }

    /// Headings, quotations, bullets and rules at the start of a line.
    private mutating func isAtLinePrefix() -> Bool {
        let sign = characters[position]
        var start = position
        while start > 0, characters[start - 1] == " " { start -= 1 }
        guard start == 0 || characters[start - 1].isNewline else { return false }
        var end = position
        while end < characters.count, characters[end] == sign { end += 1 }
        let isRule = sign == "-" && end - position >= 3
        guard isRule || end == characters.count || characters[end] == " " else { return false }
        position = end
        return true
    }

    /// Where the text of the link that opens at `start` ends, and where the whole link ends.
    private func link(at start: Int) -> (textEnd: Int, end: Int)? {
        guard let textEnd = characters[start...].firstIndex(of: "]"), textEnd + 1 < characters.count,
            characters[textEnd + 1] == "(", let close = characters[textEnd...].firstIndex(of: ")")
        else { return nil }
        return (textEnd, close + 1)
    }

    // MARK: Addresses

    private mutating func isAtAddress() -> Bool {
        guard !(peek(-1)?.isWordPart ?? false), characters[position].isWordPart else { return false }
        var end = position
        while end < characters.count, !characters[end].isWhitespace, !"<>()[]\"".contains(characters[end]) { end += 1 }
        while end > position, ".,;:!?'".contains(characters[end - 1]) { end -= 1 }
        let word = String(characters[position..<end])
        guard let said = SpokenSymbols.address(word) else { return false }
        writeWord(said, for: end - position)
        return true
    }

    // MARK: Quantities

    private mutating func isAtQuantity() -> Bool {
        if isAtCurrency() || isAtTime() { return true }
        guard isAfterNumber() else { return isAtMinus() }
        // The unit right after the number, or after one space.
        var start = position
        if characters[start] == " " { start += 1 }
        var end = start
        while end < characters.count, characters[end].isLetter || "°%/²³µ".contains(characters[end]) { end += 1 }
        guard end > start, let unit = SpokenSymbols.unit(String(characters[start..<end]), isOne: numberIsOne()) else {
            return false
        }
        if start > position { write(" ", for: 1) }
        writeWord(unit, for: end - start)
        return true
    }

    private func isAfterNumber() -> Bool { peek(-1)?.isNumber ?? false }

    /// True when the number that ends here is exactly 1.
    private func numberIsOne() -> Bool {
        guard peek(-1) == "1" else { return false }
        guard let before = peek(-2) else { return true }
        return !before.isNumber && before != "." && before != ","
    }

    private mutating func isAtMinus() -> Bool {
        let isSign = characters[position] == "−" || characters[position] == "-"
        guard isSign, peek(1)?.isNumber == true, !(peek(-1)?.isWordPart ?? false) else { return false }
        writeWord("minus", for: 1)
        return true
    }

    /// "$5" is said "5 dollars".
    private mutating func isAtCurrency() -> Bool {
        guard let name = SpokenSymbols.currencies[characters[position]], peek(1)?.isNumber == true else { return false }
        var end = position + 1
        while end < characters.count, characters[end].isNumber || (".,".contains(characters[end]) && isDigit(end + 1)) {
            end += 1
        }
        let amount = String(characters[(position + 1)..<end])
        position += 1
        write(amount, for: end - position)
        write(" " + (amount == "1" ? String(name.dropLast()) : name), for: 0)
        return true
    }

    /// "7:05" is said "7 oh 5".
    private mutating func isAtTime() -> Bool {
        guard characters[position] == ":", isAfterNumber(), isDigit(position + 1), isDigit(position + 2),
            !isDigit(position + 3), peek(3) != ":", !(peek(-3)?.isNumber ?? false), peek(-3) != ":", peek(-2) != ":"
        else { return false }
        let (tens, ones) = (characters[position + 1], characters[position + 2])
        if tens == "0", ones == "0" {
            writeWord("o'clock", for: 3)
        } else {
            writeWord(tens == "0" ? "oh \(ones)" : "\(tens)\(ones)", for: 3)
        }
        return true
    }

    private func isDigit(_ index: Int) -> Bool { index < characters.count && characters[index].isNumber }

    private func peek(_ distance: Int = 0) -> Character? {
        let index = position + distance
        return characters.indices.contains(index) ? characters[index] : nil
    }
}
