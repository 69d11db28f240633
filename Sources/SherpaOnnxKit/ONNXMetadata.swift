// SPDX-License-Identifier: GPL-3.0-or-later
// What an ONNX file says about itself, and how more is said. The file is a protocol buffer (onnx.proto of the ONNX project,
// message ModelProto): fields one after another, of which those that repeat may also stand behind all others. Pure.

/// The entries `metadata_props` of an ONNX model.
public struct ONNXMetadata: Hashable, Sendable {
    public var entries: [String: String]

    public init(_ entries: [String: String]) {
        self.entries = entries
    }

    /// The number of `metadata_props` in ModelProto, and of its key and value.
    private static let (property, key, value): (UInt64, UInt64, UInt64) = (14, 1, 2)
    /// The number of the graph, without which there is no model.
    private static let graph: UInt64 = 7
    /// Names and values are short; a model is not read for them.
    private static let longestEntry = 65_536

    /// Walks over the fields of a model without reading what is in them.
    /// - Returns: nil when these bytes are not an ONNX model, or only the beginning of one.
    public init?(model bytes: UnsafeRawBufferPointer) {
        var reader = ProtobufReader(bytes[...])
        var entries: [String: String] = [:]
        var hasGraph = false
        while !reader.isAtEnd {
            guard let field = reader.next() else { return nil }
            if field.number == Self.graph { hasGraph = !field.content.isEmpty }
            if field.number == Self.property, let (key, value) = Self.entry(field.content) { entries[key] = value }
        }
        guard hasGraph else { return nil }
        self.entries = entries
    }

    private static func entry(_ bytes: Slice<UnsafeRawBufferPointer>) -> (String, String)? {
        guard bytes.count <= longestEntry else { return nil }
        var reader = ProtobufReader(bytes)
        var texts: [UInt64: String] = [:]
        while let field = reader.next() { texts[field.number] = String(decoding: field.content, as: UTF8.self) }
        return texts[key].map { ($0, texts[value] ?? "") }
    }

    /// What is to be appended to a model's file, so that it has these entries. Keys are written in order.
    public var appendix: [UInt8] {
        entries.sorted { $0.key < $1.key }.flatMap { entry in
            Self.field(Self.property, Self.field(Self.key, entry.key.utf8) + Self.field(Self.value, entry.value.utf8))
        }
    }

    private static func field(_ number: UInt64, _ content: some Collection<UInt8>) -> [UInt8] {
        varint(number << 3 | ProtobufReader.lengthDelimited) + varint(UInt64(content.count)) + content
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

/// Reads the fields of a protocol buffer (https://protobuf.dev/programming-guides/encoding).
struct ProtobufReader {
    typealias Bytes = Slice<UnsafeRawBufferPointer>
    static let lengthDelimited: UInt64 = 2

    private var rest: Bytes

    init(_ bytes: Bytes) {
        rest = bytes
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// The next field; its content is empty for numbers. Nil at the end and where the bytes are none.
    mutating func next() -> (number: UInt64, content: Bytes)? {
        guard let tag = varint(), tag >> 3 > 0 else { return nil }
        let length: UInt64
        switch tag & 7 {
        case 0: return varint().map { _ in (tag >> 3, rest.prefix(0)) }
        case 1: length = 8
        case Self.lengthDelimited:
            guard let stated = varint() else { return nil }
            length = stated
        case 5: length = 4
        default: return nil
        }
        guard length <= UInt64(rest.count) else { return nil }
        let content = rest.prefix(Int(length))
        rest = rest.dropFirst(Int(length))
        return (tag >> 3, tag & 7 == Self.lengthDelimited ? content : content.prefix(0))
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
