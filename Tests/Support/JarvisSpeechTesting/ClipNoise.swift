// SPDX-License-Identifier: GPL-3.0-or-later
// Generated noise, and sound mixed with noise, for tests and benchmarks of hearing.

import Glibc

/// Generated noise, the same for the same seed.
public struct ClipNoise {
    private var state: UInt64

    public init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    private mutating func uniform() -> Double {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Double(Int64(bitPattern: state) >> 11) / Double(1 << 52)
    }

    public mutating func white(_ count: Int, rms: Double) -> [Int16] {
        (0..<count).map { _ in Int16(uniform() * rms * 1.732) }
    }

    /// 1/f, by Voss: octaves of white noise, each held twice as long as the one before.
    public mutating func pink(_ count: Int) -> [Int16] {
        var octaves = [Double](repeating: 0, count: 12)
        return (0..<count).map { index in
            octaves[min((index + 1).trailingZeroBitCount, 11)] = uniform()
            return Int16(octaves.reduce(0, +) * 2_000)
        }
    }

    /// Mains hum with its harmonics, and a little hiss.
    public mutating func hum(_ count: Int) -> [Int16] {
        (0..<count).map { index in
            let time = Double(index) / 16_000
            let tone = (1...8).reduce(0.0) { $0 + sin(2 * .pi * 50 * Double($1) * time) / Double($1) }
            return Int16(tone * 3_000 + uniform() * 300)
        }
    }

    /// Typing: short decaying bursts, some two to five a second.
    public mutating func keys(_ count: Int) -> [Int16] {
        var burst = 0.0
        var wait = 2_000
        return (0..<count).map { _ in
            wait -= 1
            if wait == 0 {
                burst = 12_000
                wait = 3_200 + Int(abs(uniform()) * 4_800)
            }
            burst *= 0.993
            return Int16(uniform() * burst + uniform() * 20)
        }
    }

    /// Root of the mean square.
    public static func level(_ samples: ArraySlice<Int16>) -> Double {
        (samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1))).squareRoot()
    }

    /// The level of the frames (20 ms) within 25 dB of the loudest.
    public static func speechLevel(_ samples: [Int16]) -> Double {
        let powers = stride(from: 0, to: samples.count - 319, by: 320).map { level(samples[$0..<($0 + 320)]) }
        let top = powers.max() ?? 0
        let loud = powers.filter { $0 > top * 0.056 }
        return (loud.reduce(0) { $0 + $1 * $1 } / Double(max(loud.count, 1))).squareRoot()
    }

    /// Sound with noise this many decibels below its loud half; the noise repeats as needed.
    public static func mix(_ samples: [Int16], with noise: [Int16], decibels: Double) -> [Int16] {
        let gain = speechLevel(samples) / pow(10, decibels / 20) / max(level(noise[...]), 1)
        return samples.indices.map { index in
            let sum = Double(samples[index]) + Double(noise[index % noise.count]) * gain
            return Int16(max(-32_768, min(32_767, sum)))
        }
    }
}
