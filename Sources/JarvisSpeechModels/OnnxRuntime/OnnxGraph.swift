// SPDX-License-Identifier: GPL-3.0-or-later
// Extracts parts of the graph in an ONNX model. The file is a protocol buffer (onnx.proto of the ONNX project,
// https://github.com/onnx/onnx, message ModelProto); only the fields that matter here are interpreted. Pure.

import JarvisPlatform

/// The graph of a model; valid as long as the underlying bytes are.
struct OnnxGraph {
    /// A step of the computation.
    struct Node {
        var name: String
        /// The names of its inputs, including those that its nested graphs take from outside.
        var inputs: [String]
        var outputs: [String]
        fileprivate var whole: ProtobufReader.Bytes
    }

    /// The steps, in an order in which they can be computed.
    let nodes: [Node]
    let inputs: [String]
    /// The fields of the model, and below of its graph, that every part keeps unchanged.
    private let ofModel: [ProtobufReader.Bytes]
    private let ofGraph: [ProtobufReader.Bytes]
    private let named: [(field: UInt64, name: String, whole: ProtobufReader.Bytes)]

    /// The field numbers in onnx.proto.
    private enum Number {
        static let (graph, metadata): (UInt64, UInt64) = (7, 14)
        static let (node, weights, input, output, valueType): (UInt64, UInt64, UInt64, UInt64, UInt64) = (
            1, 5, 11, 12, 13
        )
        static let (nodeInput, nodeOutput, nodeName, attribute): (UInt64, UInt64, UInt64, UInt64) = (1, 2, 3, 5)
        static let (attributeGraph, attributeGraphs): (UInt64, UInt64) = (6, 11)
        static let (weightsName, valueName, valueKind): (UInt64, UInt64, UInt64) = (8, 1, 2)
        static let (tensorKind, elementKind): (UInt64, UInt64) = (1, 1)
    }

    /// The deepest nesting of graphs to follow; real ones use one or two levels.
    private static let deepest = 16

    /// - Returns: Nil if the bytes are not an ONNX model.
    init?(model bytes: UnsafeRawBufferPointer) {
        guard let model = Self.fields(bytes[...]), let graph = model.last(where: { $0.number == Number.graph }),
            let fields = Self.fields(graph.content)
        else { return nil }
        ofModel = model.filter { ![Number.graph, Number.metadata].contains($0.number) }.map(\.whole)
        var (nodes, inputs): ([Node], [String]) = ([], [])
        var ofGraph: [ProtobufReader.Bytes] = []
        var named: [(UInt64, String, ProtobufReader.Bytes)] = []
        for field in fields {
            switch field.number {
            case Number.node:
                guard let node = Self.node(field) else { return nil }
                nodes.append(node)
            case Number.weights:
                named.append((field.number, Self.text(Number.weightsName, in: field.content), field.whole))
            case Number.input:
                let name = Self.text(Number.valueName, in: field.content)
                inputs.append(name)
                named.append((field.number, name, field.whole))
            case Number.output:
                named.append((field.number, Self.text(Number.valueName, in: field.content), field.whole))
            case Number.valueType: break
            default: ofGraph.append(field.whole)
            }
        }
        (self.nodes, self.inputs, self.ofGraph, self.named) = (nodes, inputs, ofGraph, named)
    }

    /// The bytes of a model that computes these float tensors from other tensors of the graph and from the graph's own
    /// inputs.
    /// - Parameters:
    ///   - outputs: The names of the tensors to compute.
    ///   - given: The names of float tensors of the graph that become inputs.
    func part(computing outputs: [String], from given: [String] = []) -> [UInt8] {
        var needed = Set(outputs)
        var steps: [Node] = []
        for node in nodes.reversed() where node.outputs.contains(where: { needed.contains($0) && !given.contains($0) })
        {
            steps.append(node)
            needed.formUnion(node.inputs)
        }
        let kept = named.filter { field, name, _ in
            field == Number.output ? outputs.contains(name) : needed.contains(name) && !given.contains(name)
        }
        let known = Set(named.filter { $0.field == Number.output }.map(\.name))
        let fields = steps.reversed().map(\.whole) + ofGraph + kept.map(\.whole)
        var graph: [UInt8] = []
        // Allocate once, since weights take tens of megabytes.
        graph.reserveCapacity(fields.reduce(10_000) { $0 + $1.count })
        for field in fields { graph += field }
        graph += given.flatMap { Self.value(Number.input, $0) }
        graph += outputs.filter { !known.contains($0) }.flatMap { Self.value(Number.output, $0) }
        var model: [UInt8] = []
        model.reserveCapacity(ofModel.reduce(graph.count + 100) { $0 + $1.count })
        for field in ofModel { model += field }
        model += Protobuf.head(Number.graph, length: graph.count)
        model += graph
        return model
    }

    /// The declaration of a float tensor of any shape.
    private static func value(_ number: UInt64, _ name: String) -> [UInt8] {
        let floats = Protobuf.field(Number.elementKind, 1)
        let kind = Protobuf.field(Number.valueKind, Protobuf.field(Number.tensorKind, floats))
        return Protobuf.field(number, Protobuf.field(Number.valueName, name.utf8) + kind)
    }

    private static func fields(_ bytes: ProtobufReader.Bytes) -> [ProtobufReader.Field]? {
        var reader = ProtobufReader(bytes)
        var fields: [ProtobufReader.Field] = []
        while !reader.isAtEnd {
            guard let field = reader.next() else { return nil }
            fields.append(field)
        }
        return fields
    }

    /// The text of the first field with this number; empty if there is none.
    private static func text(_ number: UInt64, in bytes: ProtobufReader.Bytes) -> String {
        var reader = ProtobufReader(bytes)
        while let field = reader.next() { if field.number == number { return field.text } }
        return ""
    }

    /// Parses a node.
    /// - Parameter depth: The number of nodes around it.
    private static func node(_ field: ProtobufReader.Field, depth: Int = 0) -> Node? {
        guard depth <= deepest, let fields = fields(field.content) else { return nil }
        var node = Node(name: "", inputs: [], outputs: [], whole: field.whole)
        for field in fields {
            switch field.number {
            // An omitted optional input has an empty name.
            case Number.nodeInput: if !field.content.isEmpty { node.inputs.append(field.text) }
            case Number.nodeOutput: if !field.content.isEmpty { node.outputs.append(field.text) }
            case Number.nodeName: node.name = field.text
            case Number.attribute:
                for attribute in Self.fields(field.content) ?? []
                where [Number.attributeGraph, Number.attributeGraphs].contains(attribute.number) {
                    for inner in Self.fields(attribute.content) ?? [] where inner.number == Number.node {
                        guard let inner = Self.node(inner, depth: depth + 1) else { return nil }
                        node.inputs += inner.inputs
                    }
                }
            default: break
            }
        }
        return node
    }
}
