// SPDX-License-Identifier: GPL-3.0-or-later
// Recursive-descent parser of utterance patterns.

struct PatternParser {
    private let source: String
    private let characters: [Character]
    private var position = 0

    init(_ source: String) {
        self.source = source
        characters = Array(source)
    }

    mutating func parse() throws -> PatternElement {
        let element = try alternatives()
        guard position == characters.count else { throw fault("unexpected \"\(characters[position])\"") }
        return element
    }

    private mutating func alternatives() throws -> PatternElement {
        var choices = [try sequence()]
        while peek() == "|" {
            position += 1
            choices.append(try sequence())
        }
        return choices.count == 1 ? choices[0] : .oneOf(choices)
    }

    private mutating func sequence() throws -> PatternElement {
        var parts: [PatternElement] = []
        while let part = try next() { parts.append(part) }
        guard !parts.isEmpty else { throw fault("words or a slot expected") }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func next() throws -> PatternElement? {
        while peek() == " " { position += 1 }
        switch peek() {
        case nil, "|", ")", "]": return nil
        case "(": return try group(closing: ")")
        case "[": return .optional(try group(closing: "]"))
        case "{": return try slot()
        default: return try word()
        }
    }

    private mutating func group(closing: Character) throws -> PatternElement {
        position += 1
        let inner = try alternatives()
        guard peek() == closing else { throw fault("\"\(closing)\" expected") }
        position += 1
        return inner
    }

    private mutating func slot() throws -> PatternElement {
        position += 1
        let body = String(take { $0 != "}" })
        guard peek() == "}" else { throw fault("\"}\" expected") }
        position += 1
        let parts = body.split(separator: ":", maxSplits: 1).map(String.init)
        guard let typeName = parts.last, let type = SlotType(rawValue: typeName) else {
            throw fault("unknown slot type in {\(body)}")
        }
        return .slot(name: parts[0], type: type)
    }

    private mutating func word() throws -> PatternElement {
        let text = String(take { $0.isLetter || $0 == "'" || $0 == "." })
        guard !text.isEmpty, text == text.lowercased() else { throw fault("a lower-case word expected") }
        return .word(text)
    }

    private func peek() -> Character? {
        position < characters.count ? characters[position] : nil
    }

    private mutating func take(while belongs: (Character) -> Bool) -> ArraySlice<Character> {
        let start = position
        while let character = peek(), belongs(character) { position += 1 }
        return characters[start..<position]
    }

    private func fault(_ message: String) -> PatternError {
        PatternError(message: message, source: source, offset: position)
    }
}
