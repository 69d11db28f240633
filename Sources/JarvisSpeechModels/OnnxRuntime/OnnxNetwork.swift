// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a network in ONNX Runtime, with tensors as inputs and outputs.

import COnnxRuntime
import Glibc

/// A loaded network, for use by one thread at a time.
final class OnnxNetwork {
    /// The runtime's file name, in the speech library's folder.
    static let libraryName = "libonnxruntime.so"
    private static let mostDimensions = 8

    struct Input {
        var name: String
        /// The size of each dimension; −1 for a variable one.
        var dimensions: [Int]
    }

    fileprivate var network: ort_network
    let inputs: [Input]

    /// Opens the runtime and loads the network.
    /// - Parameters:
    ///   - model: The path of the network's file.
    ///   - libraryFolder: The folder that contains the runtime.
    convenience init(model: String, libraryFolder: String) throws(OnnxFailure) {
        try self.init(libraryFolder, threadCount: 1) { load in
            model.withCString { load(ort_model(path: $0, bytes: nil, size: 0)) }
        }
    }

    /// Loads the network from the bytes of its file, which are no longer needed afterwards.
    convenience init(_ model: [UInt8], libraryFolder: String, threadCount: Int) throws(OnnxFailure) {
        try self.init(libraryFolder, threadCount: threadCount) { load in
            model.withUnsafeBytes { load(ort_model(path: nil, bytes: $0.baseAddress, size: $0.count)) }
        }
    }

    private init(
        _ libraryFolder: String, threadCount: Int, _ withModel: ((ort_model) -> Void) -> Void
    ) throws(OnnxFailure) {
        let path = libraryFolder + "/" + Self.libraryName
        var network = ort_network()
        let (status, detail) = OnnxFailure.detail { buffer in
            var status: Int32 = 1
            withModel { model in
                var model = model
                status = ort_load(path, &model, Int32(threadCount), &network, buffer.baseAddress, buffer.count)
            }
            return status
        }
        guard status == 0 else { throw OnnxFailure(reason: detail) }
        inputs = (0..<ort_input_count(&network)).map { index in
            var dimensions = [Int64](repeating: 0, count: Self.mostDimensions)
            let (count, name) = OnnxFailure.detail {
                ort_input(&network, index, $0.baseAddress, $0.count, &dimensions, dimensions.count)
            }
            return Input(name: name, dimensions: dimensions.prefix(max(Int(count), 0)).map(Int.init))
        }
        self.network = network
    }

    deinit { ort_unload(&network) }

    /// Computes the named outputs, in this order.
    func run(_ inputs: [(name: String, tensor: OnnxTensor)], outputs: [String]) throws(OnnxFailure) -> [OnnxTensor] {
        let inputNames = inputs.map { strdup($0.name) }
        let outputNames = outputs.map { strdup($0) }
        defer { for name in inputNames + outputNames { free(name) } }
        let values = inputs.map { Optional($0.tensor.value) }
        var results = [OpaquePointer?](repeating: nil, count: outputs.count)
        let (status, detail) = OnnxFailure.detail { buffer in
            inputNames.map { UnsafePointer($0) }.withUnsafeBufferPointer { inputNames in
                outputNames.map { UnsafePointer($0) }.withUnsafeBufferPointer { outputNames in
                    ort_run(
                        &network, inputNames.baseAddress, values, values.count, outputNames.baseAddress, outputs.count,
                        &results, buffer.baseAddress, buffer.count)
                }
            }
        }
        withExtendedLifetime(inputs) {}
        guard status == 0 else { throw OnnxFailure(reason: detail) }
        return try Self.all(results.map { $0.map { OnnxTensor(taking: $0, of: self) } }, outputs)
    }

    /// The outputs if none is missing. Otherwise throws, since leaving one out would shift the others to wrong names.
    static func all<Output>(_ values: [Output?], _ names: [String]) throws(OnnxFailure) -> [Output] {
        var all: [Output] = []
        for (value, name) in zip(values, names) {
            guard let value else { throw OnnxFailure(reason: "the network returned no \(name)") }
            all.append(value)
        }
        return all
    }
}

/// The error message of the runtime.
struct OnnxFailure: Error, Hashable {
    var reason: String

    /// Calls a C function that writes the description of a failure to a buffer.
    fileprivate static func detail<Result>(
        _ call: (UnsafeMutableBufferPointer<CChar>) -> Result
    ) -> (Result, String) {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 400) { buffer in
            buffer.initialize(repeating: 0)
            let result = call(buffer)
            return (result, buffer.baseAddress.map { String(cString: $0) } ?? "")
        }
    }
}

/// A tensor; keeps its network loaded.
final class OnnxTensor {
    fileprivate let value: OpaquePointer
    private let network: OnnxNetwork
    private let memory: UnsafeMutableRawPointer?

    fileprivate init(taking value: OpaquePointer, of network: OnnxNetwork) {
        (self.value, self.network, memory) = (value, network, nil)
    }

    private init<Number>(
        _ numbers: [Number], type: ort_type, dimensions: [Int], network: OnnxNetwork
    ) throws(OnnxFailure) {
        let bytes = numbers.count * MemoryLayout<Number>.stride
        // Allocate at least one element, so that an empty tensor has an address, too.
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: max(bytes, 16), alignment: max(MemoryLayout<Number>.alignment, 16))
        memory.withMemoryRebound(to: Number.self, capacity: numbers.count) {
            $0.update(from: numbers, count: numbers.count)
        }
        let value = ort_tensor(&network.network, type, memory, bytes, dimensions.map(Int64.init), dimensions.count)
        guard let value else {
            memory.deallocate()
            throw OnnxFailure(reason: "out of memory for a tensor")
        }
        (self.value, self.network, self.memory) = (value, network, memory)
    }

    convenience init(_ numbers: [Float], _ dimensions: [Int], of network: OnnxNetwork) throws(OnnxFailure) {
        try self.init(numbers, type: ort_float, dimensions: dimensions, network: network)
    }

    convenience init(_ numbers: [Int64], _ dimensions: [Int], of network: OnnxNetwork) throws(OnnxFailure) {
        try self.init(numbers, type: ort_int64, dimensions: dimensions, network: network)
    }

    convenience init(_ flag: Bool, of network: OnnxNetwork) throws(OnnxFailure) {
        try self.init([flag], type: ort_bool, dimensions: [1], network: network)
    }

    deinit {
        ort_release(&network.network, value)
        memory?.deallocate()
    }

    /// Calls `body` with a float tensor's values and dimensions.
    func withFloats<Result>(
        _ body: (UnsafeBufferPointer<Float>, _ dimensions: [Int]) -> Result
    ) throws(OnnxFailure) -> Result {
        var dimensions = [Int64](repeating: 0, count: 8)
        var count = 0
        guard let first = ort_floats(&network.network, value, &dimensions, dimensions.count, &count) else {
            throw OnnxFailure(reason: "an output has an unexpected type")
        }
        let shape = dimensions.prefix(count).map(Int.init)
        let result = body(UnsafeBufferPointer(start: first, count: shape.reduce(1, *)), shape)
        withExtendedLifetime(self) {}
        return result
    }
}
