// SPDX-License-Identifier: GPL-3.0-or-later
// One pass over written text that writes the spoken text and notes where each part of it came from. Topics live in
// extensions; each `is…` function either takes what stands at `position` or leaves everything as it is. Every character
// is looked at a bounded number of times, whatever the text.

struct SpeakableTextWriter {
    let characters: [Character]
    let rules: SpokenRules
    var position = 0
    private(set) var spoken = ""
    private(set) var origins: [Range<Int>] = []
    /// The last word written as it stood, in lower case: what tells a Roman numeral or a year.
    var previousWord = ""
    /// Nothing that starts before here is an address.
    var addressFreeEnd = 0
    /// Where the formula being read is closed; before `position` when there is none.
    var mathEnd = -1
    /// Elements of HTML that no end tag follows from where one was looked for.
    var unclosedElements: Set<String> = []
    /// How many links the one being read lies in.
    var linkDepth = 0
    /// The number that begins here is the second one of a range, and nothing else.
    var rangeEnd = -1
    /// The line being read is a row of a table.
    var isInTable = false
    /// Where the next such character stands, from where it was last looked for; `characters.count` for nowhere.
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

    /// The end of what has been written. A single byte needs no look at what stands before it.
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

    /// A space, unless there is one.
    mutating func separate() {
        if let last = lastSpoken, !last.isWhitespace { write(" ", for: 0) }
    }

    /// Writes a mark right behind the last word.
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

    /// Writes words of their own for the next `count` characters, apart from what stands before and behind.
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

    /// The end of the run of characters from `start` that are as wanted, at most `limit` of them.
    func end(from start: Int, limit: Int = .max, while isWanted: (Character) -> Bool) -> Int {
        var end = start
        while end < characters.count, end - start < limit, isWanted(characters[end]) { end += 1 }
        return end
    }

    /// The next place of `character` at or behind `start`; nil when there is none before `limit` more characters.
    mutating func next(_ character: Character, from start: Int, limit: Int) -> Int? {
        if let known = nextPlaces[character], known.from <= start, known.place >= start {
            return known.place - start <= limit && known.place < characters.count ? known.place : nil
        }
        let place = end(from: start) { $0 != character }
        nextPlaces[character] = (start, place)
        return place < characters.count && place - start <= limit ? place : nil
    }

    // MARK: Everything else

    /// Takes a run of white space; a new line is a pause.
    /// - Returns: true when a line begins behind it.
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

    /// The next character as it is, or what it is called.
    private mutating func step() {
        let character = characters[position]
        if let name = rules.symbols[character] {
            writeWord(name, for: 1)
        } else if character.isPictograph {
            // A row of the same is said once.
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
            // What is left has no name that helps a listener.
            if lastSpoken?.isWhitespace == false { write(" ", for: 1) } else { position += 1 }
        }
    }

    /// A comma in place of what stands here.
    mutating func pause() {
        let isPaused = spoken.last(where: { !$0.isWhitespace }).map { $0.isAny(of: ".,;:!?…") } ?? true
        if isPaused { position += 1 } else { writeMark(",", for: 1) }
    }

    private static let lowered: [Character: String] = [
        "₀": "0", "₁": "1", "₂": "2", "₃": "3", "₄": "4", "₅": "5", "₆": "6", "₇": "7", "₈": "8", "₉": "9",
    ]

    /// Signs that only shape the page.
    private static let silent: Set<Character> = [
        "•", "·", "◦", "▪", "“", "”", "„", "«", "»", "\"", "\u{FE0F}", "\u{200D}", "\u{200B}", "\u{AD}", "\u{FEFF}",
        "‹", "›", "¶", "†", "‡", "\\", "{", "}", "[", "]", "<", ">", "`", "*", "~", "^",
    ]
}
