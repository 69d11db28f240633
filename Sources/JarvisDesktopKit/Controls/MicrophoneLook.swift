// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the microphone button's look from phase, level and time. Pure; the button only draws it.

import Glibc
import GtkKit
import JarvisConversation
import JarvisCore

/// The inputs of the look.
struct MicrophoneMoment: Equatable {
    var phase: ConversationPhase
    var isMuted = false
    /// The microphone's level, 0…1.
    var level = 0.0
    /// How far the ring of the listening phase has come to rest, 0…1.
    var calm = 0.0
    /// The frame's time in monotonic seconds.
    var time = 0.0
    /// Seconds since the phase began.
    var phaseAge = 0.0
    var isPressed = false
    /// True if opacity may change but nothing may move.
    var isMotionReduced = false
    var accent = DesignTokens.Palette.cyan
    /// True in the light theme, whose discs are dark and whose signs are light.
    var isLight = false
}

/// A look of the button. Lengths are logical pixels from its middle, angles are turns.
struct MicrophoneLook: Equatable {
    enum Glyph: Equatable { case microphone, mutedMicrophone, stop, spinner, speaker }

    /// How the disc is filled.
    enum Fill: Hashable {
        /// Lighter at the top, darker at the bottom.
        case shaded(Color)
        /// From the upper left to the lower right.
        case slanted(Color, Color)
        /// A translucent colour over another one.
        case veiled(Color, over: Color)

        /// The colour of the surrounding glow.
        var glow: Color {
            switch self {
            case .shaded(let color): color.faded(0.42)
            case .slanted(let color, _): color.faded(0.42)
            case .veiled(let color, _): color.faded(0.75)
            }
        }
    }

    /// A circle around the disc.
    struct Ring: Equatable {
        /// The distance to the middle of the stroke.
        var radius: Double
        var width: Double
        var color: Color
        /// The lengths of a dash and a gap; empty for a solid line.
        var dashes: [Double] = []
        var turn = 0.0
    }

    static let radius = DesignTokens.Size.microphone / 2
    static let pressedScale = 0.95
    static let armedPeriod = 2.0
    static let armedPulse = 0.05
    static let armedOffset = 4.0
    static let dashedPeriod = 10.0
    static let spinnerPeriod = 1.1
    static let wavePeriod = 0.9

    var scale: Double
    var fill: Fill
    var glyph: Glyph
    var glyphColor: Color
    /// The height of the glyph, or the side of the stop square.
    var glyphSize = DesignTokens.Size.microphoneIcon
    var rings: [Ring] = []
    /// The spinner's rotation in turns.
    var spin = 0.0
    /// The strength of the glow round the disc as a multiple.
    var glow = 1.0
    /// The opacities of the speaker's waves, from the inside out.
    var waves: [Double] = []

    init(_ moment: MicrophoneMoment) {
        let palette = DesignTokens.Palette.self
        func shown(_ color: Color) -> Color { moment.isLight ? color.inLight : color }
        if moment.isLight { glow = DesignTokens.Light.discGlow }
        scale = moment.isPressed ? Self.pressedScale : 1
        let time = moment.isMotionReduced ? 0 : moment.time
        let accent = moment.accent
        glyph = moment.isMuted ? .mutedMicrophone : .microphone
        switch moment.phase {
        case .idle:
            fill = .shaded(moment.isMuted ? shown(palette.neutral) : accent)
            glyphColor = shown(palette.onAccent)
        case .listening:
            fill = .shaded(moment.isMuted ? shown(palette.neutral) : accent)
            glyphColor = shown(palette.onAccent)
            if !moment.isMuted { rings = [Self.armedRing(at: time, calm: moment.calm, shown(palette.voiceActive))] }
        case .recording:
            fill = .shaded(shown(palette.recording))
            glyph = .stop
            glyphColor = palette.white
            glyphSize = DesignTokens.Size.stopSquare
            rings = [Self.levelRing(moment, shown(palette.recording))]
        case .held:
            let amber = DesignTokens.Light.held
            fill = moment.isLight ? .slanted(amber.from, amber.to) : .slanted(palette.held, accent)
            glyphColor = palette.onHeld
            rings = Self.heldRings(age: moment.phaseAge, time: time, shown(palette.held))
        case .transcribing, .thinking:
            fill =
                moment.isLight
                ? .veiled(accent.faded(0.18), over: palette.white)
                : .veiled(accent.faded(0.4), over: palette.onAccent)
            glyph = .spinner
            glyphColor = moment.isLight ? accent : palette.white
            spin = (time / Self.spinnerPeriod).truncatingRemainder(dividingBy: 1)
        case .speaking:
            fill = .shaded(shown(palette.speaking))
            glyph = .speaker
            glyphColor = palette.white
            waves = (0..<3).map { Self.wave($0, at: time) }
        }
    }

    /// The ring of the listening phase, which breathes between its usual size and a twentieth more.
    private static func armedRing(at time: Double, calm: Double, _ color: Color) -> Ring {
        let width = 2.0
        let pulse = 1 + armedPulse / 2 * (1 - cos(2 * .pi * time / armedPeriod)) * (1 - calm)
        return Ring(
            radius: (radius + armedOffset + width / 2) * pulse, width: width, color: color)
    }

    /// The ring of a recording, which grows out of the disc with the voice. Without motion it is at its widest and
    /// brightens instead.
    private static func levelRing(_ moment: MicrophoneMoment, _ color: Color) -> Ring {
        let level = min(1, max(0, moment.level))
        let reach = moment.isMotionReduced ? 1 : level
        return Ring(
            radius: (DesignTokens.Size.microphone + DesignTokens.Size.levelRing * reach) / 2, width: 3,
            color: moment.isMotionReduced ? color.faded(0.3 + 0.7 * level) : color)
    }

    /// The rings of a hold: a solid one at once, and a turning dashed one along with the hint.
    private static func heldRings(age: Double, time: Double, _ color: Color) -> [Ring] {
        var rings = [Ring(radius: radius + 5, width: 2, color: color)]
        let wait = Double(DesignTokens.Motion.holdHint - DesignTokens.Motion.holdThreshold) / 1000
        let share = min(1, max(0, (age - wait) / (Double(DesignTokens.Motion.hintFade) / 1000)))
        if share > 0 {
            rings.append(
                Ring(
                    radius: radius + 11, width: 2, color: color.faded(share), dashes: [6, 5],
                    turn: (time / dashedPeriod).truncatingRemainder(dividingBy: 1)))
        }
        return rings
    }

    private static func wave(_ index: Int, at time: Double) -> Double {
        let swing = sin(2 * .pi * (time / wavePeriod - Double(index) * 0.22))
        return 0.25 + 0.75 * max(0, 0.55 + 0.45 * swing)
    }
}
