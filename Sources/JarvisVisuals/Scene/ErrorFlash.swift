// SPDX-License-Identifier: GPL-3.0-or-later
// Shows an error on the face, which reddens and shakes for a moment. A second error restarts the flash without a jump.

/// The progress of one flash; strength and shake stay continuous even when it restarts.
struct ErrorFlash: Hashable, Sendable {
    /// Seconds since it began; a restart sets it to the moment at which a rising flash has the same strength.
    private(set) var time = 0.0
    /// Seconds of shaking so far; not reset when the flash restarts.
    private var clock = 0.0

    init() {}

    /// How red the face is, 0…1: rises quickly but smoothly, then falls slowly.
    var strength: Double {
        Easing.step(0, SceneMetrics.errorOnset, time) * (1 - Easing.step(0.2, 1, time / SceneMetrics.errorDuration))
    }

    /// The horizontal offset of the face in logical pixels.
    var offset: Double {
        SceneMetrics.shakeDistance * strength * strength * Periodic.sine(clock * SceneMetrics.shakesPerSecond)
    }

    /// False once the flash is over.
    var isShown: Bool { time < SceneMetrics.errorDuration }

    mutating func advance(_ seconds: Double) {
        time += seconds
        clock += seconds
    }

    /// Starts the flash again, from its current strength.
    mutating func restart() {
        let reached = strength
        var (low, high) = (0.0, SceneMetrics.errorOnset)
        for _ in 0..<40 {
            time = (low + high) / 2
            if strength < reached { low = time } else { high = time }
        }
    }
}
