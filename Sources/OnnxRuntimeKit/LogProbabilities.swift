// SPDX-License-Identifier: GPL-3.0-or-later
// Probabilities from what a network says of each piece of text. Pure.

import Glibc

enum LogProbabilities {
    private typealias Lanes = SIMD16<Float>

    /// The logarithm of the sum of the exponentials: what turns a score into a probability when it is subtracted.
    static func normalizer(_ scores: UnsafeBufferPointer<Float>) -> Float {
        guard let top = scores.max() else { return -.infinity }
        var sums = Lanes.zero
        var index = 0
        while index + Lanes.scalarCount <= scores.count {
            var lanes = Lanes.zero
            for lane in 0..<Lanes.scalarCount { lanes[lane] = scores[index + lane] }
            sums += exponential(lanes - top)
            index += Lanes.scalarCount
        }
        var sum = sums.sum()
        while index < scores.count {
            sum += expf(scores[index] - top)
            index += 1
        }
        return top + logf(sum)
    }

    /// The piece with the highest score.
    static func best(_ scores: UnsafeBufferPointer<Float>) -> Int {
        var (best, top) = (0, -Float.infinity)
        for (index, score) in scores.enumerated() where score > top { (best, top) = (index, score) }
        return best
    }

    /// e to the power of numbers of at most 0, to some 0.1 %: 2 to their whole part by the exponent's bits, and to the rest by
    /// a polynomial.
    private static func exponential(_ x: Lanes) -> Lanes {
        let power = (x * 1.442_695).clamped(lowerBound: Lanes(repeating: -126), upperBound: Lanes(repeating: 0))
        let whole = power.rounded(.down)
        let rest = power - whole
        let fraction = 1 + rest * (0.693_147 + rest * (0.240_227 + rest * (0.055_504 + rest * 0.009_618)))
        let bits = SIMD16<Int32>(clamping: SIMD16<Int32>(whole) &+ 127) &<< 23
        return fraction * unsafeBitCast(bits, to: Lanes.self)
    }
}
