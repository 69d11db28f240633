// SPDX-License-Identifier: GPL-3.0-or-later
// Changes one look into another: starts from the visible mix at its current rate of change, and takes at most 300 ms.

/// The weights of the looks over time. The target may change at any moment; weights and their speeds stay continuous.
struct LookMorph: Sendable {
    private(set) var phase: ScenePhase
    /// The weights' distance from the target when the morph began; `speed` is its change per second at that moment.
    private var offset = SIMD8<Double>()
    private var speed = SIMD8<Double>()
    private var elapsed = SceneMetrics.morphDuration

    init(_ phase: ScenePhase) { self.phase = phase }

    var isMorphing: Bool { elapsed < SceneMetrics.morphDuration }

    var weights: LookWeights { LookWeights(clamping: raw.value) }

    mutating func advance(_ seconds: Double) {
        elapsed = min(elapsed + seconds, SceneMetrics.morphDuration)
    }

    mutating func turn(to target: ScenePhase) {
        guard target != phase else { return }
        let now = raw
        phase = target
        offset = now.value - LookWeights(target).vector
        speed = now.speed
        elapsed = 0
    }

    /// The spring's value and speed, adjusted to end on time: over the last two fifths of the morph, the remaining
    /// tenth or less fades smoothly.
    private var raw: (value: SIMD8<Double>, speed: SIMD8<Double>) {
        let target = LookWeights(phase).vector
        guard isMorphing else { return (target, SIMD8()) }
        let motion = SpringMotion(
            response: SceneMetrics.springResponse, damping: SceneMetrics.springDamping, seconds: elapsed)
        let start = SceneMetrics.morphLanding
        let x = min(max((elapsed - start) / (SceneMetrics.morphDuration - start), 0), 1)
        let fade = 1 - x * x * (3 - 2 * x)
        let fadeRate = -6 * x * (1 - x) / (SceneMetrics.morphDuration - start)
        let rest = offset * motion.offset + speed * motion.push
        let rate = offset * motion.offsetRate + speed * motion.pushRate
        return (target + rest * fade, rate * fade + rest * fadeRate)
    }
}
