// SPDX-License-Identifier: GPL-3.0-or-later
// What the light in the room does to the face.

import Glibc

/// The look for one illuminance.
struct AmbientLight: Hashable, Sendable {
    /// Factor of the face's brightness, 0.5…1.
    var brightness = 1.0
    /// Share of warm light in the colours, 0…1.
    var warmth = 0.0

    /// Daylight, or no sensor.
    init() {}

    /// A lit room (200 lux and more) changes nothing; in the dark (2 lux and less) the face is at half its brightness
    /// and warm, and the scene slows down. Between them the logarithm counts, as it does for the eye, in twenty steps:
    /// a sensor that trembles redraws nothing.
    init(lux: Double) {
        let (dark, lit) = (log10(2.0), log10(200.0))
        let share = (log10(max(lux, 0.01)) - dark) / (lit - dark)
        let light = (min(max(share, 0), 1) * 20).rounded() / 20
        brightness = 0.5 + 0.5 * light
        warmth = 1 - light
    }

    /// The next smoothed value on the way from `current` to `target` lux: a fifth of the rest, and all of it when
    /// hardly any is left.
    static func approach(_ current: Double, towards target: Double) -> Double {
        let (from, to) = (log10(max(current, 0.01)), log10(max(target, 0.01)))
        guard abs(to - from) > 0.02 else { return target }
        return pow(10, from + (to - from) / 5)
    }
}
