// SPDX-License-Identifier: GPL-3.0-or-later
// Converts a network's scores for text pieces to probabilities. Pure.

import Glibc

enum LogProbabilities {
    /// Eight lanes, since wider vectors compile to scalar code, which takes fifteen times as long.
    private typealias Lanes = SIMD8<Float>

    /// The log-sum-exp of the scores: subtracting it converts a score to a log probability.
    static func normalizer(_ scores: UnsafeBufferPointer<Float>) -> Float {
        guard let first = scores.first, let start = UnsafeRawPointer(scores.baseAddress) else { return -.infinity }
        let whole = scores.count - scores.count % Lanes.scalarCount
        var tops = Lanes(repeating: first)
        for index in stride(from: 0, to: whole, by: Lanes.scalarCount) {
            let here = lanes(start, index)
            tops.replace(with: here, where: here .> tops)
        }
        let top = scores[whole...].reduce(tops.max()) { max($0, $1) }
        var sums = Lanes.zero
        for index in stride(from: 0, to: whole, by: Lanes.scalarCount) {
            sums += exponential(lanes(start, index) - top)
        }
        return top + logf(scores[whole...].reduce(sums.sum()) { $0 + expf($1 - top) })
    }

    @inline(__always)
    private static func lanes(_ start: UnsafeRawPointer, _ index: Int) -> Lanes {
        start.loadUnaligned(fromByteOffset: index * MemoryLayout<Float>.stride, as: Lanes.self)
    }

    /// The index of the piece with the highest score.
    static func best(_ scores: UnsafeBufferPointer<Float>) -> Int {
        var (best, top) = (0, -Float.infinity)
        for (index, score) in scores.enumerated() where score > top { (best, top) = (index, score) }
        return best
    }

    /// Adding this to a number of at most 2^22 leaves the nearest integer in the lowest bits; rounding and converting
    /// lane by lane would take most of the time.
    private static let roundingOffset: Float = 12_582_912

    /// e to the power of numbers of at most 0, accurate to about 0.01 %: the exponent bits give the integer part as a
    /// power of two, and a polynomial gives the rest.
    @inline(__always)
    private static func exponential(_ x: Lanes) -> Lanes {
        let lowest = Lanes(repeating: -126)
        var power = x * 1.442_695
        power.replace(with: lowest, where: power .< lowest)
        let shifted = power + roundingOffset
        let rest = power - (shifted - roundingOffset)
        let fraction = 1 + rest * (0.693_147 + rest * (0.240_227 + rest * (0.055_504 + rest * 0.009_618)))
        let whole =
            unsafeBitCast(shifted, to: SIMD8<Int32>.self)
            &- SIMD8(repeating: Int32(bitPattern: roundingOffset.bitPattern))
        return fraction * unsafeBitCast((whole &+ 127) &<< 23, to: Lanes.self)
    }
}
