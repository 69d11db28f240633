// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes protocol buffers, field by field (https://protobuf.dev/programming-guides/encoding). Pure.

/// Encodes protocol buffers.
public enum Protobuf {
    fileprivate static let lengthDelimited: UInt64 = 2

    /// Encodes a length-delimited field: text or a message.
    public static func field(_ number: UInt64, _ content: some Collection<UInt8>) -> [UInt8] {
        head(number, length: content.count) + content
    }

    /// Encodes the header of a field with this many bytes of content.
    public static func head(_ number: UInt64, length: Int) -> [UInt8] {
        varint(number << 3 | lengthDelimited) + varint(UInt64(length))
    }

    /// Encodes a field with an integer.
    public static func field(_ number: UInt64, _ value: UInt64) -> [UInt8] {
        varint(number << 3) + varint(value)
    }

    private static func varint(_ number: UInt64) -> [UInt8] {
        var (number, bytes) = (number, [UInt8]())
        while number >= 0x80 {
            bytes.append(UInt8(number & 0x7F) | 0x80)
            number >>= 7
        }
        return bytes + [UInt8(number)]
    }
}

/// Reads the fields of a message in sequence.
public struct ProtobufReader {
    public typealias Bytes = Slice<UnsafeRawBufferPointer>

    /// A field of a message.
    public struct Field {
        public var number: UInt64
        /// The content of a length-delimited field; empty for numbers.
        public var content: Bytes
        /// The whole field as it is encoded in the message.
        public var whole: Bytes

        /// The content as text.
        public var text: String { String(decoding: content, as: UTF8.self) }
    }

    private var rest: Bytes

    public init(_ bytes: Bytes) {
        rest = bytes
    }

    public var isAtEnd: Bool { rest.isEmpty }

    /// The next field. Nil at the end of the message, and if the bytes are invalid.
    public mutating func next() -> Field? {
        let start = rest
        guard let tag = varint(), tag >> 3 > 0 else { return nil }
        var content = rest.prefix(0)
        switch tag & 7 {
        case 0: guard varint() != nil else { return nil }
        case 1: guard take(8) != nil else { return nil }
        case Protobuf.lengthDelimited:
            guard let length = varint(), let taken = take(length) else { return nil }
            content = taken
        case 5: guard take(4) != nil else { return nil }
        default: return nil
        }
        return Field(number: tag >> 3, content: content, whole: start.prefix(start.count - rest.count))
    }

    private mutating func take(_ length: UInt64) -> Bytes? {
        guard length <= UInt64(rest.count) else { return nil }
        defer { rest = rest.dropFirst(Int(length)) }
        return rest.prefix(Int(length))
    }

    private mutating func varint() -> UInt64? {
        var (number, shift): (UInt64, UInt64) = (0, 0)
        while let byte = rest.popFirst(), shift < 64 {
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
        return nil
    }
}
