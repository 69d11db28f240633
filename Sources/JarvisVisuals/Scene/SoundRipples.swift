// SPDX-License-Identifier: GPL-3.0-or-later
// The voice travelling outwards: rings leave the core at even intervals, each as bright as the voice was loud at that
// moment, so that the light around the core shows the last second of sound.

/// The rings in progress.
struct SoundRipples: Hashable, Sendable {
    /// The loudness when each ring left, newest first.
    private(set) var levels = [Double](repeating: 0, count: SceneMetrics.rippleCount)
    /// Seconds since the newest ring left.
    private(set) var age = 0.0

    init() {}

    /// Advances by `seconds`, during which the loudness changed from `before` to `level`.
    mutating func advance(_ seconds: Double, from before: Double, to level: Double) {
        guard seconds > 0 else { return }
        age += seconds
        while age >= SceneMetrics.ripplePeriod {
            age -= SceneMetrics.ripplePeriod
            // The moment when the ring left, as a share of the step.
            let share = 1 - min(age / seconds, 1)
            for index in levels.indices.dropFirst().reversed() { levels[index] = levels[index - 1] }
            levels[0] = before + (level - before) * share
        }
    }

    /// A ring's progress, 0…1.
    func progress(_ ring: Int) -> Double {
        (age + Double(ring) * SceneMetrics.ripplePeriod) / (Double(levels.count) * SceneMetrics.ripplePeriod)
    }
}
