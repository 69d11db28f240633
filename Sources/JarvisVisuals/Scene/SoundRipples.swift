// SPDX-License-Identifier: GPL-3.0-or-later
// The voice on its way out: rings that leave the core at even intervals, each as bright as the voice was loud when it
// left, so that the light around the core is the sound of the last second.

/// The rings that are on their way.
struct SoundRipples: Hashable, Sendable {
    /// Loudness at which the rings left, newest first.
    private(set) var levels = [Double](repeating: 0, count: SceneMetrics.rippleCount)
    /// Seconds since the newest one left.
    private(set) var age = 0.0

    init() {}

    /// Moves on by `seconds`, in which the loudness went from `before` to `level`.
    mutating func advance(_ seconds: Double, from before: Double, to level: Double) {
        guard seconds > 0 else { return }
        age += seconds
        while age >= SceneMetrics.ripplePeriod {
            age -= SceneMetrics.ripplePeriod
            // The ring left that long ago.
            let share = 1 - min(age / seconds, 1)
            for index in levels.indices.dropFirst().reversed() { levels[index] = levels[index - 1] }
            levels[0] = before + (level - before) * share
        }
    }

    /// How far a ring has gone, 0…1.
    func progress(_ ring: Int) -> Double {
        (age + Double(ring) * SceneMetrics.ripplePeriod) / (Double(levels.count) * SceneMetrics.ripplePeriod)
    }
}
