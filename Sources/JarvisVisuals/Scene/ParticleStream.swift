// SPDX-License-Identifier: GPL-3.0-or-later
// The stream of the particles: drawn to the core while it listens, flung from it while it speaks, and more so with a
// voice; at rest there is none. What one particle does in it is in the renderers.

/// The stream over time.
struct ParticleStream: Hashable, Sendable {
    /// Share of their radius by which particles run outwards before they begin again; inwards below 0.
    private(set) var flow = 0.0
    /// How far the first particle is on its way, 0…1.
    private(set) var place = 0.0
    /// How much of a voice there is: loudness over about a second, 0…1.
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
