// SPDX-License-Identifier: GPL-3.0-or-later
// Wraps the functions of the C mathematics library that signal processing uses, and converts levels with them.

import Glibc

func sine(_ x: Double) -> Double { sin(x) }
func cosine(_ x: Double) -> Double { cos(x) }
func logarithm(_ x: Double) -> Double { log(x) }
func logarithm10(_ x: Float) -> Float { log10f(x) }
func exponential(_ x: Float) -> Float { expf(x) }
func raised(_ base: Float, to exponent: Float) -> Float { powf(base, exponent) }

/// Levels below this, in dBFS, count as silence.
let silenceDBFS: Float = -100

/// The root mean square of samples in dBFS (full scale = a square wave of ±32768), −100…0.
func rmsDBFS(_ samples: UnsafeBufferPointer<Int16>) -> Float {
    guard !samples.isEmpty else { return silenceDBFS }
    // An integer sum is exact and, unlike a floating-point one, fast even without optimization.
    var sum: Int64 = 0
    var index = 0
    while index < samples.count {
        let sample = Int64(samples[index])
        sum &+= sample &* sample
        index &+= 1
    }
    let meanSquare = Float(sum) / (Float(samples.count) * 32768 * 32768)
    guard meanSquare > 1e-10 else { return silenceDBFS }
    return min(0, 10 * logarithm10(meanSquare))
}
