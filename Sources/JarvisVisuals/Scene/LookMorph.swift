// SPDX-License-Identifier: GPL-3.0-or-later
// The continuous change from one look to the next: from whatever is visible now, and as fast as it changes now, in at
// most 300 ms.

/// The weights of the looks over time. A new target may come at any moment; weights and their speeds go on from where
/// they stand.
struct LookMorph: Sendable {
    private(set) var phase: ScenePhase
    /// Offset from the target and its change per second when the morph began.
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

    /// The spring's motion, made to end in time: during the last two fifths what is left of it (a tenth and less)
    /// fades smoothly.
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
