// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisPlatform
import Testing

@testable import JarvisSpeechModels

/// Parts of a graph are extracted with everything they need and nothing else.
struct OnnxGraphTests {
    /// A node as defined in onnx.proto.
    private static func node(_ name: String, _ inputs: [String], _ outputs: [String], inside: [UInt8] = []) -> [UInt8] {
        let content =
            inputs.flatMap { Protobuf.field(1, $0.utf8) } + outputs.flatMap { Protobuf.field(2, $0.utf8) }
            + Protobuf.field(3, name.utf8) + Protobuf.field(4, "Add".utf8)
            + (inside.isEmpty ? [] : Protobuf.field(5, Protobuf.field(6, inside)))
        return Protobuf.field(1, content)
    }

    private static func named(_ field: UInt64, _ nameField: UInt64, _ name: String) -> [UInt8] {
        Protobuf.field(field, Protobuf.field(nameField, name.utf8))
    }

    /// x → a → b → y, with weights for a and b, and a node that nothing needs.
    private static let model: [UInt8] = {
        let steps =
            node("first", ["x", "weights of a", ""], ["a", ""]) + node("spare", ["x"], ["spare"])
            + node("second", ["a"], ["b"], inside: node("inner", ["weights of b"], ["inner"]))
            + node("third", ["b"], ["y"])
        let graph =
            steps + Protobuf.field(2, "graph".utf8) + named(5, 8, "weights of a") + named(5, 8, "weights of b")
            + named(11, 1, "x") + named(12, 1, "y")
        return Protobuf.field(1, 8) + Protobuf.field(7, graph) + Protobuf.field(14, "metadata".utf8)
    }()

    private func read<Result>(_ model: [UInt8], _ body: (OnnxGraph) -> Result) throws -> Result {
        try model.withUnsafeBytes { try body(#require(OnnxGraph(model: $0))) }
    }

    /// The nodes, the inputs and the other contents of a part.
    private func content(_ part: [UInt8]) throws -> (steps: [String], inputs: [String], others: [String]) {
        let text = String(decoding: part, as: UTF8.self)
        let others = ["weights of a", "weights of b", "metadata", "spare"].filter(text.contains)
        return try read(part) { ($0.nodes.map(\.name), $0.inputs, others) }
    }

    @Test func aPartContainsOnlyWhatItNeeds() throws {
        let first = try content(read(Self.model) { $0.part(computing: ["a"]) })
        #expect(first.steps == ["first"] && first.inputs == ["x"] && first.others == ["weights of a"])
        let second = try content(read(Self.model) { $0.part(computing: ["y"], from: ["a"]) })
        #expect(second.steps == ["second", "third"] && second.inputs == ["a"] && second.others == ["weights of b"])
    }

    /// Each level is a call; without a limit, a file could use up the thread's stack.
    @Test func deeplyNestedGraphsAreRejected() throws {
        func nested(_ depth: Int) -> [UInt8] {
            let innermost = Self.node("inner", ["x"], ["y"])
            let steps = (0..<depth).reduce(innermost) { inside, _ in Self.node("outer", ["x"], ["y"], inside: inside) }
            return Protobuf.field(7, steps)
        }
        #expect(nested(3).withUnsafeBytes { OnnxGraph(model: $0) } != nil)
        #expect(nested(200).withUnsafeBytes { OnnxGraph(model: $0) } == nil)
    }

    @Test func invalidModelsAreRejected() {
        for bytes in [[], [1, 2, 3], Array(Self.model.dropLast(12).prefix(20)), Protobuf.field(14, "metadata".utf8)] {
            #expect(bytes.withUnsafeBytes { OnnxGraph(model: $0) } == nil)
        }
    }
}
