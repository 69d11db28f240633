// SPDX-License-Identifier: GPL-3.0-or-later
// The microphone button's geometry, colours and animation in every phase.

import GtkKit
import JarvisConversation
import JarvisCore
import Testing

@testable import JarvisDesktopKit

struct MicrophoneLookTests {
    private typealias Palette = DesignTokens.Palette

    private func look(
        _ phase: ConversationPhase, level: Double = 0, time: Double = 0, age: Double = 10, isPressed: Bool = false,
        isMotionReduced: Bool = false, calm: Double = 0, isLight: Bool = false, isMuted: Bool = false
    ) -> MicrophoneLook {
        MicrophoneLook(
            MicrophoneMoment(
                phase: phase, isMuted: isMuted, level: level, calm: calm, time: time, phaseAge: age,
                isPressed: isPressed,
                isMotionReduced: isMotionReduced,
                accent: isLight ? DesignTokens.Light.accent : Palette.cyan, isLight: isLight))
    }

    @Test func idleShowsAnAccentDiscWithAMicrophone() {
        let idle = look(.idle)
        #expect(MicrophoneLook.radius == 35)
        #expect(idle.fill == .shaded(Palette.cyan))
        #expect(idle.glyph == .microphone && idle.glyphSize == 28)
        #expect(idle.rings.isEmpty && idle.scale == 1)
    }

    @Test func listeningRingPulsesEveryTwoSeconds() throws {
        let rest = try #require(look(.listening(for: .speech), time: 0).rings.first)
        #expect(rest.width == 2 && rest.color == Palette.voiceActive)
        #expect(rest.radius - rest.width / 2 == 35 + 4, "its inner edge is 4 px from the disc")
        let full = try #require(look(.listening(for: .speech), time: 1).rings.first)
        #expect(abs(full.radius / rest.radius - 1.05) < 1e-9)
        let again = try #require(look(.listening(for: .speech), time: 2).rings.first)
        #expect(abs(again.radius - rest.radius) < 1e-9)
    }

    @Test func listeningRingComesToRest() throws {
        func radius(_ time: Double, _ calm: Double) throws -> Double {
            try #require(look(.listening(for: .speech), time: time, calm: calm).rings.first).radius
        }
        #expect(try radius(1, 1) == radius(0, 1) && radius(0.3, 1) == radius(0, 0), "it stands still")
        #expect(try abs(radius(1, 0.5) - (radius(1, 0) + radius(1, 1)) / 2) < 1e-9, "on the way it swings less")
    }

    @Test(arguments: [(0.0, 70.0), (0.5, 80), (1, 90), (3, 90)])
    func recordingRingGrowsWithTheVoice(level: Double, diameter: Double) throws {
        let recording = look(.recording, level: level)
        let ring = try #require(recording.rings.first)
        #expect(abs(2 * ring.radius - diameter) < 1e-9 && ring.width == 3)
        #expect(recording.glyph == .stop && recording.glyphSize == 24)
        #expect(recording.fill == .shaded(Palette.recording))
    }

    @Test func heldDashedRingFadesInAndTurns() throws {
        let early = look(.held, age: 0.1)
        #expect(early.rings.count == 1, "0.4 s after the press there is no dashed ring yet")
        #expect(early.fill == .slanted(Palette.held, Palette.cyan))
        let late = look(.held, time: 2.5, age: 1)
        let dashed = try #require(late.rings.last)
        #expect(!dashed.dashes.isEmpty && abs(dashed.turn - 0.25) < 1e-9)
        let fading = try #require(look(.held, age: 0.3).rings.last)
        #expect(abs(fading.color.alpha - 0.5) < 1e-9, "it fades in over 200 ms")
    }

    @Test(arguments: [ConversationPhase.transcribing, .thinking])
    func processingShowsASpinnerOverAFadedAccent(phase: ConversationPhase) {
        let start = look(phase, time: 0)
        #expect(start.fill == .veiled(Palette.cyan.faded(0.4), over: Palette.onAccent))
        #expect(start.glyph == .spinner && start.spin == 0)
        #expect(abs(look(phase, time: 0.55).spin - 0.5) < 1e-9, "linear, once in 1.1 s")
    }

    @Test func speakingShowsThreeAnimatedWaves() {
        let speaking = look(.speaking)
        #expect(speaking.fill == .shaded(Palette.speaking) && speaking.glyph == .speaker)
        #expect(speaking.waves.count == 3 && Set(speaking.waves).count == 3)
        #expect(speaking.waves != look(.speaking, time: 0.2).waves)
    }

    /// The disc's colours under the sign, with the shading that the face gives it.
    private func grounds(_ fill: MicrophoneLook.Fill) -> [Color] {
        switch fill {
        case .shaded(let color):
            [color.mixed(with: Palette.white, 0.08), color.mixed(with: Palette.background, 0.14)]
        case .slanted(let start, let end): [start, end]
        case .veiled(let color, let ground):
            [ground.mixed(with: Color(red: color.red, green: color.green, blue: color.blue), color.alpha)]
        }
    }

    private func hex(_ color: Color) throws -> HexColor { try #require(HexColor(text: color.hexadecimal)) }

    /// Icons need 3; the signs have more, since the disc is what people look for.
    @Test(
        arguments: [ConversationPhase.idle, .listening(for: .speech), .recording, .held, .transcribing, .speaking],
        [false, true])
    func signsOnTheLightThemesDiscsHaveContrast(phase: ConversationPhase, isMuted: Bool) throws {
        let light = look(phase, isLight: true, isMuted: isMuted)
        for ground in grounds(light.fill) {
            let contrast = try hex(light.glyphColor).contrast(with: hex(ground))
            #expect(contrast >= 4.5, "\(phase): \(contrast)")
        }
    }

    @Test func ringsOfTheLightThemeStandOutFromTheGround() throws {
        let ground = try hex(Palette.background.inLight)
        for phase in [ConversationPhase.listening(for: .speech), .recording, .held] {
            let ring = try #require(look(phase, level: 1, isLight: true).rings.first)
            #expect(try hex(ring.color).contrast(with: ground) >= 3, "\(phase)")
        }
    }

    @Test func pressingShrinksTheButtonAtOnce() {
        #expect(look(.idle, age: 0, isPressed: true).scale == 0.95)
        #expect(look(.idle, isPressed: false).scale == 1)
    }

    @Test(arguments: [ConversationPhase.listening(for: .speech), .recording, .held, .thinking, .speaking])
    func reducedMotionKeepsTheGeometryStill(phase: ConversationPhase) {
        func still(_ level: Double, _ time: Double) -> MicrophoneLook {
            look(phase, level: level, time: time, isMotionReduced: true)
        }
        let (one, other) = (still(0.1, 1), still(0.9, 7.3))
        #expect(one.rings.map(\.radius) == other.rings.map(\.radius))
        #expect(one.rings.map(\.turn) == other.rings.map(\.turn))
        #expect(one.spin == other.spin && one.scale == other.scale)
    }
}
