// SPDX-License-Identifier: GPL-3.0-or-later
// Periodic functions and easings. They use only addition, multiplication, division and square roots, so that a scene
// is identical bit for bit on every machine (the C library's last bit depends on the processor).

/// Periodic functions of an angle in turns.
enum Periodic {
    /// Sine of an angle in turns; absolute error below 2e-8.
    static func sine(_ turns: Double) -> Double {
        var t = turns - turns.rounded(.down)
        var sign = 1.0
        if t >= 0.5 {
            t -= 0.5
            sign = -1
        }
        if t > 0.25 { t = 0.5 - t }
        let x = t * 6.283185307179586
        let y = x * x
        // Taylor's series of the sine, up to x^13.
        var p = 1 - y / 110 * (1 - y / 156)
        p = 1 - y / 72 * p
        p = 1 - y / 42 * p
        p = 1 - y / 20 * p
        p = 1 - y / 6 * p
        return sign * x * p
    }

    static func cosine(_ turns: Double) -> Double { sine(turns + 0.25) }

    /// Swells from 0 at the start of each period to 1 in its middle and back, with ease-in-out.
    static func swell(_ time: Double, period: Double) -> Double { 0.5 - 0.5 * cosine(time / period) }

    /// The elapsed share of the current period, 0…1.
    static func phase(_ time: Double, period: Double) -> Double {
        let laps = time / period
        return laps - laps.rounded(.down)
    }
}

/// Curves from 0 to 1.
enum Easing {
    /// Cubic ease-out of 0…1, clamped.
    static func out(_ x: Double) -> Double {
        let rest = 1 - min(max(x, 0), 1)
        return 1 - rest * rest * rest
    }

    /// Hermite's ease-in-out between two edges.
    static func step(_ low: Double, _ high: Double, _ x: Double) -> Double {
        let t = min(max((x - low) / (high - low), 0), 1)
        return t * t * (3 - 2 * t)
    }

    /// e^x for x ≤ 0; relative error below 1e-7 down to −16.
    static func exponential(_ x: Double) -> Double {
        let y = max(x, -40) / 64
        var p = 1 + y / 6 * (1 + y / 7)
        p = 1 + y / 5 * p
        p = 1 + y / 4 * p
        p = 1 + y / 3 * p
        p = 1 + y / 2 * p
        var value = 1 + y * p
        for _ in 0..<6 { value *= value }
        return value
    }

    /// The share of the distance to a target that a follower with this time constant covers in `seconds`.
    static func approach(_ seconds: Double, timeConstant: Double) -> Double {
        1 - exponential(-seconds / timeConstant)
    }
}
