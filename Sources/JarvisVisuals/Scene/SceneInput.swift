// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that one frame depends on: the scene is a pure function of this value.

/// The state of the face at one moment, with all smoothing already done.
struct SceneInput: Sendable {
    var weights: LookWeights
    /// Seconds of animation so far, already scaled by the animation speed.
    var time: Double
    /// Position of all particles on their orbits, 0…1 of the common period.
    var orbitTurn: Double
    /// Turn of the held look's dashes, 0…1.
    var dashTurn = 0.0
    /// Loudness of the voice, 0…1, smoothed.
    var level: Double
    /// Scale of the orb by state and level.
    var orbScale: Double
    /// Heights of the bars, 0…1, clockwise from the top, smoothed.
    var bars: [Double]
    /// Where the caps of the bars lie, 0…1; none without motion.
    var peaks: [Double] = []
    /// Loudness over the last second, smoothed: how much of a voice there is.
    var presence = 0.0
    /// The particles' stream: share of their radius, and how far the first one is.
    var flow = 0.0
    var stream = 0.0
    var pulses: [EnergyPulses.Pulse] = []
    var ripples = SoundRipples()
    var dial = SceneDial()
    /// The error that is being shown.
    var error: ErrorFlash?
    /// How far particles and visualizer have faded in after the start, 0…1 each.
    var particleAppearance = 1.0
    var visualizerAppearance = 1.0
    /// How far the visualizer stands above the middle of the field, in logical pixels.
    var lift = 0.0
    /// Where the pointer is, from the middle, −1…1; followed smoothly.
    var pointer = (x: 0.0, y: 0.0)
    var settings: SceneSettings
    var size: SceneSize
}
