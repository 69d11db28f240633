// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of the design: every length, period and strength of the face, in one place.
// Lengths are logical pixels at full size, times are seconds, angles are turns.

/// Sizes and timings of the visualizer.
enum SceneMetrics {
    /// The visualizer's box (V2); smaller fields scale it down.
    static let visualizerSize = 400.0
    /// The animated field's widest square in software.
    static let fieldSize = 640.0

    // Orb (V2, V3)
    static let discRadius = 60.0
    static let discGain = 0.42
    static let pulseScale = 0.05
    static let pulsePeriod = 3.0
    static let levelScale = 0.3
    static let levelBrightness = 0.2
    static let coreStrength = 0.8
    static let coreRadius = 30.0
    static let glowRadius = 20.0
    static let glowRadiusByLevel = 30.0

    // Idle ring (V2)
    static let ringRadius = 112.0
    static let ringWidth = 2.0
    static let ringStrength = 0.3

    // Armed (V3)
    static let armedRingOffsets = [30.0, 60, 90]
    static let armedRingStrengths = [0.15, 0.10, 0.05]
    static let armedScales = (low: 0.8, high: 1.2)
    static let armedPeriod = 2.0
    static let armedStagger = 0.5
    static let breathPeriod = 4.0

    // Recording (V3)
    static let waveScale = 0.5
    static let wavePeriod = 1.5
    static let fewestWaves = 3
    static let mostWaves = 5

    // Processing (V4)
    static let segmentCount = 8
    static let revolutionsPerMinute = 60.0
    static let segmentInner = 100.0
    static let segmentOuter = 118.0
    static let segmentSweep = 0.72 / 8
    static let segmentFadePeriod = 2.0
    static let dotCount = 6
    static let dotOrbit = 142.0

    // Speaking (V5)
    static let barCount = 64
    static let barInner = 80.0
    static let barLengths = (low: 20.0, high: 120.0)
    static let barHalfWidth = 2.0
    static let barGlow = 11.0

    // Ticks: what the bars are while nobody speaks.
    static let tickInner = 136.0
    static let tickLength = 5.0
    static let tickHalfWidth = 0.8

    // Held (V6, M4)
    static let heldRing = 128.0
    static let dashedRing = 142.0
    static let dashCount = 24
    static let dashPeriod = 10.0

    // Error (V6)
    static let errorDuration = 0.6
    static let shakeDistance = 9.0
    static let shakesPerSecond = 11.0

    // Motion (T8, V7)
    static let morphDuration = 0.3
    static let springResponse = 0.5
    static let springDamping = 0.8
    static let levelAttack = 0.017
    static let levelRelease = 0.120
    static let spectrumSmoothing = 0.062
    static let longestStep = 0.050
    /// Share of the animation's speed that goes in a dark room (T12).
    static let slowdownInTheDark = 0.4

    // Particles (V1)
    static let orbitPeriod = 600.0
    static let particleGlow = 8.0
}
