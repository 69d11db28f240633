// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the fundamental frequency of voiced speech with YIN (de Cheveigné & Kawahara 2002), which takes the first
// lag at which a frame's cumulative-mean-normalized difference dips. For measuring voices, not for real time.

/// Estimates the fundamental frequency in frames of mono sound.
public struct PitchEstimator: Sendable {
    private let rate: Double
    private let shortest: Int
    private let longest: Int
    private let window: Int
    /// A dip below this makes a frame voiced; the paper uses 0.1…0.15.
    private static let threshold = 0.15

    /// - Parameters:
    ///   - sampleRateHertz: The rate of the samples to measure.
    ///   - range: The possible pitch in hertz; frames outside it count as unvoiced.
    public init(sampleRateHertz: Int, range: ClosedRange<Double> = 45...600) {
        rate = Double(sampleRateHertz)
        shortest = max(2, Int(rate / range.upperBound))
        longest = Int(rate / range.lowerBound)
        window = Int(rate * 0.03)
    }

    /// The pitch of each voiced frame in hertz, one every `hopSeconds`; skips frames 10 dB below the sound's level.
    public func track(_ samples: [Int16], hopSeconds: Double = 0.02) -> [Double] {
        let sound = samples.map(Double.init)
        guard !sound.isEmpty else { return [] }
        let power = sound.reduce(0) { $0 + $1 * $1 } / Double(sound.count)
        let hop = max(1, Int(hopSeconds * rate))
        var found: [Double] = []
        sound.withUnsafeBufferPointer { sound in
            for start in stride(from: 0, to: sound.count - window - longest - 1, by: hop) {
                let frame = UnsafeBufferPointer(rebasing: sound[start..<(start + window + longest + 1)])
                let energy = frame.prefix(window).reduce(0) { $0 + $1 * $1 } / Double(window)
                if energy > power * 0.1, let hertz = fundamental(of: frame) { found.append(hertz) }
            }
        }
        return found
    }

    /// The median pitch in hertz; nil if hardly any frame is voiced.
    public func median(_ samples: [Int16], hopSeconds: Double = 0.02) -> Double? {
        let hertz = track(samples, hopSeconds: hopSeconds).sorted()
        return hertz.count < 4 ? nil : hertz[hertz.count / 2]
    }

    private func fundamental(of frame: UnsafeBufferPointer<Double>) -> Double? {
        var normalised = [Double](repeating: 1, count: longest + 1)
        var sum = 0.0
        for lag in 1...longest {
            var difference = 0.0
            for index in 0..<window {
                let step = frame[index] - frame[index + lag]
                difference += step * step
            }
            sum += difference
            normalised[lag] = sum > 0 ? difference * Double(lag) / sum : 1
        }
        var lag = shortest
        while lag < longest, normalised[lag] >= Self.threshold { lag += 1 }
        guard lag < longest else { return nil }
        while lag + 1 < longest, normalised[lag + 1] < normalised[lag] { lag += 1 }
        // The true dip lies between samples, so fit a parabola through three of them.
        let (before, at, after) = (normalised[lag - 1], normalised[lag], normalised[lag + 1])
        let curve = before - 2 * at + after
        return rate / (Double(lag) + (curve > 0 ? (before - after) / 2 / curve : 0))
    }
}
