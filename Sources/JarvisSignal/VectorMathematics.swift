// SPDX-License-Identifier: GPL-3.0-or-later
// Elementary functions of eight numbers at once, accurate to a few millionths: calling the C library for each number
// takes several times as long.

/// Eight numbers; wider vectors compile to scalar code.
typealias Lanes = SIMD8<Float>

/// Adding this to a number of at most 2^22 leaves the nearest integer in the lowest bits.
private let roundingOffset: Float = 12_582_912

/// e to the power of each number; numbers beyond ±87 count as ±87.
@inline(__always)
func exponential(_ x: Lanes) -> Lanes {
    let limit = Lanes(repeating: 87)
    var x = x
    x.replace(with: limit, where: x .> limit)
    x.replace(with: -limit, where: x .< -limit)
    let power = x * 1.442_695_04
    let shifted = power + roundingOffset
    // The fraction, −0.5…0.5, as a power of e; its series to the sixth order.
    let y = (power - (shifted - roundingOffset)) * 0.693_147_18
    var fraction = Lanes(repeating: 1.0 / 720)
    fraction = fraction * y + Float(1.0 / 120)
    fraction = fraction * y + Float(1.0 / 24)
    fraction = fraction * y + Float(1.0 / 6)
    fraction = fraction * y + Float(0.5)
    fraction = fraction * y + Float(1)
    fraction = fraction * y + Float(1)
    let whole =
        unsafeBitCast(shifted, to: SIMD8<Int32>.self)
        &- SIMD8(repeating: Int32(bitPattern: roundingOffset.bitPattern))
    return fraction * unsafeBitCast((whole &+ 127) &<< 23, to: Lanes.self)
}

@inline(__always)
func hyperbolicTangent(_ x: Lanes) -> Lanes { 1 - 2 / (exponential(2 * x) + 1) }

/// sin(2πt) for each t of at most 2^21.
@inline(__always)
func sine(ofTurns t: Lanes) -> Lanes {
    var u = t - ((t + roundingOffset) - roundingOffset)
    // From −0.5…0.5 turns to −0.25…0.25, where the series converges.
    let half = Lanes(repeating: 0.5)
    u.replace(with: half - u, where: u .> half * 0.5)
    u.replace(with: -half - u, where: u .< half * -0.5)
    let x = u * (2 * .pi)
    let y = x * x
    var series = Lanes(repeating: -1.0 / 39_916_800)
    series = series * y + Float(1.0 / 362_880)
    series = series * y - Float(1.0 / 5_040)
    series = series * y + Float(1.0 / 120)
    series = series * y - Float(1.0 / 6)
    return x + x * y * series
}

/// cos(2πt) for each t of at most 2^21.
@inline(__always)
func cosine(ofTurns t: Lanes) -> Lanes {
    // Reduced first, so that the quarter turn is not rounded away.
    sine(ofTurns: (t - ((t + roundingOffset) - roundingOffset)) + 0.25)
}

/// Eight numbers in a row.
@inline(__always)
func lanes(_ start: UnsafePointer<Float>) -> Lanes {
    UnsafeRawPointer(start).loadUnaligned(as: Lanes.self)
}
