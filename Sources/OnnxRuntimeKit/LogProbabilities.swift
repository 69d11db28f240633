// SPDX-License-Identifier: GPL-3.0-or-later
// Probabilities from what a network says of each piece of text. Pure.

import Glibc

enum LogProbabilities {
    private typealias Lanes = SIMD16<Float>

    /// The logarithm of the sum of the exponentials: what turns a score into a probability when it is subtracted.
    static func normalizer(_ scores: UnsafeBufferPointer<Float>) -> Float {
        guard let first = scores.first, let start = UnsafeRawPointer(scores.baseAddress) else { return -.infinity }
        let whole = scores.count - scores.count % Lanes.scalarCount
        func lanes(_ index: Int) -> Lanes {
            start.loadUnaligned(fromByteOffset: index * MemoryLayout<Float>.stride, as: Lanes.self)
        }
        var tops = Lanes(repeating: first)
        for index in stride(from: 0, to: whole, by: Lanes.scalarCount) { tops = pointwiseMax(tops, lanes(index)) }
        let top = scores[whole...].reduce(tops.max()) { max($0, $1) }
        var sums = Lanes.zero
        for index in stride(from: 0, to: whole, by: Lanes.scalarCount) { sums += exponential(lanes(index) - top) }
        var index = whole
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

    /// Added to a number of at most 2^22, it leaves the nearest whole number in the lowest bits: rounding and converting lane
    /// by lane would take most of the time.
    private static let roundingOffset: Float = 12_582_912

    /// e to the power of numbers of at most 0, to some 0.01 %: 2 to their whole part by the exponent's bits, and to the rest
    /// by a polynomial.
    private static func exponential(_ x: Lanes) -> Lanes {
        let power = pointwiseMax(x * 1.442_695, Lanes(repeating: -126))
        let shifted = power + roundingOffset
        let rest = power - (shifted - roundingOffset)
        let fraction = 1 + rest * (0.693_147 + rest * (0.240_227 + rest * (0.055_504 + rest * 0.009_618)))
        let whole =
            unsafeBitCast(shifted, to: SIMD16<Int32>.self)
            &- SIMD16(repeating: Int32(bitPattern: roundingOffset.bitPattern))
        return fraction * unsafeBitCast((whole &+ 127) &<< 23, to: Lanes.self)
    }
}
