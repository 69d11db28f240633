// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the spoken text in one pass over the written text, and records where each part came from. Topics live in
// extensions; each `is…` function either consumes the text at `position` or changes nothing. Every character is
// visited a bounded number of times, whatever the text.

struct SpeakableTextWriter {
    let characters: [Character]
    let rules: SpokenRules
    var position = 0
    private(set) var spoken = ""
    private(set) var origins: [Range<Int>] = []
    /// The last word written unchanged, in lower case; the context for Roman numerals and years.
    var previousWord = ""
    /// No address starts before this position.
    var addressFreeEnd = 0
    /// Where the current formula ends; before `position` outside a formula.
    var mathEnd = -1
    /// HTML elements already known to have no end tag ahead.
    var unclosedElements: Set<String> = []
    /// The nesting depth of the current link.
    var linkDepth = 0
    /// Where the second number of a range begins.
    var rangeEnd = -1
    /// True while reading a row of a table.
    var isInTable = false
    /// The next position of a character, and where the search for it began; `characters.count` if there is none.
    private var nextPlaces: [Character: (from: Int, place: Int)] = [:]
    private var lastPictograph: Character?

    init(_ source: String, rules: SpokenRules) {
        characters = Array(source)
        self.rules = rules
        spoken.reserveCapacity(source.utf8.count)
        origins.reserveCapacity(source.utf8.count)
    }

    mutating func run() {
        var lineStart = true
        while position < characters.count {
            if lineStart {
                lineStart = false
                isInTable = false
                if isBlockMarkup() { continue }
            }
            if characters[position].isWhitespace {
                lineStart = skipSpace()
            } else if !(isMarkup() || isAddress() || isNumber() || isWord() || isOperator()) {
                step()
            }
        }
        trim()
    }

    // MARK: Writing

    /// The last character written. A single byte can be read without decoding what precedes it.
    var lastSpoken: Character? {
        guard let byte = spoken.utf8.last, byte < 0x80 else { return spoken.last }
        return Character(Unicode.Scalar(byte))
    }

    /// Writes `text` for the next `count` characters of the source.
    mutating func write(_ text: some StringProtocol, for count: Int) {
        let origin = position..<(position + count)
        for scalar in text.unicodeScalars {
            spoken.unicodeScalars.append(scalar)
            origins.append(origin)
        }
        position += count
        if text.contains(where: { !$0.isWhitespace }) { lastPictograph = nil }
    }

    /// Adds a space unless there is one.
    mutating func separate() {
        if let last = lastSpoken, !last.isWhitespace { write(" ", for: 0) }
    }

    /// Writes a mark directly after the last word.
    mutating func writeMark(_ mark: String, for count: Int) {
        trim()
        write(mark, for: count)
    }

    private mutating func trim() {
        while lastSpoken?.isWhitespace == true {
            spoken.unicodeScalars.removeLast()
            origins.removeLast()
        }
    }

    /// Writes separate words for the next `count` characters.
    mutating func writeWord(_ words: some StringProtocol, for count: Int) {
        if let last = lastSpoken, !last.isWhitespace, !last.isAny(of: "([\"'“‘") { write(" ", for: 0) }
        write(words, for: count)
        if let next = peek(), next.isWordPart || rules.symbols[next] != nil { write(" ", for: 0) }
    }

    /// Writes the next `count` characters as they are.
    mutating func copy(_ count: Int) {
        for _ in 0..<count { write(String(characters[position]), for: 1) }
    }

    // MARK: Looking

    func peek(_ distance: Int = 0) -> Character? {
        at(position + distance)
    }

    func at(_ index: Int) -> Character? {
        index >= 0 && index < characters.count ? characters[index] : nil
    }

    func isDigit(_ index: Int) -> Bool { at(index)?.isDigit ?? false }

    func text(_ range: Range<Int>) -> String { String(characters[range]) }

    /// The end of the run of matching characters from `start`, limited to `limit` characters.
    func end(from start: Int, limit: Int = .max, while isWanted: (Character) -> Bool) -> Int {
        var end = start
        while end < characters.count, end - start < limit, isWanted(characters[end]) { end += 1 }
        return end
    }

    /// The next position of `character` at or after `start`; nil when it does not occur within `limit` characters.
    mutating func next(_ character: Character, from start: Int, limit: Int) -> Int? {
        if let known = nextPlaces[character], known.from <= start, known.place >= start {
            return known.place - start <= limit && known.place < characters.count ? known.place : nil
        }
        let place = end(from: start) { $0 != character }
        nextPlaces[character] = (start, place)
        return place < characters.count && place - start <= limit ? place : nil
    }

    // MARK: Everything else

    /// Consumes white space; a new line is a pause.
    /// - Returns: True when a new line begins after it.
    private mutating func skipSpace() -> Bool {
        let end = end(from: position, while: \.isWhitespace)
        let lines = characters[position..<end].count(where: \.isNewline)
        if lines > 0 { trim() }
        let isBlank = spoken.isEmpty || lastSpoken?.isWhitespace == true || end == characters.count
        if isBlank {
            position = end
        } else if lines == 0 {
            write(" ", for: end - position)
        } else {
            let isPaused = lastSpoken.map { $0.isAny(of: ".,;:!?…") } ?? true
            write(isPaused ? " " : lines > 1 || isInTable ? ". " : ", ", for: end - position)
        }
        return lines > 0
    }

    /// Writes the next character as it is, or its name.
    private mutating func step() {
        let character = characters[position]
        if let name = rules.symbols[character] {
            writeWord(name, for: 1)
        } else if character.isPictograph {
            // A row of the same pictograph is read once.
            if let name = rules.pictographs[character], lastPictograph != character {
                writeWord(name, for: 1)
                lastPictograph = character
                if let next = peek(), next.isPictograph { write(" ", for: 0) }
            } else {
                position += 1
            }
        } else if Self.silent.contains(character) {
            position += 1
        } else if character == "—" || character == "–" || character == "|" {
            pause()
        } else if let digit = Self.lowered[character] {
            write(digit, for: 1)
        } else if character == "/", peek(-1)?.isWordPart == true, peek(1)?.isWordPart == true {
            write(" ", for: 1)
        } else if character.isDigit || character.isAlphabetic || !character.isASCII || character.isAny(of: ",.;:!?'()-")
        {
            write(String(character), for: 1)
        } else if rules.isBare || character.isWordPart {
            write(String(character), for: 1)
        } else {
            // The remaining signs have no name that would help a listener.
            if lastSpoken?.isWhitespace == false { write(" ", for: 1) } else { position += 1 }
        }
    }

    /// Writes a comma instead of the current character.
    mutating func pause() {
        let isPaused = spoken.last(where: { !$0.isWhitespace }).map { $0.isAny(of: ".,;:!?…") } ?? true
        if isPaused { position += 1 } else { writeMark(",", for: 1) }
    }

    private static let lowered: [Character: String] = [
        "₀": "0", "₁": "1", "₂": "2", "₃": "3", "₄": "4", "₅": "5", "₆": "6", "₇": "7", "₈": "8", "₉": "9",
    ]

    /// Signs that only affect layout.
    private static let silent: Set<Character> = [
        "•", "·", "◦", "▪", "“", "”", "„", "«", "»", "\"", "\u{FE0F}", "\u{200D}", "\u{200B}", "\u{AD}", "\u{FEFF}",
        "‹", "›", "¶", "†", "‡", "\\", "{", "}", "[", "]", "<", ">", "`", "*", "~", "^",
    ]
}
