// SPDX-License-Identifier: GPL-3.0-or-later
// Removes constant offset and everything below speech with a high-pass filter. Pure.

/// A fourth-order Butterworth high-pass, as two biquads (R. Bristow-Johnson, "Cookbook formulae for audio EQ").
///
/// Starts as if the first sample had always been there, so that a constant offset doesn't click. Delays speech by less
/// than a millisecond.
public struct HighPass: Sendable {
    /// The −3 dB point. The lowest voices start at about 80 Hz.
    public static let cutoffHertz: Double = 75

    /// A biquad in transposed direct form II, with double precision because the poles lie close to the unit circle.
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

        /// Sets the steady state for a constant input.
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

    /// Creates a filter that has had no input.
    /// - Precondition: The rate is above twice the cutoff.
    public init(sampleRateHertz: Int) {
        precondition(Double(sampleRateHertz) > 2 * Self.cutoffHertz, "a rate for sound")
        low = Biquad(cutoffHertz: Self.cutoffHertz, sampleRateHertz: sampleRateHertz, quality: 0.541_196_1)
        high = Biquad(cutoffHertz: Self.cutoffHertz, sampleRateHertz: sampleRateHertz, quality: 1.306_563)
    }

    /// Filters the next sample; does not allocate.
    public mutating func process(_ sample: Float) -> Float {
        if !hasBegun {
            hasBegun = true
            low.settle(on: Double(sample))
            high.settle(on: 0)
        }
        return Float(high.process(low.process(Double(sample))))
    }
}
