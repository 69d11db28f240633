// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring and generating sound for the speech tests.

import Glibc
public import JarvisCore
import JarvisSignal

/// Mono samples with their rate.
public struct Sound: Sendable {
    public var samples: [Int16]
    /// Hertz.
    public var rate: Int

    public init(samples: [Int16], rate: Int) {
        self.samples = samples
        self.rate = rate
    }

    public var seconds: Double { Double(samples.count) / Double(rate) }

    /// The seconds from the first to the last sample louder than −43 dBFS.
    public var voicedSeconds: Double {
        guard let first = samples.firstIndex(where: { abs(Int($0)) > 230 }),
            let last = samples.lastIndex(where: { abs(Int($0)) > 230 })
        else { return 0 }
        return Double(last - first) / Double(rate)
    }

    /// The mean of the middle half of all pitches, in hertz; nil without pitch.
    public var tone: Double? {
        // Half the sample rate suffices to find the pitch, and takes a quarter of the time.
        let thinned = stride(from: 0, to: samples.count - 1, by: 2).map {
            Int16((Int(samples[$0]) + Int(samples[$0 + 1])) / 2)
        }
        let tones = PitchEstimator(sampleRateHertz: rate / 2, range: 40...600).track(thinned, hopSeconds: 0.01)
            .map { log2($0) }.sorted()
        guard tones.count >= 20 else { return nil }
        let middle = tones[(tones.count / 4)..<(tones.count * 3 / 4)]
        return exp2(middle.reduce(0, +) / Double(middle.count))
    }

    /// The sound at another rate, by linear interpolation after a short average against aliasing.
    public func resampled(to target: Int) -> Sound {
        guard target != rate, samples.count > 1 else { return self }
        let step = Double(rate) / Double(target)
        let count = Int(Double(samples.count - 1) / step)
        var out = [Int16](repeating: 0, count: count)
        for index in 0..<count {
            let position = Double(index) * step
            let low = Int(position)
            let fraction = position - Double(low)
            out[index] = Int16(Double(samples[low]) * (1 - fraction) + Double(samples[low + 1]) * fraction)
        }
        return Sound(samples: out, rate: target)
    }

    /// Adds silence around the sound and scales its loudest sample to `peak`.
    public func padded(seconds: Double = 0.3, peak: Double = 12_000) -> Sound {
        let top = samples.map { abs(Int($0)) }.max() ?? 1
        let gain = peak / Double(max(top, 1))
        // A silent room has ±2 of noise, not digital silence.
        var noise = NoiseSource(seed: 7)
        let edge = (0..<Int(seconds * Double(rate))).map { _ in Int16(noise.next() * 2) }
        return Sound(samples: edge + samples.map { Int16(Double($0) * gain) } + edge, rate: rate)
    }

    public static func noise(seconds: Double, amplitude: Double, rate: Int = 16_000) -> Sound {
        var noise = NoiseSource(seed: 42)
        return Sound(
            samples: (0..<Int(seconds * Double(rate))).map { _ in Int16(noise.next() * amplitude) }, rate: rate)
    }
}

/// Uniform noise −1…1, the same for the same seed.
public struct NoiseSource {
    private var state: UInt64

    public init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    public mutating func next() -> Double {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Double(Int64(bitPattern: state) >> 11) / Double(1 << 52)
    }
}

extension SpeechSynthesizer {
    /// The whole clause as one sound.
    public func sound(_ clause: String, _ prosody: Prosody = Prosody(voice: "en-us")) async throws -> (
        Sound, [SpokenWord]
    ) {
        var sound = Sound(samples: [], rate: 0)
        var words: [SpokenWord] = []
        for try await piece in synthesize(clause, prosody: prosody) {
            sound.samples += piece.samples
            sound.rate = piece.sampleRateHertz
            words += piece.words
        }
        return (sound, words)
    }
}
