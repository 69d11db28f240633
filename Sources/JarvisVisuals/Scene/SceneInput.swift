// SPDX-License-Identifier: GPL-3.0-or-later
// The complete input of one frame: the scene is a pure function of this value.

/// The state of the face at one moment, after all smoothing.
struct SceneInput: Sendable {
    var weights: LookWeights
    /// Seconds of animation so far, already scaled by the animation speed.
    var time: Double
    /// The common orbital position of all particles, as a share of the period, 0…1.
    var orbitTurn: Double
    /// The rotation of the held look's dashes, in turns, 0…1.
    var dashTurn = 0.0
    /// The smoothed loudness of the voice, 0…1.
    var level: Double
    /// The scale of the orb, from the look and the level.
    var orbScale: Double
    /// The smoothed heights of the bars, 0…1, clockwise from the top.
    var bars: [Double]
    /// The positions of the bars' caps, 0…1; empty with reduced motion.
    var peaks: [Double] = []
    /// Loudness averaged over about a second, 0…1.
    var presence = 0.0
    /// The state of the particle stream: the `flow` and the `place` of `ParticleStream`.
    var flow = 0.0
    var stream = 0.0
    var pulses: [EnergyPulses.Pulse] = []
    var ripples = SoundRipples()
    var dial = SceneDial()
    /// The error being shown; nil for none.
    var error: ErrorFlash?
    /// How far the scene has calmed down, 0…1.
    var calm = 0.0
    /// How far the particles and the visualizer have faded in, 0…1 each.
    var particleAppearance = 1.0
    var visualizerAppearance = 1.0
    /// How far the visualizer is above the middle of the field, in logical pixels.
    var lift = 0.0
    /// The smoothed pointer position relative to the middle, −1…1.
    var pointer = (x: 0.0, y: 0.0)
    var settings: SceneSettings
    var size: SceneSize
}
