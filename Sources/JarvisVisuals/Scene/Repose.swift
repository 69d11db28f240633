// SPDX-License-Identifier: GPL-3.0-or-later
// The scene's rest: while no one is likely to watch, it moves less and more slowly, so that a few frames a second show
// all of it. Both ways are smooth, and the way back is short.

/// How far the scene has calmed down.
struct Repose: Hashable, Sendable {
    /// The progress of calming down, 0…1.
    private var progress = 0.0

    init() {}

    mutating func advance(_ seconds: Double, isAtRest: Bool) {
        let change = isAtRest ? seconds / SceneMetrics.calming.down : -seconds / SceneMetrics.calming.up
        progress = min(max(progress + change, 0), 1)
    }

    /// 0 for a lively scene, 1 for a calm one.
    var calm: Double { Easing.step(0, 1, progress) }

    /// The factor on the pace of the face, and on that of the particles.
    var facePace: Double { 1 - SceneMetrics.calmSlowdown.face * calm }
    var particlePace: Double { 1 - SceneMetrics.calmSlowdown.particles * calm }
}
