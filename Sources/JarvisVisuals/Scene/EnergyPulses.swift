// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the change from one look to the next as a wave of light, which travels between their brightest places while the
// shapes morph.

/// The waves in progress.
struct EnergyPulses: Hashable, Sendable {
    /// A wave of light between two looks.
    struct Pulse: Hashable, Sendable {
        /// Distances from the centre at the start and at the end, in logical pixels at full size.
        var from, to: Double
        /// Seconds since the wave started.
        var time = 0.0

        private var progress: Double { min(time / SceneMetrics.morphDuration, 1) }
        /// The distance from the centre: moves fast at first and slowly at the end.
        var radius: Double { from + (to - from) * Easing.out(progress) }
        /// The brightness, 0…1: 0 at both ends, 1 halfway.
        var strength: Double { 4 * progress * (1 - progress) }
    }

    private(set) var shown: [Pulse] = []

    init() { shown.reserveCapacity(SceneMetrics.mostPulses) }

    /// Starts a wave for a new look, unless the limit is reached or both looks are brightest in the same place.
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

    /// The radius at which a look is brightest.
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
