// SPDX-License-Identifier: GPL-3.0-or-later
// The effect of ambient light on the face.

import Glibc

/// The changes to the look at a certain illuminance.
struct AmbientLight: Hashable, Sendable {
    /// The face's brightness as a multiple, 0.5…1.
    var brightness = 1.0
    /// The share of warm light in the colours, 0…1.
    var warmth = 0.0

    /// No changes, as for daylight or without a sensor.
    init() {}

    /// A lit room (200 lux and more) changes nothing. In the dark (2 lux and less) the face is warm and at half its
    /// brightness, and the scene slows down. In between, the scale is logarithmic, as for the eye. It has twenty steps,
    /// so a jittery sensor doesn't redraw the face.
    init(lux: Double) {
        let (dark, lit) = (log10(2.0), log10(200.0))
        let share = (log10(max(lux, 0.01)) - dark) / (lit - dark)
        let light = (min(max(share, 0), 1) * 20).rounded() / 20
        brightness = 0.5 + 0.5 * light
        warmth = 1 - light
    }

    /// The next smoothed value between `current` and `target`, in lux: a fifth of the way on the logarithmic scale, or
    /// all of it if hardly any is left.
    static func approach(_ current: Double, towards target: Double) -> Double {
        let (from, to) = (log10(max(current, 0.01)), log10(max(target, 0.01)))
        guard abs(to - from) > 0.02 else { return target }
        return pow(10, from + (to - from) / 5)
    }
}
