// SPDX-License-Identifier: GPL-3.0-or-later
// A simulated loudspeaker, room and microphone: what the microphone records of the sound played.

#if canImport(Glibc)
    import Glibc
#endif

/// Turns played sound into its echo: loudspeaker, direct sound, single reflections and a tail that dies away.
///
/// The response is made from a seed: band limits of a small loudspeaker, six single reflections within 40 ms, and noise
/// that decays by 60 dB in the reverberation time. It is scaled so that the echo has the power of what is played.
public final class SyntheticRoom {
    /// Samples per second.
    public static let sampleRateHertz = 16_000

    /// The impulse response, delay included.
    public let response: [Float]
    private var past: [Float]
    private let isDistorting: Bool

    /// - Parameters:
    ///   - seed: which room.
    ///   - reverberationSeconds: time in which the tail decays by 60 dB.
    ///   - directToReverberantDB: power of the direct sound over that of the tail.
    ///   - delaySeconds: how late the devices are.
    ///   - isDistorting: the loudspeaker is driven into soft saturation.
    public init(
        seed: UInt64, reverberationSeconds: Double = 0.35, directToReverberantDB: Double = 6, delaySeconds: Double = 0,
        isDistorting: Bool = false
    ) {
        var random = SeededGenerator(seed: seed)
        let rate = Double(Self.sampleRateHertz)
        let length = Int(reverberationSeconds * 0.75 * rate)
        var room = [Double](repeating: 0, count: length)
        let direct = 32 + Int.random(in: 0..<40, using: &random)
        var tailPower = 0.0
        for index in direct + 16..<length {
            let decay = pow(10, -3 * Double(index) / (reverberationSeconds * rate))
            room[index] = Double.random(in: -1...1, using: &random) * decay
            tailPower += room[index] * room[index]
        }
        let scale = (pow(10, -directToReverberantDB / 10) / tailPower).squareRoot()
        for index in room.indices { room[index] *= scale }
        room[direct] = 1
        for _ in 0..<6 {
            let index = direct + 20 + Int.random(in: 0..<580, using: &random)
            guard index < length else { continue }
            let decay = pow(10, -3 * Double(index) / (reverberationSeconds * rate))
            room[index] += Double.random(in: -0.5...0.5, using: &random) * decay
        }
        room = Self.loudspeaker(room)
        let norm = room.reduce(0) { $0 + $1 * $1 }.squareRoot()
        let delay = [Float](repeating: 0, count: Int(delaySeconds * rate))
        response = delay + room.map { Float($0 / norm) }
        past = [Float](repeating: 0, count: response.count)
        self.isDistorting = isDistorting
    }

    /// Takes the next samples that are played and returns as many of their echo, both at full scale 1.
    public func process(_ played: [Float]) -> [Float] {
        let driven = isDistorting ? played.map { tanhf(2 * $0) / 2 } : played
        let input = past + driven
        var output = [Float](repeating: 0, count: played.count)
        let offset = past.count
        input.withUnsafeBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                for tap in response.indices where response[tap] != 0 {
                    let weight = response[tap]
                    let start = offset &- tap
                    var index = 0
                    while index < output.count {
                        output[index] += weight * input[start &+ index]
                        index &+= 1
                    }
                }
            }
        }
        past = Array(input.suffix(past.count))
        return output
    }

    /// First-order limits at 180 Hz and 6.5 kHz, twice each.
    private static func loudspeaker(_ input: [Double]) -> [Double] {
        let low = exp(-2 * Double.pi * 180 / 16_000)
        let high = 1 - exp(-2 * Double.pi * 6500 / 16_000)
        var samples = input
        for _ in 0..<2 {
            var mean = 0.0
            var smooth = 0.0
            for index in samples.indices {
                smooth += high * (samples[index] - smooth)
                mean = low * mean + (1 - low) * smooth
                samples[index] = smooth - mean
            }
        }
        return samples
    }
}
