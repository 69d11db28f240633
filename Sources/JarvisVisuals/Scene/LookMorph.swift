// SPDX-License-Identifier: GPL-3.0-or-later
// The continuous change from one look to the next: from whatever is visible now, in at most 300 ms.

/// The weights of the looks over time. A new target may come at any moment; the morph goes on from where it stands.
struct LookMorph: Sendable {
    private(set) var phase: ScenePhase
    private var start: LookWeights
    private var elapsed = SceneMetrics.morphDuration

    init(_ phase: ScenePhase) {
        self.phase = phase
        start = LookWeights(phase)
    }

    var isMorphing: Bool { elapsed < SceneMetrics.morphDuration }

    var weights: LookWeights {
        start.mixed(with: LookWeights(phase), Easing.out(elapsed / SceneMetrics.morphDuration))
    }

    mutating func advance(_ seconds: Double) {
        elapsed = min(elapsed + seconds, SceneMetrics.morphDuration)
    }

    mutating func turn(to target: ScenePhase) {
        guard target != phase else { return }
        start = weights
        phase = target
        elapsed = 0
    }
}
