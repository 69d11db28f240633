// SPDX-License-Identifier: GPL-3.0-or-later
// Recursive-descent parser of utterance patterns. It reads bytes, because thousands of patterns are read at each start.

struct PatternParser {
    private let source: String
    private let bytes: [UInt8]
    private var position = 0

    init(_ source: String) {
        self.source = source
        bytes = Array(source.utf8)
    }

    mutating func parse() throws -> PatternElement {
        let element = try alternatives()
        guard position == bytes.count else { throw fault("unexpected \"\(character.map { String($0) } ?? "")\"") }
        return element
    }

    private mutating func alternatives() throws -> PatternElement {
        var choices = [try sequence()]
        while peek() == UInt8(ascii: "|") {
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
        while peek() == UInt8(ascii: " ") { position += 1 }
        switch peek() {
        case nil, UInt8(ascii: "|"), UInt8(ascii: ")"), UInt8(ascii: "]"): return nil
        case UInt8(ascii: "("): return try group(closing: ")")
        case UInt8(ascii: "["): return .optional(try group(closing: "]"))
        case UInt8(ascii: "{"): return try slot()
        default: return try word()
        }
    }

    private mutating func group(closing: Unicode.Scalar) throws -> PatternElement {
        position += 1
        let inner = try alternatives()
        guard peek() == UInt8(ascii: closing) else { throw fault("\"\(closing)\" expected") }
        position += 1
        return inner
    }

    private mutating func slot() throws -> PatternElement {
        position += 1
        let start = position
        while let byte = peek(), byte != UInt8(ascii: "}") { position += 1 }
        let body = text(from: start)
        guard peek() != nil else { throw fault("\"}\" expected") }
        position += 1
        let parts = body.split(separator: ":", maxSplits: 1).map(String.init)
        guard let typeName = parts.last, let type = SlotType(rawValue: typeName) else {
            throw fault("unknown slot type in {\(body)}")
        }
        return .slot(name: parts[0], type: type)
    }

    private mutating func word() throws -> PatternElement {
        let start = position
        while let byte = peek() {
            if byte < 0x80 {
                let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                guard isLetter || byte == UInt8(ascii: "'") || byte == UInt8(ascii: ".") else { break }
                position += 1
            } else {
                guard let character, character.isLetter else { break }
                position += character.utf8.count
            }
        }
        let text = text(from: start)
        guard !text.isEmpty, text == text.lowercased() else { throw fault("a lower-case word expected") }
        return .word(text)
    }

    private func peek() -> UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    /// The character at the position; nil at the end.
    private var character: Character? { String(decoding: bytes[position...], as: UTF8.self).first }

    private func text(from start: Int) -> String { String(decoding: bytes[start..<position], as: UTF8.self) }

    private func fault(_ message: String) -> PatternError {
        PatternError(
            message: message, source: source, offset: String(decoding: bytes[..<position], as: UTF8.self).count)
    }
}
