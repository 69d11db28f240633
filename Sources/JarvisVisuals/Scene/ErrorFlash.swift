// SPDX-License-Identifier: GPL-3.0-or-later
// An error on the face: it reddens and shakes for a moment. Another error may come while one is shown.

/// One flash; strength and shake are continuous, even when it starts again.
struct ErrorFlash: Hashable, Sendable {
    /// Seconds since it began.
    private(set) var time = 0.0
    /// Seconds of shaking; goes on when the flash starts again.
    private var clock = 0.0

    init() {}

    /// How red the face is, 0…1: up at once but without a cut, then slowly down.
    var strength: Double {
        Easing.step(0, SceneMetrics.errorOnset, time) * (1 - Easing.step(0.2, 1, time / SceneMetrics.errorDuration))
    }

    /// Logical pixels to the side.
    var offset: Double {
        SceneMetrics.shakeDistance * strength * strength * Periodic.sine(clock * SceneMetrics.shakesPerSecond)
    }

    /// False when it is over.
    var isShown: Bool { time < SceneMetrics.errorDuration }

    mutating func advance(_ seconds: Double) {
        time += seconds
        clock += seconds
    }

    /// Starts again from its present strength.
    mutating func restart() {
        let reached = strength
        var (low, high) = (0.0, SceneMetrics.errorOnset)
        for _ in 0..<40 {
            time = (low + high) / 2
            if strength < reached { low = time } else { high = time }
        }
    }
}
