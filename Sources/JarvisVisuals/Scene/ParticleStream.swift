// SPDX-License-Identifier: GPL-3.0-or-later
// Moves the particles towards the core during listening and away from it during speech, more strongly with a voice, and
// not at all at rest. The renderers apply the stream to each particle.

/// The strength and the position of the stream.
struct ParticleStream: Hashable, Sendable {
    /// The share of their radius that particles travel outwards before they start over; negative for inwards.
    private(set) var flow = 0.0
    /// The progress of the first particle along its way, 0…1; the others follow at fixed distances.
    private(set) var place = 0.0
    /// Loudness averaged over about a second, 0…1.
    private(set) var presence = 0.0

    init() {}

    mutating func advance(_ seconds: Double, level: Double, weights: LookWeights, pace: Double) {
        presence += (level - presence) * Easing.approach(seconds, timeConstant: SceneMetrics.presenceFollowing)
        let taking = SceneMetrics.takingFlow
        let speaking = SceneMetrics.speakingFlow
        let target =
            SceneMetrics.armedFlow * weights.armed
            + (taking.quiet + taking.voiced * presence) * (weights.recording + weights.held)
            + (speaking.quiet + speaking.voiced * presence) * weights.speaking
        flow += (target - flow) * Easing.approach(seconds, timeConstant: SceneMetrics.flowFollowing)
        let speed = SceneMetrics.streamSpeed
        place += seconds * pace * (speed.quiet + speed.voiced * presence)
        place -= place.rounded(.down)
    }
}
