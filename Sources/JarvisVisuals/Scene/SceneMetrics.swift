// SPDX-License-Identifier: GPL-3.0-or-later
// The design constants: every length, period and strength of the face. Lengths are logical pixels at full size, times
// are seconds, and angles are turns.

/// Sizes and timings of the visualizer.
enum SceneMetrics {
    /// The side of the visualizer's square box; smaller fields scale it down.
    static let visualizerSize = 400.0
    /// In fields taller than this the visualizer grows by this share of the extra height.
    static let visualizerGrowth = (above: 800.0, share: 0.46)
    /// The height-to-width ratio up to which the visualizer grows with height alone.
    static let tallField = 1.2

    // Orb
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
    /// The outer edge of the orb's wide light, which stays within the visualizer's box including its glow.
    static let auraRadius = 206.0
    static let auraStrength = 0.10

    // Idle ring
    static let ringRadius = 112.0
    static let ringWidth = 2.0
    static let ringStrength = 0.3
    static let dialPeriod = 40.0

    // Armed
    static let armedRingOffsets = [30.0, 60, 90]
    static let armedRingStrengths = [0.15, 0.10, 0.05]
    static let armedScales = (low: 0.8, high: 1.2)
    static let armedPeriod = 2.0
    static let armedStagger = 0.5
    static let breathPeriod = 4.0

    // Recording
    static let waveScale = 0.5
    static let wavePeriod = 1.5
    static let fewestWaves = 3
    static let mostWaves = 5

    // Processing
    static let segmentCount = 8
    static let revolutionsPerMinute = 60.0
    static let segmentInner = 100.0
    static let segmentOuter = 118.0
    static let segmentSweep = 0.72 / 8
    static let segmentFadePeriod = 2.0
    static let dotCount = 6
    static let dotPeriod = 6.0
    static let dotOrbit = 142.0

    // Speaking
    static let barCount = 64
    static let barInner = 80.0
    static let barLengths = (low: 20.0, high: 120.0)
    static let barHalfWidth = 2.0
    static let barGlow = 7.0
    /// The light falls by at most this factor from one bar to the next, all the way round.
    static let barSlope = 1.6

    /// The acceleration of a falling cap, in heights per second squared.
    static let capFall = 1.6
    static let capGap = 3.0
    static let capLength = 2.2

    /// The radius of the ring at the base of the bars.
    static let stageRadius = 74.0

    // Ticks: the bars at rest
    static let tickInner = 136.0
    static let tickLength = 5.0
    static let tickHalfWidth = 0.8

    // Held
    static let dashedRing = 128.0
    static let dashWidth = 3.0
    static let dashCount = 24
    static let dashShare = 0.55
    static let dashPeriod = 10.0
    /// The held look appears 0.3 s after the press; the dashes start to turn after 0.5 s.
    static let dashDelay = 0.2

    // Error
    static let errorDuration = 0.6
    static let errorOnset = 0.08
    static let shakeDistance = 9.0
    static let shakesPerSecond = 11.0

    // Rest
    /// How long the scene takes to calm down, and to be itself again.
    static let calming = (down: 3.0, up: 0.3)
    /// What a calm scene loses of its pace; the rings of the armed microphone also breathe less deeply. Its steps are
    /// then below a pixel or two even at ten frames a second.
    static let calmSlowdown = (face: 0.5, particles: 0.9)
    static let calmBreath = 0.6

    // Motion
    static let morphDuration = 0.3
    static let springResponse = 0.5
    static let springDamping = 0.8
    static let errorDamping = 0.7
    /// The time in a morph from which the rest of the spring's motion fades out.
    static let morphLanding = 0.18
    /// A change of level is 95 % complete after this time, with ease-out.
    static let levelResponse = 0.050
    static let levelTimeConstant = levelResponse / 3
    static let spectrumAttack = 0.017
    static let spectrumSmoothing = 0.062
    /// Longer gaps between frames are stalls and count as `stallStep`; the slowest frame rate stays below.
    static let longestStep = 0.150
    static let stallStep = 0.050
    /// The fixed animation time for pictures with reduced motion.
    static let stillTime = 1.0

    // Bloom: the wide glow around bright shapes
    static let ringBloom = 54.0
    static let segmentBloom = 60.0
    static let barBloom = 96.0
    /// The number of neighbouring bars that share one wide light.
    static let petalBars = 8
    static let petalReach = 22.0
    static let petalHalfWidth = 20.0
    /// The radius of the light on the window's glass.
    static let roomRadius = 900.0

    // Waves between looks, and the voice travelling outwards
    static let pulseReach = 18.0
    static let mostPulses = 4
    static let rippleCount = 8
    static let ripplePeriod = 0.1
    static let rippleStart = 66.0
    static let rippleWay = 124.0
    static let rippleReach = 14.0

    // Readings: clock, gauge, timers
    static let clockRadius = 150.0
    /// How long the moving light of the seconds takes to fade behind it.
    static let secondTail = 14.0
    static let gaugeRadius = 121.0
    static let gaugeTicks = 72
    /// The share of the ring that shows the battery.
    static let gaugeShare = 0.25
    static let timerRadii = [195.0, 189, 183]
    /// The gap in the first timer's arc for its digits, without and with hours.
    static let timerGaps = (narrow: 0.054, wide: 0.068)
    static let mostAlarms = 4
    /// The longest arc in one record, which can hold at most half a turn; longer arcs are split.
    static let longestSector = 0.48
    /// The time constant for readings that appear, disappear or change.
    static let dialFading = 0.12
    /// Device pixels per design pixel at which the digits are hidden, and at which they are fully shown.
    static let glyphScales = (hidden: 0.6, shown: 0.85)
    static let glyphBase = 189.5
    static let glyphHeight = 10.5
    static let glyphWidth = 6.2
    static let glyphStroke = 1.3
    static let glyphSpace = 2.8

    // Entry: particles, then the orb
    static let entryStagger = 0.1
    static let entryFade = 0.4
    /// The share of animation speed lost in a dark room.
    static let slowdownInTheDark = 0.4

    // Particles
    static let orbitPeriod = 600.0
    /// The field that the particle setting refers to: half of its mean side, and its area.
    static let designField = (reach: 425.0, area: 700_000.0)
    /// Particles on all orbits for each particle in the field: the orbits fill an ellipse through the field's corners,
    /// and tilted ones lie further in.
    static let orbitShare = 1.358
    /// The distance of the corners from the middle, in half axes of the field.
    static let corner = 1.4142135623730951
    /// The most particles in a table: the density of 500 in 0.7 million pixels, in the largest field drawn.
    static let mostRecords = 12_288
    /// Table sizes are multiples of this.
    static let recordStep = 512
    /// How far a large, near particle moves aside when the pointer is at the window's edge, in logical pixels.
    static let parallax = 22.0
    /// The time constant in seconds with which particles follow the pointer.
    static let parallaxFollowing = 0.35
    /// The reach of the glow around a particle in the focal plane, in logical pixels.
    static let particleGlow = 8.0
    /// A particle's body, as a share of its sprite.
    static let particleBody = 0.25
    static let mostParticles = 500
    static let levelParticleGain = 0.7
    static let levelParticleSpeed = 1.5
    /// The shares of their radius by which particles move, inwards if negative: always `quiet`, plus `voiced` in
    /// proportion to the voice.
    static let armedFlow = -0.045
    static let takingFlow = (quiet: -0.09, voiced: -0.13)
    static let speakingFlow = (quiet: 0.06, voiced: 0.17)
    /// The time constant of changes of the stream; `presenceFollowing` is the one for the voice that drives it.
    static let flowFollowing = 0.6
    static let presenceFollowing = 0.45
    /// Cycles of the stream per second: always `quiet`, plus `voiced` in proportion to the voice.
    static let streamSpeed = (quiet: 0.16, voiced: 0.26)
    /// The share of their speed that particles lose at rest.
    static let slowdownAtRest = 0.35
    /// The share of particles shown in high contrast.
    static let highContrastParticles = 0.4
}
