// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of the design: every length, period and strength of the face, in one place.
// Lengths are logical pixels at full size, times are seconds, angles are turns.

/// Sizes and timings of the visualizer.
enum SceneMetrics {
    /// The visualizer's box (V2); smaller fields scale it down.
    static let visualizerSize = 400.0
    /// Fields higher than this have a larger visualizer: it gets this share of what they have more.
    static let visualizerGrowth = (above: 800.0, share: 0.46)
    /// The widest field in which the visualizer grows by height alone, as height by width.
    static let tallField = 1.2

    // Orb (V2, V3)
    static let discRadius = 60.0
    static let discGain = 0.42
    static let pulseScale = 0.05
    static let pulsePeriod = 3.0
    static let levelScale = 0.3
    static let levelBrightness = 0.2
    static let coreStrength = 0.8
    static let coreRadius = 30.0
    static let sparkRadius = 13.0
    static let irisRadius = 38.0
    static let glowRadius = 20.0
    static let glowRadiusByLevel = 30.0
    /// The light round everything, within the visualizer's box and its glow.
    static let auraRadius = 206.0
    static let auraStrength = 0.10

    // Idle ring (V2)
    static let ringRadius = 112.0
    static let ringWidth = 2.0
    static let ringStrength = 0.3
    static let dialPeriod = 40.0

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
    static let dotPeriod = 6.0
    static let dotOrbit = 142.0

    // Speaking (V5)
    static let barCount = 64
    static let barInner = 80.0
    static let barLengths = (low: 20.0, high: 120.0)
    static let barHalfWidth = 2.0
    static let barGlow = 7.0
    /// From one bar to the next the light falls by at most this factor, round the whole circle.
    static let barSlope = 1.6

    /// Acceleration of a cap that falls, in heights per second squared.
    static let capFall = 1.6
    static let capGap = 3.0
    static let capLength = 2.2

    /// The ring that the bars stand on.
    static let stageRadius = 74.0

    // Ticks: what the bars are while no one speaks.
    static let tickInner = 136.0
    static let tickLength = 5.0
    static let tickHalfWidth = 0.8

    // Held (V6, M4)
    static let dashedRing = 128.0
    static let dashWidth = 3.0
    static let dashCount = 24
    static let dashShare = 0.55
    static let dashPeriod = 10.0
    /// The held look comes 0.3 s after the press, the turning of the dashes after 0.5 s.
    static let dashDelay = 0.2

    // Error (V6)
    static let errorDuration = 0.6
    static let errorOnset = 0.08
    static let shakeDistance = 9.0
    static let shakesPerSecond = 11.0

    // Motion (T8, V7)
    static let morphDuration = 0.3
    static let springResponse = 0.5
    static let springDamping = 0.8
    static let errorDamping = 0.7
    /// When the spring of a morph begins to land.
    static let morphLanding = 0.18
    /// A change of level is 95 % done after this time, ease-out.
    static let levelResponse = 0.050
    static let levelTimeConstant = levelResponse / 3
    static let spectrumAttack = 0.017
    static let spectrumSmoothing = 0.062
    /// Longer pauses between two frames than the slowest frame rate's are stalls and count as `stallStep`.
    static let longestStep = 0.125
    static let stallStep = 0.050
    /// The moment at which everything stands that reduced motion keeps from moving.
    static let stillTime = 1.0

    // Bloom: the wide radius; the narrow ones are the shapes' own
    static let ringBloom = 54.0
    static let segmentBloom = 60.0
    static let barBloom = 96.0
    /// Bars whose light is spread as one, and how far it reaches.
    static let petalBars = 8
    static let petalReach = 22.0
    static let petalHalfWidth = 20.0
    /// The light on the glass of the window.
    static let roomRadius = 900.0

    // Waves between looks, and the voice on its way out
    static let pulseReach = 18.0
    static let mostPulses = 4
    static let rippleCount = 8
    static let ripplePeriod = 0.1
    static let rippleStart = 66.0
    static let rippleWay = 124.0
    static let rippleReach = 14.0

    // Readings: clock, gauge, timers
    static let clockRadius = 150.0
    /// Seconds until the light that runs with the seconds has faded.
    static let secondTail = 14.0
    static let gaugeRadius = 121.0
    static let gaugeTicks = 72
    /// The part of the ring that tells the battery.
    static let gaugeShare = 0.25
    static let timerRadii = [195.0, 189, 183]
    /// Where the first arc makes room for its time, in turns.
    static let timerGaps = (narrow: 0.054, wide: 0.068)
    static let mostAlarms = 4
    /// A longer arc is drawn as several: a record holds at most half a turn.
    static let longestSector = 0.48
    /// Time constant of readings that come, go and change.
    static let dialFading = 0.12
    /// Device pixels per pixel of the design at which the time cannot be read at all, and can be read well.
    static let glyphScales = (hidden: 0.6, shown: 0.85)
    static let glyphBase = 189.5
    static let glyphHeight = 10.5
    static let glyphWidth = 6.2
    static let glyphStroke = 1.3
    static let glyphSpace = 2.8

    // Entry (V15): particles, then the orb
    static let entryStagger = 0.1
    static let entryFade = 0.4
    /// Share of the animation's speed that goes in a dark room (T12).
    static let slowdownInTheDark = 0.4

    // Particles (V1)
    static let orbitPeriod = 600.0
    /// Half of the mean side of the field in which the number of particles is the setting's, and its area.
    static let designField = (reach: 425.0, area: 700_000.0)
    /// Particles on all orbits for each in the field: the orbits fill an ellipse through the field's corners, and those
    /// that are tilted lie farther in.
    static let orbitShare = 1.358
    /// The corners' distance from the middle, in half axes of the field.
    static let corner = 1.4142135623730951
    /// The most particles of a table: those of 500 in 0.7 million pixels, in the largest field that is drawn.
    static let mostRecords = 12_288
    /// Tables grow in steps of this.
    static let recordStep = 512
    /// How far a large, near particle stands aside when the pointer is at the window's edge, in logical pixels.
    static let parallax = 22.0
    /// Time constant of following the pointer.
    static let parallaxFollowing = 0.35
    /// Reach of the glow beyond the body of a particle in the plane of focus.
    static let particleGlow = 8.0
    /// The renderers draw a particle's body as this share of its sprite.
    static let particleBody = 0.25
    static let mostParticles = 500
    static let levelParticleGain = 0.7
    static let levelParticleSpeed = 1.5
    /// Shares of their radius by which particles are drawn to the core or flung from it, and what the voice adds.
    static let armedFlow = -0.045
    static let takingFlow = (quiet: -0.09, voiced: -0.13)
    static let speakingFlow = (quiet: 0.06, voiced: 0.17)
    /// Time constant of a change of the stream, and of the voice as it drives it.
    static let flowFollowing = 0.6
    static let presenceFollowing = 0.45
    /// Ways per second, and what the voice adds.
    static let streamSpeed = (quiet: 0.16, voiced: 0.26)
    /// Share of the particles' speed that goes while nothing happens.
    static let slowdownAtRest = 0.35
    /// Share of the particles that high contrast shows.
    static let highContrastParticles = 0.4
}
