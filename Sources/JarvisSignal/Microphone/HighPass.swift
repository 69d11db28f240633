// SPDX-License-Identifier: GPL-3.0-or-later
// A high-pass filter: takes out constant offset and everything below speech. Pure.

/// A Butterworth high-pass of the fourth order, as two biquads (R. Bristow-Johnson, "Cookbook formulae for audio EQ").
///
/// It begins as if its first sample had always been there: a constant offset makes no click. Delays speech by less than
/// a millisecond.
public struct HighPass: Sendable {
    /// Loses 3 dB here. The lowest voices begin at about 80 Hz.
    public static let cutoffHertz: Double = 75

    /// Transposed direct form II, in double precision: the poles lie close to the unit circle.
    private struct Biquad {
        private let b0: Double
        private let b1: Double
        private let a1: Double
        private let a2: Double
        private var first = 0.0
        private var second = 0.0

        init(cutoffHertz: Double, sampleRateHertz: Int, quality: Double) {
            let omega = 2 * .pi * cutoffHertz / Double(sampleRateHertz)
            let alpha = sine(omega) / (2 * quality)
            let a0 = 1 + alpha
            b0 = (1 + cosine(omega)) / 2 / a0
            b1 = -(1 + cosine(omega)) / a0
            a1 = -2 * cosine(omega) / a0
            a2 = (1 - alpha) / a0
        }

        /// The state after a constant input for ever.
        mutating func settle(on constant: Double) {
            first = -b0 * constant
            second = b0 * constant
        }

        mutating func process(_ input: Double) -> Double {
            let output = b0 * input + first
            first = b1 * input - a1 * output + second
            second = b0 * input - a2 * output
            return output
        }
    }

    private var low: Biquad
    private var high: Biquad
    private var hasBegun = false

    /// A filter that has heard nothing yet.
    /// - Precondition: the rate is above twice the cutoff.
    public init(sampleRateHertz: Int) {
        precondition(Double(sampleRateHertz) > 2 * Self.cutoffHertz, "a rate for sound")
        low = Biquad(cutoffHertz: Self.cutoffHertz, sampleRateHertz: sampleRateHertz, quality: 0.541_196_1)
        high = Biquad(cutoffHertz: Self.cutoffHertz, sampleRateHertz: sampleRateHertz, quality: 1.306_563)
    }

    /// The next sample; allocates nothing.
    public mutating func process(_ sample: Float) -> Float {
        if !hasBegun {
            hasBegun = true
            low.settle(on: Double(sample))
            high.settle(on: 0)
        }
        return Float(high.process(low.process(Double(sample))))
    }
}
