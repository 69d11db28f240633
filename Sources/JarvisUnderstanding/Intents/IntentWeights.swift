// SPDX-License-Identifier: GPL-3.0-or-later
// The file format of the weights that intents are estimated with, and the checks for damage.

import Glibc
import JarvisCore

/// Why a file of weights was rejected.
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
/// The file is little-endian:
/// - `JVIW`, UInt32 version (2), UInt32 counts of classes, features and weights
/// - Float32 length that requests are scaled to, Float32 size of one weight step
/// - class names, each preceded by its length in one byte
/// - Float32 bias per class
/// - hash per feature, ascending, as the difference to the one before in groups of seven bits, the lowest first; all
///   but the last have their eighth bit set
/// - UInt8 number of weights per feature
/// - UInt8 class per weight, then Int8 steps per weight, both in the order of the features
/// - UInt32 FNV-1a hash of everything before
package struct IntentWeights: Sendable {
    /// The class of utterances that ask for nothing.
    package static let talk = "talk"
    /// The class of requests that are for somebody else: a bank, a restaurant, the lights in the hall.
    package static let other = "other"
    private static let headerBytes = 28
    private static let classLimit = 255
    private static let sizeLimit = 8 << 20
    /// Larger numbers could make sums infinite.
    private static let largest: Float = 1e6

    package let classes: [String]
    private let biases: [Float]
    private let length: Float
    private let step: Float
    private let hashes: [UInt32]
    /// For each feature, the index of its first weight; one more entry marks the end.
    private let starts: [Int32]
    private let weightClasses: [UInt8]
    private let weightSteps: [Int8]

    /// Parses the bytes of a file.
    /// - Throws: `IntentWeightsError` if the bytes are not such a file, have another version, end early, or fail a
    ///   check.
    package init(bytes: [UInt8]) throws(IntentWeightsError) {
        guard bytes.count >= Self.headerBytes, bytes.starts(with: "JVIW".utf8) else { throw .notWeights }
        var reader = Reader(bytes: bytes, place: 4)
        let version = reader.word()
        guard version == 2 else { throw .unknownVersion(version) }
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
        guard bytes.count >= reader.place + 4 * classCount + 4 else { throw .truncated }
        classes = names
        biases = (0..<classCount).map { _ in Float(bitPattern: reader.word()) }
        var hashes: [UInt32] = []
        hashes.reserveCapacity(featureCount)
        for _ in 0..<featureCount {
            guard let difference = reader.number() else { throw .truncated }
            let (hash, isOver) = (hashes.last ?? 0).addingReportingOverflow(difference)
            guard !isOver, hashes.isEmpty || difference > 0 else { throw .damaged }
            hashes.append(hash)
        }
        self.hashes = hashes
        let end = reader.place + featureCount + 2 * weightCount
        guard bytes.count >= end + 4 else { throw .truncated }
        var checksum = Reader(bytes: bytes, place: end)
        guard bytes.count == end + 4, checksum.word() == RequestFeatures.hash(bytes[..<end]) else { throw .damaged }
        var starts: [Int32] = [0]
        starts.reserveCapacity(featureCount + 1)
        for count in bytes[reader.place..<reader.place + featureCount] {
            starts.append((starts.last ?? 0) + Int32(count))
        }
        reader.place += featureCount
        self.starts = starts
        guard starts.last == Int32(weightCount), [step, length, step * length].allSatisfy({ abs($0) <= Self.largest })
        else { throw .damaged }
        weightClasses = Array(bytes[reader.place..<reader.place + weightCount])
        weightSteps = bytes[(reader.place + weightCount)..<end].map { Int8(bitPattern: $0) }
        guard weightClasses.allSatisfy({ Int($0) < classCount }), biases.allSatisfy({ abs($0) <= Self.largest })
        else { throw .damaged }
    }

    /// The likelihood of each class, 0…1; they sum to 1.
    package func likelihoods(of features: Set<String>) -> [Float] {
        var sums = [Float](repeating: 0, count: classes.count)
        // Sum in hash order: floating-point results then don't depend on the order of the set.
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
        let place = hashes.partitioningIndex { $0 >= hash }
        return place < hashes.count && hashes[place] == hash ? place : nil
    }
}

/// Steps through bytes. The caller checks the length before reading words.
private struct Reader {
    let bytes: [UInt8]
    var place: Int

    mutating func word() -> UInt32 {
        defer { place += 4 }
        return (0..<4).reduce(0) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) }
    }

    /// A number in groups of seven bits; nil if the bytes end within it or it is too large.
    mutating func number() -> UInt32? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 35, by: 7) {
            guard place < bytes.count else { return nil }
            let byte = bytes[place]
            place += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return UInt32(exactly: value) }
        }
        return nil
    }

    /// Nil if the bytes end within the name.
    mutating func name() -> String? {
        guard place < bytes.count, place + 1 + Int(bytes[place]) <= bytes.count else { return nil }
        let start = place + 1
        place = start + Int(bytes[start - 1])
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }
}
