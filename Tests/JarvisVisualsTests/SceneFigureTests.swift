// SPDX-License-Identifier: GPL-3.0-or-later
// Holds the scene's tables to the figures of the specification.
//
// row | test
// ----|-----
// V1  | particleCountFollowsTheSetting, particlesLieAtSeveralDepths, voiceSpeedsParticlesUp (SceneAnimatorTests)
// V2  | idleRingIsThin, idleDiscIsRadial, idlePulse, visualizerScalesDownAndNeverClips
// V3  | wavesByVolume, wavesGrowAndFade, coreAndGlowFollowTheLevel, armedRings, armedRingsBreathe
// V4  | eightSegmentsTurnSixtyTimesAMinute, segmentsFadeInSequence, thoughtHasItsOwnTint, dotsOrbitTheEdge
// V5  | sixtyFourBars, barsFormARainbow, a louder band is a longer bar (SpectrumFollowerTests)
// V6  | heldIsADoubleRing, errorShakesAndReddens (SceneAnimatorTests)
// V7  | LookMorphTests, morphsAreContinuousOnScreen (SoftwareRendererTests)
// V17 | hueRotationKeepsBrightness, zoomScalesTheVisualizer
// V16 V17 V18 | PressRecognizerTests, GestureTests, KeyTests (JarvisDesktopTests), GestureTests (EndToEndTests)
// T2 T11 | paletteHoldsTheDesignsColors, darkThemeIsSofter
// T8  | MotionTests, levelRespondsIn50Milliseconds (SceneAnimatorTests)
// M4  | heldIsADoubleRing
// X3  | reducedMotionKeepsEveryShapeInPlace (SceneAnimatorTests)
// X4  | highContrastHasNoGlow

import CRasterizer
import Testing

@testable import JarvisVisuals

struct SceneFigureTests {
    // MARK: V2

    @Test func idleRingIsThin() throws {
        let rings = Face.arcs(.idle).filter { $0.isRing && $0.middle == SceneMetrics.ringRadius }
        let ring = try #require(rings.first)
        #expect(rings.count == 1)
        #expect(ring.thickness == 2)
        #expect(abs(ring.gain - 0.30) < 1e-6)
    }

    @Test func idleDiscIsRadial() {
        let discs = Face.arcs(.idle).filter { $0.isRing && $0.r1 == 0 }
        #expect(discs.contains { $0.feather * 2 == 120 })
    }

    @Test func idlePulse() throws {
        func radius(_ time: Double) throws -> Double {
            try #require(Face.arcs(.idle, time: time).first { $0.isRing && $0.thickness == 2 }).middle
        }
        let base = SceneMetrics.ringRadius
        #expect(abs(try radius(0) / base - 1) < 1e-5)
        #expect(abs(try radius(1.5) / base - 1.05) < 1e-5)
        #expect(abs(try radius(3) / base - 1) < 1e-5)
        #expect(abs(try radius(0.75) / base - 1.025) < 1e-5, "ease-in-out passes the middle at a quarter")
    }

    @Test func visualizerScalesDownAndNeverClips() {
        for phase in ScenePhase.allCases {
            let reach = Face.arcs(phase, level: 1, bar: 1).map { Double($0.r1) + Double($0.half_width) }.max() ?? 0
            #expect(reach <= SceneMetrics.visualizerSize / 2 + 2, "\(phase)")
        }
        #expect(SceneSize(width: 200, height: 900).visualizerScale == 0.5)
        #expect(SceneSize(width: 1000, height: 700).visualizerScale == 1)
    }

    // MARK: V3

    @Test(arguments: [(0.0, 3), (0.45, 4), (1.0, 5)])
    func wavesByVolume(level: Double, count: Int) {
        let composer = Face.composer(Face.input(LookWeights(.recording), level: level))
        #expect((0..<SceneMetrics.mostWaves).count { composer.waveStrength($0) > 0.4 } == count)
    }

    @Test func wavesGrowAndFade() throws {
        // The first wave leaves at time 0 and is gone after 1.5 s.
        func wave(_ time: Double) throws -> ArcRecord {
            try #require(
                Face.arcs(.recording, time: time).first {
                    $0.isRing && $0.thickness == 2 && $0.middle >= 112 - 1e-3
                        && abs($0.middle / 112 - (1 + 0.5 * time / 1.5)) < 1e-4 && $0.gain > 0.11
                })
        }
        #expect(abs(try wave(0.0001).middle - 112) < 0.1)
        #expect(abs(try wave(0.75).middle / 112 - 1.25) < 1e-4)
        #expect(abs(try wave(0.75).gain - 0.5) < 1e-4)
        let composer = Face.composer(Face.input(LookWeights(.recording), time: 1.4999))
        #expect(composer.waveProgress(0) > 0.999)
    }

    @Test func coreAndGlowFollowTheLevel() throws {
        let quiet = Face.arcs(.recording, level: 0)
        let loud = Face.arcs(.recording, level: 1)
        func glow(_ arcs: [ArcRecord]) throws -> ArcRecord { try #require(arcs.first) }
        #expect(try glow(quiet).feather == 20)
        #expect(try glow(loud).feather == 50)
        func core(_ arcs: [ArcRecord]) throws -> ArcRecord {
            try #require(arcs.filter { $0.isRing && $0.r1 == 0 }.min { $0.feather < $1.feather })
        }
        #expect(abs(try core(quiet).glow - 0.80) < 1e-6)
        #expect(abs(try core(loud).glow / 0.80 - 1.2) < 1e-6)
    }

    @Test func armedRings() throws {
        // After a quarter of the breath the first ring stands at scale 1.
        let rings = Face.arcs(.listening, time: 1).filter { $0.isRing && $0.thickness == 2 && $0.gain < 0.151 }
        let first = try #require(rings.first { abs($0.middle - 90) < 1e-3 })
        #expect(abs(first.gain - 0.15) < 1e-6)
        #expect(Set(rings.map { (Double($0.gain) * 100).rounded() }).isSuperset(of: [5, 10, 15]))
        #expect(first.green > first.red && first.green > first.blue)
    }

    @Test func armedRingsBreathe() {
        let composer = Face.composer(Face.input(LookWeights(.listening)))
        #expect(abs(composer.armedScale(0) - 0.8) < 1e-6)
        #expect(abs(composer.armedScale(2) - 1.2) < 1e-6)
        #expect(abs(composer.armedScale(1) - 1.0) < 1e-6)
        #expect(SceneMetrics.armedStagger == 0.5)
    }

    // MARK: V4

    private func segments(_ arcs: [ArcRecord]) -> [ArcRecord] {
        arcs.filter { $0.isSector && $0.thickness == SceneMetrics.segmentOuter - SceneMetrics.segmentInner }
    }

    @Test func eightSegmentsTurnSixtyTimesAMinute() throws {
        let now = segments(Face.arcs(.thinking, time: 0.25))
        let later = segments(Face.arcs(.thinking, time: 0.35))
        #expect(now.count == 8)
        #expect(abs(try #require(later.first).angle0 - (try #require(now.first)).angle0 - 0.1) < 1e-5)
        for (a, b) in zip(now, now.dropFirst()) { #expect(abs(b.angle0 - a.angle0 - 0.125) < 1e-6) }
    }

    @Test func segmentsFadeInSequence() {
        let composer = Face.composer(Face.input(LookWeights(.transcribing), time: 0.3))
        let next = Face.composer(
            Face.input(LookWeights(.transcribing), time: 0.3 + SceneMetrics.segmentFadePeriod / 8))
        for segment in 0..<7 {
            #expect(abs(composer.segmentStrength(segment) - next.segmentStrength(segment + 1)) < 1e-9)
        }
    }

    @Test func thoughtHasItsOwnTint() throws {
        let transcribing = try #require(segments(Face.arcs(.transcribing)).first)
        let thinking = try #require(segments(Face.arcs(.thinking)).first)
        #expect(thinking.red - transcribing.red > 0.3)
    }

    @Test func dotsOrbitTheEdge() {
        let dots = Face.arcs(.thinking).filter { $0.isBar && abs($0.middle - SceneMetrics.dotOrbit) < 1e-3 }
        #expect(dots.count { $0.gain > 0.8 } == SceneMetrics.dotCount)
    }

    // MARK: V5

    @Test func sixtyFourBars() {
        for (height, length) in [(0.0, 20.0), (1.0, 120.0), (0.5, 70.0)] {
            let bars = Face.arcs(.speaking, bar: height).filter(\.isBar)
            #expect(bars.count == 64)
            #expect(bars.allSatisfy { abs($0.thickness - length) < 1e-3 })
        }
    }

    @Test func barsFormARainbow() {
        let bars = Face.arcs(.speaking, bar: 0.5).filter(\.isBar)
        #expect(Set(bars.map { "\($0.red) \($0.green) \($0.blue)" }).count > 48)
        for channel in [\ArcRecord.red, \.green, \.blue] {
            #expect(bars.map { $0[keyPath: channel] }.max() ?? 0 > 0.8)
            #expect(bars.map { $0[keyPath: channel] }.min() ?? 1 < 0.3)
        }
    }

    // MARK: V6

    @Test func heldIsADoubleRing() {
        let arcs = Face.arcs(.held, time: 0)
        let solid = arcs.filter { $0.isRing && $0.middle == SceneMetrics.heldRing }
        let dashes = arcs.filter { $0.isSector && abs($0.middle - SceneMetrics.dashedRing) < 1e-3 }
        #expect(solid.count == 1)
        #expect(dashes.count == SceneMetrics.dashCount)
        #expect(dashes.allSatisfy { $0.red > $0.green && $0.green > $0.blue })
        let later = Face.arcs(.held, time: 1).filter { $0.isSector && abs($0.middle - SceneMetrics.dashedRing) < 1e-3 }
        #expect(abs((later.first?.angle0 ?? 0) - (dashes.first?.angle0 ?? 0) - 0.1) < 1e-5, "one turn in ten seconds")
    }

    // MARK: V17, T, X4

    @Test func hueRotationKeepsBrightness() {
        let color = SceneColor(hex: 0x00D4FF)
        let turned = color.rotated(1.0 / 3)
        #expect(abs(turned.red - color.blue) < 1e-6 && abs(turned.green - color.red) < 1e-6)
        #expect(color.rotated(1).difference(from: color) < 1e-6)
    }

    @Test func zoomScalesTheVisualizer() {
        var settings = SceneSettings()
        settings.zoom = 1.5
        #expect(Face.still(.idle, size: Face.field, settings: settings).view.visual_scale == 1.5)
    }

    @Test func paletteHoldsTheDesignsColors() {
        let palette = ScenePalette.vivid
        #expect(palette.accent == SceneColor(hex: 0x00D4FF) && palette.accent.blue == 1 && palette.accent.red == 0)
        #expect(abs(palette.accent.green * 255 - 0xD4) < 1e-9)
    }

    @Test func darkThemeIsSofter() {
        #expect(abs(ScenePalette.dark.particleBrightness / ScenePalette.vivid.particleBrightness - 0.8) < 1e-9)
        #expect(ScenePalette.dark.desaturation > 0)
    }

    @Test func highContrastHasNoGlow() {
        var settings = SceneSettings()
        settings.increasesContrast = true
        for phase in ScenePhase.allCases {
            let arcs = Face.still(phase, settings: settings).arcs
            #expect(arcs.allSatisfy { $0.glow == 0 })
            #expect(arcs.contains { $0.gain > 0.7 }, "\(phase)")
        }
    }

    @Test func everyMixtureOfLooksFitsTheTable() {
        var all = LookWeights()
        all.idle = 0.2
        all.armed = 0.2
        all.recording = 0.15
        all.held = 0.15
        all.processing = 0.15
        all.speaking = 0.15
        var input = Face.input(all, time: 1.3, level: 1, bar: 1)
        #expect(Face.arcs(input).count < SceneFrame.arcLimit)
        input.settings.reducesMotion = true
        #expect(Face.arcs(input).count < SceneFrame.arcLimit)
    }
}

extension Face {
    static func composer(_ input: SceneInput) -> SceneComposer { SceneComposer(input) }
}

extension SceneColor {
    func difference(from other: SceneColor) -> Double {
        max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue))
    }
}
