// SPDX-License-Identifier: GPL-3.0-or-later
// The file of weights from which intents are estimated: what it looks like, and how damage to it is found.

import Glibc

/// Why bytes are not weights.
package enum IntentWeightsError: Error, Hashable, Sendable, CustomStringConvertible {
    case notWeights
    case unknownVersion(UInt32)
    case truncated
    case damaged

    package var description: String {
        switch self {
        case .notWeights: "not a file of weights"
        case .unknownVersion(let version): "weights of unknown version \(version)"
        case .truncated: "weights end too early"
        case .damaged: "damaged weights"
        }
    }
}

/// Weights of a multinomial logistic regression over `RequestFeatures`, as fitted by training/understanding.
///
/// The file, all little-endian: `JVIW`, UInt32 version (1), numbers of classes, features and weights, Float32 length to
/// which a request is scaled and Float32 size of one step of a weight; then the name of each class, a byte with its length
/// before it; Float32 bias of each class; UInt32 hash of each feature, rising; UInt32 number of weights of each feature;
/// UInt8 class and Int8 steps of each weight, feature by feature; at the end the FNV-1a hash of all before.
package struct IntentWeights: Sendable {
    /// The class of what asks for nothing.
    package static let talk = "talk"
    private static let headerBytes = 28
    private static let classLimit = 255
    private static let sizeLimit = 8 << 20

    package let classes: [String]
    private let biases: [Float]
    private let length: Float
    private let step: Float
    private let hashes: [UInt32]
    /// For each feature, where its weights begin; one more at the end.
    private let starts: [Int32]
    private let weightClasses: [UInt8]
    private let weightSteps: [Int8]

    /// Reads the bytes of a file.
    package init(bytes: [UInt8]) throws(IntentWeightsError) {
        guard bytes.count >= Self.headerBytes, bytes.starts(with: "JVIW".utf8) else { throw .notWeights }
        var reader = Reader(bytes: bytes, place: 4)
        let version = reader.word()
        guard version == 1 else { throw .unknownVersion(version) }
        let (classCount, featureCount, weightCount) = (Int(reader.word()), Int(reader.word()), Int(reader.word()))
        length = Float(bitPattern: reader.word())
        step = Float(bitPattern: reader.word())
        guard bytes.count <= Self.sizeLimit, (1...Self.classLimit).contains(classCount), featureCount <= bytes.count,
            weightCount <= bytes.count
        else { throw .damaged }
        var names: [String] = []
        for _ in 0..<classCount {
            guard let name = reader.name() else { throw .truncated }
            names.append(name)
        }
        let end = reader.place + 4 * classCount + 8 * featureCount + 2 * weightCount
        guard bytes.count >= end + 4 else { throw .truncated }
        var checksum = Reader(bytes: bytes, place: end)
        guard bytes.count == end + 4, checksum.word() == RequestFeatures.hash(bytes[..<end]) else { throw .damaged }
        classes = names
        biases = (0..<classCount).map { _ in Float(bitPattern: reader.word()) }
        hashes = (0..<featureCount).map { _ in reader.word() }
        var starts: [Int32] = [0]
        for _ in 0..<featureCount { starts.append((starts.last ?? 0) &+ Int32(truncatingIfNeeded: reader.word())) }
        self.starts = starts
        guard starts.last == Int32(weightCount), starts.allSatisfy({ (0...Int32(weightCount)).contains($0) }),
            zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 }),
            zip(hashes, hashes.dropFirst()).allSatisfy({ $0 < $1 }), (step * length).isFinite, length.isFinite,
            step.isFinite
        else { throw .damaged }
        weightClasses = Array(bytes[reader.place..<reader.place + weightCount])
        weightSteps = bytes[(reader.place + weightCount)..<end].map { Int8(bitPattern: $0) }
        guard weightClasses.allSatisfy({ Int($0) < classCount }), biases.allSatisfy(\.isFinite) else { throw .damaged }
    }

    /// The likelihood of each class, 0…1, all together 1.
    package func likelihoods(of features: Set<String>) -> [Float] {
        var sums = [Float](repeating: 0, count: classes.count)
        // Summed in the order of the hashes, so that the same request always comes to the same figures.
        for hash in features.map({ RequestFeatures.hash($0.utf8) }).sorted() {
            guard let feature = place(of: hash) else { continue }
            for weight in Int(starts[feature])..<Int(starts[feature + 1]) {
                sums[Int(weightClasses[weight])] += Float(weightSteps[weight])
            }
        }
        let scale = step * length / Float(features.count + 1).squareRoot()
        let logits = zip(sums, biases).map { $0 * scale + $1 }
        let most = logits.max() ?? 0
        let powers = logits.map { exp($0 - most) }
        let total = powers.reduce(0, +)
        return powers.map { $0 / total }
    }

    private func place(of hash: UInt32) -> Int? {
        var (low, high) = (0, hashes.count)
        while low < high {
            let middle = (low + high) / 2
            if hashes[middle] < hash { low = middle + 1 } else { high = middle }
        }
        return low < hashes.count && hashes[low] == hash ? low : nil
    }
}

/// Steps through bytes whose number was looked at before.
private struct Reader {
    let bytes: [UInt8]
    var place: Int

    mutating func word() -> UInt32 {
        defer { place += 4 }
        return (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) }
    }

    /// Nil where the bytes end before it does.
    mutating func name() -> String? {
        guard place < bytes.count, place + 1 + Int(bytes[place]) <= bytes.count else { return nil }
        let start = place + 1
        place = start + Int(bytes[start - 1])
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }
}
