// SPDX-License-Identifier: GPL-3.0-or-later
// What an ONNX file says about itself, and how more is said. The file is a protocol buffer (onnx.proto of the ONNX project,
// message ModelProto): fields one after another, of which those that repeat may also stand behind all others. Pure.

import JarvisPlatform

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
            Protobuf.field(
                Self.property, Protobuf.field(Self.key, entry.key.utf8) + Protobuf.field(Self.value, entry.value.utf8))
        }
    }
}
