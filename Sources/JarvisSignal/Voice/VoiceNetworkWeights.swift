// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the file with the voice network's weights, and detects damage.

/// The reasons why bytes are not valid weights.
public enum VoiceNetworkError: Error, Hashable, Sendable, CustomStringConvertible {
    case notWeights
    case unknownVersion(UInt32)
    /// The weights are for other inputs, or for a size that the network doesn't support.
    case wrongShape
    case truncated
    case damaged

    public var description: String {
        switch self {
        case .notWeights: "not a file of voice-network weights"
        case .unknownVersion(let version): "voice-network weights of unknown version \(version)"
        case .wrongShape: "voice-network weights of another shape"
        case .truncated: "voice-network weights end too early"
        case .damaged: "damaged voice-network weights"
        }
    }
}

/// The network's weights, as trained by training/voice-activity.
///
/// The file contains in order, all little-endian: `JVAD`; UInt32 version (1), inputs, dense, hidden; the Float32
/// operating point (logit). Then follow Float32 values row by row: dense weights (inputs × dense) and biases; input
/// weights of the recurrent layer (dense × 3·hidden; reset, update, new) and biases; its recurrent weights (hidden ×
/// 3·hidden) and biases; output weights (hidden) and bias. It ends with the Adler-32 of everything before.
public struct VoiceNetworkWeights: Sendable {
    let dense: Int
    let hidden: Int
    /// The output logit above which a frame is speech at a sensitivity of 50 %.
    let operatingPoint: Float
    let denseWeights: [Float]
    let denseBiases: [Float]
    let inputWeights: [Float]
    let inputBiases: [Float]
    let recurrentWeights: [Float]
    let recurrentBiases: [Float]
    let outputWeights: [Float]
    let outputBias: Float

    private static let headerBytes = 24

    /// Parses the bytes of a weights file.
    public init(bytes: [UInt8]) throws(VoiceNetworkError) {
        guard bytes.count >= Self.headerBytes, bytes.starts(with: [0x4A, 0x56, 0x41, 0x44]) else { throw .notWeights }
        func word(_ offset: Int) -> UInt32 {
            (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * UInt32($1)) }
        }
        guard word(4) == 1 else { throw .unknownVersion(word(4)) }
        let (inputs, dense, hidden) = (Int(word(8)), Int(word(12)), Int(word(16)))
        // The sizes have to be multiples of eight, since vectors hold eight values.
        guard inputs == VoiceFeatures.count, (8...256).contains(dense), (8...256).contains(hidden), dense % 8 == 0,
            hidden % 8 == 0
        else { throw .wrongShape }
        let sizes = [inputs * dense, dense, dense * 3 * hidden, 3 * hidden, hidden * 3 * hidden, 3 * hidden, hidden, 1]
        let end = Self.headerBytes + 4 * sizes.reduce(0, +)
        guard bytes.count >= end + 4 else { throw .truncated }
        guard bytes.count == end + 4, word(end) == Self.adler32(bytes[..<end]) else { throw .damaged }
        var offset = Self.headerBytes
        func floats(_ count: Int) -> [Float] {
            defer { offset += 4 * count }
            return (0..<count).map { Float(bitPattern: word(offset + 4 * $0)) }
        }
        self.dense = dense
        self.hidden = hidden
        operatingPoint = Float(bitPattern: word(20))
        denseWeights = floats(sizes[0])
        denseBiases = floats(sizes[1])
        inputWeights = floats(sizes[2])
        inputBiases = floats(sizes[3])
        recurrentWeights = floats(sizes[4])
        recurrentBiases = floats(sizes[5])
        outputWeights = floats(sizes[6])
        outputBias = floats(1).first ?? 0
        let all = [
            denseWeights, denseBiases, inputWeights, inputBiases, recurrentWeights, recurrentBiases, outputWeights,
            [outputBias, operatingPoint],
        ]
        guard all.allSatisfy({ $0.allSatisfy(\.isFinite) }) else { throw .damaged }
    }

    private static func adler32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var low: UInt32 = 1
        var high: UInt32 = 0
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }
}
