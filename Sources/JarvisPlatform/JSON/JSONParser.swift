// SPDX-License-Identifier: GPL-3.0-or-later
// Parses JSON (RFC 8259). Input may be damaged or hostile: the parser never traps, never reads outside its bytes, and
// rejects excessive nesting.

/// The error for bytes that are not JSON.
public struct JSONFailure: Error, Hashable, Sendable {
    /// The position where parsing stopped, in bytes from the start.
    public var offset: Int
    /// The error in words.
    public var reason: String

    public init(offset: Int, reason: String) {
        self.offset = offset
        self.reason = reason
    }
}

extension JSONValue {
    /// The deepest nesting of arrays and objects; deeper input is rejected.
    public static let maximumDepth = 64

    /// Parses one document. White space may surround it; anything else after it is an error.
    public init(parsing bytes: some Sequence<UInt8>) throws(JSONFailure) {
        let result: Result<JSONValue, JSONFailure>? = bytes.withContiguousStorageIfAvailable { buffer in
            Result { () throws(JSONFailure) in try JSONValue(parsing: buffer) }
        }
        if let result {
            self = try result.get()
        } else {
            let copy = Array(bytes).withUnsafeBufferPointer { buffer in
                Result { () throws(JSONFailure) in try JSONValue(parsing: buffer) }
            }
            self = try copy.get()
        }
    }

    /// Salvages a document that is cut off or damaged: keeps the complete members of the outermost value and of the
    /// values in it, and deeper values only if they are complete. Returns nil without even the start of an object or
    /// array. Parses intact documents normally.
    public init?(salvaging bytes: [UInt8]) {
        let value = bytes.withUnsafeBufferPointer { buffer in
            var parser = JSONParser(bytes: buffer)
            parser.salvagedDepth = 2
            return try? parser.document()
        }
        guard let value else { return nil }
        self = value
    }

    /// Parses one document in memory, without copying it.
    public init(parsing bytes: UnsafeBufferPointer<UInt8>) throws(JSONFailure) {
        var parser = JSONParser(bytes: bytes)
        self = try parser.document()
    }
}

private struct JSONParser {
    let bytes: UnsafeBufferPointer<UInt8>
    var place = 0
    var depth = 0
    /// The depth down to which values that are cut off are kept; 0 keeps none.
    var salvagedDepth = 0
    private var isCut = false
    /// The position where the last number ended.
    private var numberEnd = 0

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    mutating func document() throws(JSONFailure) -> JSONValue {
        let value = try value()
        if isCut || salvagedDepth > 0 { return value }
        skipSpace()
        guard place == bytes.count else { throw failure("text after the end") }
        return value
    }

    private func failure(_ reason: String) -> JSONFailure { JSONFailure(offset: place, reason: reason) }

    /// The current byte; nil at the end.
    private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
    }

    private mutating func accept(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        place += 1
        return true
    }

    private mutating func value() throws(JSONFailure) -> JSONValue {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try nested { parser throws(JSONFailure) in try parser.object() }
        case UInt8(ascii: "["): return try nested { parser throws(JSONFailure) in try parser.array() }
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"): return try word("true", .flag(true))
        case UInt8(ascii: "f"): return try word("false", .flag(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func nested(
        _ read: (inout JSONParser) throws(JSONFailure) -> JSONValue
    ) throws(JSONFailure) -> JSONValue {
        guard depth < JSONValue.maximumDepth else { throw failure("nested too deeply") }
        depth += 1
        defer { depth -= 1 }
        place += 1
        return try read(&self)
    }

    private mutating func object() throws(JSONFailure) -> JSONValue {
        var members: [JSONObject.Member] = []
        do throws(JSONFailure) {
            try readMembers(&members)
        } catch {
            guard depth <= salvagedDepth else { throw error }
            if isCutOff(members.last?.value) { members.removeLast() }
            isCut = true
        }
        return .object(JSONObject(members: members))
    }

    private mutating func readMembers(_ members: inout [JSONObject.Member]) throws(JSONFailure) {
        skipSpace()
        if accept(UInt8(ascii: "}")) { return }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw failure("a key is missing") }
            let key = try text()
            skipSpace()
            guard accept(UInt8(ascii: ":")) else { throw failure("\":\" is missing") }
            members.append(JSONObject.Member(key: key, value: try value()))
            if isCut { return }
            skipSpace()
            if accept(UInt8(ascii: "}")) { return }
            guard accept(UInt8(ascii: ",")) else { throw failure("\",\" or \"}\" is missing") }
        }
    }

    /// True for a number that the end of the input may have cut short.
    private func isCutOff(_ last: JSONValue?) -> Bool {
        if case .number? = last { numberEnd == bytes.count } else { false }
    }

    private mutating func array() throws(JSONFailure) -> JSONValue {
        var values: [JSONValue] = []
        do throws(JSONFailure) {
            try readElements(&values)
        } catch {
            guard depth <= salvagedDepth else { throw error }
            if isCutOff(values.last) { values.removeLast() }
            isCut = true
        }
        return .array(values)
    }

    private mutating func readElements(_ values: inout [JSONValue]) throws(JSONFailure) {
        skipSpace()
        if accept(UInt8(ascii: "]")) { return }
        while true {
            values.append(try value())
            if isCut { return }
            skipSpace()
            if accept(UInt8(ascii: "]")) { return }
            guard accept(UInt8(ascii: ",")) else { throw failure("\",\" or \"]\" is missing") }
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONFailure) -> JSONValue {
        let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[place...].starts(with: letters) else { throw failure("an unknown word") }
        place += letters.count
        return value
    }

    private mutating func number() throws(JSONFailure) -> JSONValue {
        let start = place
        _ = accept(UInt8(ascii: "-"))
        if !accept(UInt8(ascii: "0")) {
            guard digits() > 0 else { throw failure("a value is missing") }
        }
        if accept(UInt8(ascii: ".")) {
            guard digits() > 0 else { throw failure("a digit is missing") }
        }
        if accept(UInt8(ascii: "e")) || accept(UInt8(ascii: "E")) {
            if !accept(UInt8(ascii: "+")) { _ = accept(UInt8(ascii: "-")) }
            guard digits() > 0 else { throw failure("a digit is missing") }
        }
        numberEnd = place
        return .number(literal: String(decoding: bytes[start..<place], as: UTF8.self))
    }

    private mutating func digits() -> Int {
        let start = place
        while let byte = next, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { place += 1 }
        return place - start
    }
}

// MARK: Strings

extension JSONParser {
    fileprivate mutating func text() throws(JSONFailure) -> String {
        place += 1
        let start = place
        // Most strings have no escapes, and can be copied as they are.
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { place += 1 }
        var unescaped: [UInt8] = []
        if next != UInt8(ascii: "\"") {
            unescaped.append(contentsOf: bytes[start..<place])
            try unescape(into: &unescaped)
        }
        let end = place
        guard accept(UInt8(ascii: "\"")) else { throw failure("the end of a string is missing") }
        let text =
            unescaped.isEmpty
            ? String(validating: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
            : String(validating: unescaped, as: UTF8.self)
        guard let text else { throw JSONFailure(offset: start, reason: "not UTF-8") }
        return text
    }

    private mutating func unescape(into output: inout [UInt8]) throws(JSONFailure) {
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw failure("a control character in a string") }
            place += 1
            guard byte == UInt8(ascii: "\\") else {
                output.append(byte)
                continue
            }
            guard let letter = next else { throw failure("the end of a string is missing") }
            place += 1
            switch letter {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): output.append(letter)
            case UInt8(ascii: "b"): output.append(0x08)
            case UInt8(ascii: "f"): output.append(0x0C)
            case UInt8(ascii: "n"): output.append(0x0A)
            case UInt8(ascii: "r"): output.append(0x0D)
            case UInt8(ascii: "t"): output.append(0x09)
            case UInt8(ascii: "u"): output.append(contentsOf: String(try escapedScalar()).utf8)
            default: throw failure("an unknown escape")
            }
        }
    }

    /// The scalar of a \u escape or surrogate pair; an unpaired surrogate becomes U+FFFD.
    private mutating func escapedScalar() throws(JSONFailure) -> Character {
        let first = try fourDigits()
        var code = UInt32(first)
        if first & 0xFC00 == 0xD800, place + 1 < bytes.count, bytes[place] == UInt8(ascii: "\\"),
            bytes[place + 1] == UInt8(ascii: "u")
        {
            let afterFirst = place
            place += 2
            let second = try fourDigits()
            if second & 0xFC00 == 0xDC00 {
                code = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
            } else {
                place = afterFirst
            }
        }
        return Character(Unicode.Scalar(code) ?? "\u{FFFD}")
    }

    private mutating func fourDigits() throws(JSONFailure) -> UInt16 {
        guard place + 4 <= bytes.count else { throw failure("an incomplete escape") }
        var code: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(bytes[place])).hexDigitValue else {
                throw failure("not a hexadecimal digit")
            }
            code = code << 4 | UInt16(digit)
            place += 1
        }
        return code
    }
}
