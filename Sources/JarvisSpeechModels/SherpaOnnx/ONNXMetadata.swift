// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and extends the metadata of an ONNX file. The file is a protocol buffer (onnx.proto of the ONNX project,
// message ModelProto): a sequence of fields, where repeated fields may also follow all others. Pure.

import JarvisPlatform

/// The `metadata_props` entries of an ONNX model.
public struct ONNXMetadata: Hashable, Sendable {
    public var entries: [String: String]

    public init(_ entries: [String: String]) {
        self.entries = entries
    }

    /// The field numbers of `metadata_props` in ModelProto, and of its key and value.
    private static let (property, key, value): (UInt64, UInt64, UInt64) = (14, 1, 2)
    /// The field number of the graph, which every model has.
    private static let graph: UInt64 = 7
    /// The most bytes of an entry to read: names and values are short.
    private static let longestEntry = 65_536

    /// Scans a model's fields without reading their content.
    /// - Returns: Nil if the bytes are not a complete ONNX model.
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

    /// The bytes that add these entries when appended to a model's file, sorted by key.
    public var appendix: [UInt8] {
        entries.sorted { $0.key < $1.key }.flatMap { entry in
            Protobuf.field(
                Self.property, Protobuf.field(Self.key, entry.key.utf8) + Protobuf.field(Self.value, entry.value.utf8))
        }
    }
}
