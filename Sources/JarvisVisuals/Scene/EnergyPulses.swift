// SPDX-License-Identifier: GPL-3.0-or-later
// The energy that passes from one look to the next: a wave of light from where the last one has its light to where the
// new one has it, while the shapes morph.

/// The waves that are on their way.
struct EnergyPulses: Hashable, Sendable {
    /// One wave.
    struct Pulse: Hashable, Sendable {
        /// Distances from the centre.
        var from, to: Double
        /// Seconds since it set out.
        var time = 0.0

        private var progress: Double { min(time / SceneMetrics.morphDuration, 1) }
        /// Sets out fast, arrives slowly.
        var radius: Double { from + (to - from) * Easing.out(progress) }
        /// 0 at both ends, 1 in between.
        var strength: Double { 4 * progress * (1 - progress) }
    }

    private(set) var shown: [Pulse] = []

    init() { shown.reserveCapacity(SceneMetrics.mostPulses) }

    /// A new look comes. It is dark in its first moment; where many follow each other at once, the last are left out.
    mutating func begin(from: ScenePhase, to: ScenePhase) {
        let (start, end) = (Self.home(from), Self.home(to))
        guard start != end, shown.count < SceneMetrics.mostPulses else { return }
        shown.append(Pulse(from: start, to: end))
    }

    mutating func advance(_ seconds: Double) {
        guard !shown.isEmpty else { return }
        for index in shown.indices { shown[index].time += seconds }
        shown.removeAll { $0.time >= SceneMetrics.morphDuration }
    }

    /// Where a look has its light.
    private static func home(_ phase: ScenePhase) -> Double {
        switch phase {
        case .idle: SceneMetrics.discRadius
        case .listening: SceneMetrics.discRadius + SceneMetrics.armedRingOffsets[1]
        case .recording, .held: SceneMetrics.ringRadius * (1 + 0.8 * SceneMetrics.waveScale)
        case .transcribing, .thinking: SceneMetrics.segmentInner
        case .speaking: SceneMetrics.barInner + 0.9 * SceneMetrics.barLengths.high
        }
    }
}
