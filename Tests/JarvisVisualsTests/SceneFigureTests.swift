// SPDX-License-Identifier: GPL-3.0-or-later
// Checks the scene's tables against the figures of the specification. The list says which tests cover which row.
//
// row | test
// ----|-----
// T2 T3 T6 | ScenePaletteTests: vividColorsMatchTheDesign
// T8  | MotionTests, LookMorphTests; SceneAnimatorTests: levelRespondsIn50MillisecondsBothWays
// T11 | ScenePaletteTests: darkThemeIsSofter, customThemeKeepsTheUsersAccents
// T12 | SceneVariantTests: brightnessAndWarmthAffectTheWholePicture, lowBrightnessSlowsTheAnimation
// V1  | SceneParticleTests; SceneAnimatorTests: voiceSpeedsParticlesUp
// V2  | idleRingIsThin, idleDiscIsRadial, idleRingPulsesByFivePercent, visualizerScalesDownAndNeverClips
//     | ScenePixelTests: idleRingIsTwoPixelsWide, idleDiscFadesTowardsItsRim, idlePulseGrowsTheDrawnRing
// V3  | waveCountFollowsVolume, wavesGrowAndFade, newWavesStartUnderTheRing, coreAndGlowFollowTheLevel,
//     | armedRingsAreGreenAndFaint, armedRingsSwellInTurn, armedGlowBreathes
//     | SceneAnimatorTests: orbGrowsBy30PercentWithTheVoice
// V4  | eightSegmentsTurnSixtyTimesAMinute, segmentsFadeInSequence, thinkingHasItsOwnTint, dotsOrbitTheEdge
// V1 V5 V7 | SceneEnergyTests: the stream, caps and afterglow, waves between looks, no flashes
// V2  | SceneReadingsTests: clock, gauge and timers
// V5  | sixtyFourBarsFollowTheSpectrum, barsFormARainbow; SceneSpectrumTests; ScenePixelTests: barsEndAtTheirHeight
// V6  | heldShowsADoubleRing; SceneAnimatorTests: errorShakesAndReddens
// V7  | LookMorphTests; SoftwareRendererTests: morphsAreContinuousOnScreen
// V15 | SceneAnimatorTests: faceFadesInParticlesFirst
// V17 | SceneVariantTests: hueRotationChangesEveryLook, zoomScalesTheVisualizerWithinTheField
//     | ScenePaletteTests: hueRotationPermutesTheChannels
// V16 V17 V18 | in JarvisDesktopTests: PressRecognizerTests, GestureTests, KeyTests; EndToEndTests: GestureTests
// M4  | heldShowsADoubleRing; SceneAnimatorTests: dashesBeginToTurnLate
// X3  | SceneVariantTests: reducedMotionKeepsEveryShapeInPlace, reducedMotionCrossFades, reducedMotionComesToRest
// X4  | SceneVariantTests: highContrastHasNoGlow, highContrastShowsFewerParticles
//     | ScenePaletteTests: stateColorsAreDistinguishable, unadaptedColorsAreHardToDistinguish,
//     | highContrastColorsAreLight
//
// At most 512 arcs: everyLookFitsTheTable, everyMixtureOfLooksFitsTheTable;
// LookMorphTests: newLookDoesNotChangeTheCurrentFrame

import CRasterizer
import Testing

@testable import JarvisVisuals

struct SceneFigureTests {
    // MARK: V2

    @Test func idleRingIsThin() throws {
        let rings = Face.arcs(.idle).filter { $0.isRing && $0.middle == SceneMetrics.ringRadius && $0.thickness > 0 }
        let ring = try #require(rings.first)
        let cyan = SceneSettings().resolvedPalette.accent
        #expect(ring.red == Float(cyan.red) && ring.green == Float(cyan.green) && ring.blue == Float(cyan.blue))
        #expect(rings.count == 1)
        #expect(ring.thickness == 2)
        #expect(abs(ring.gain - 0.30) < 1e-6)
    }

    @Test func idleDiscIsRadial() {
        let discs = Face.arcs(.idle).filter { $0.isRing && $0.r1 == 0 }
        #expect(discs.contains { $0.feather * 2 == 120 })
    }

    @Test func idleRingPulsesByFivePercent() throws {
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
        #expect(SceneSize(width: 200, height: 900).visualizerScale(zoom: 1) == 0.5)
        #expect(SceneSize(width: 1000, height: 700).visualizerScale(zoom: 1) == 1)
        #expect(SceneSize(width: 1000, height: 700).visualizerScale(zoom: 2, lift: 50) == 1.5)
    }

    @Test(arguments: [(1000.0, 800.0, 400.0), (1920, 1080, 528.8), (2560, 1440, 694.4), (3840, 2160, 1025.6)])
    func visualizerGrowsWithTheWindow(width: Double, height: Double, diameter: Double) {
        let size = SceneSize(width: width, height: height)
        #expect(abs(size.visualizerDiameter - diameter) < 0.01)
        #expect(size.visualizerDiameter / height >= 0.45 && size.visualizerDiameter / height <= 0.501)
    }

    @Test(arguments: [(480.0, 640.0), (300, 2000), (1080, 1920), (5000, 300)])
    func visualizerFitsEveryWindowShape(width: Double, height: Double) {
        #expect(SceneSize(width: width, height: height).visualizerDiameter <= min(width, height))
    }

    // MARK: V3

    @Test(arguments: [(0.0, 3), (0.45, 4), (1.0, 5)])
    func waveCountFollowsVolume(level: Double, count: Int) {
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

    /// A wave starts at full strength, hidden by a solid ring.
    @Test func newWavesStartUnderTheRing() {
        let born = Face.arcs(.recording, time: 0).filter { $0.isRing && $0.thickness == 2 && $0.middle == 112 }
        #expect(born.count == 2 && born.allSatisfy { $0.gain == 1 })
        #expect(born.contains { $0.glow == 0 })
    }

    @Test func coreAndGlowFollowTheLevel() throws {
        let quiet = Face.arcs(.recording, level: 0)
        let loud = Face.arcs(.recording, level: 1)
        func glow(_ arcs: [ArcRecord]) throws -> ArcRecord { try #require(arcs.first) }
        #expect(try glow(quiet).feather == 20)
        #expect(try glow(loud).feather == 50)
        func core(_ arcs: [ArcRecord]) throws -> ArcRecord {
            try #require(arcs.first { $0.isRing && $0.r1 == 0 && $0.feather == 30 })
        }
        let cyan = SceneSettings().resolvedPalette.accent
        #expect(try core(quiet).green == Float(cyan.green) && core(quiet).red == Float(cyan.red))
        #expect(abs(try core(quiet).glow - 0.80) < 1e-6)
        #expect(abs(try core(loud).glow / 0.80 - 1.2) < 1e-6)
    }

    @Test func armedRingsAreGreenAndFaint() throws {
        // After a quarter of the cycle, the first ring is at scale 1.
        let rings = Face.arcs(.listening, time: 1).filter { $0.isRing && $0.thickness == 2 && $0.gain < 0.151 }
        let first = try #require(rings.first { abs($0.middle - 90) < 1e-3 })
        #expect(abs(first.gain - 0.15) < 1e-6)
        #expect(Set(rings.map { (Double($0.gain) * 100).rounded() }).isSuperset(of: [5, 10, 15]))
        #expect(first.green > first.red && first.green > first.blue)
    }

    /// 0.8 → 1.2 in 2 s, ease-in-out; each ring half a second behind the last.
    @Test func armedRingsSwellInTurn() throws {
        func radii(_ time: Double) -> [Double] {
            SceneMetrics.armedRingOffsets.indices.map { index in
                Face.composer(Face.input(LookWeights(.listening), time: time)).armedRingRadius(index)
            }
        }
        #expect(abs(radii(0)[0] - 90 * 0.8) < 1e-5)
        #expect(abs(radii(0.5)[0] - 90 * (1 - 0.2 * Periodic.cosine(0.125))) < 1e-5)
        #expect(abs(radii(1)[0] - 90) < 1e-5)
        #expect(abs(radii(2)[0] - 90 * 1.2) < 1e-5)
        #expect(abs(radii(2.5)[1] - 120 * 1.2) < 1e-5)
        #expect(abs(radii(3)[2] - 150 * 1.2) < 1e-5)
        let drawn = Face.arcs(.listening, time: 2.5).filter(\.isRing).map(\.middle)
        for radius in radii(2.5) { #expect(drawn.contains { abs($0 - radius) < 1e-3 }) }
    }

    /// The glow of the armed orb pulses slowly.
    @Test func armedGlowBreathes() {
        func glow(_ time: Double) -> Float { Face.arcs(.listening, time: time).first?.glow ?? 0 }
        #expect(glow(2) > glow(1) && glow(1) > glow(0))
        #expect(abs(glow(4) - glow(0)) < 1e-6)
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

    @Test func thinkingHasItsOwnTint() throws {
        let transcribing = try #require(segments(Face.arcs(.transcribing)).first)
        let thinking = try #require(segments(Face.arcs(.thinking)).first)
        #expect(thinking.red - transcribing.red > 0.3)
    }

    @Test func dotsOrbitTheEdge() {
        let dots = Face.arcs(.thinking).filter { $0.isBar && abs($0.middle - SceneMetrics.dotOrbit) < 1e-3 }
        #expect(dots.count { $0.gain > 0.8 } == SceneMetrics.dotCount)
    }

    // MARK: V5

    @Test func sixtyFourBarsFollowTheSpectrum() {
        for (height, length) in [(0.0, 20.0), (1.0, 120.0), (0.5, 70.0)] {
            let bars = Face.arcs(.speaking, bar: height).filter { $0.isBar && $0.gain > 0 }
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

    @Test func heldShowsADoubleRing() {
        var input = Face.input(LookWeights(.held), time: 0.4)
        func dashes() -> [ArcRecord] {
            Face.arcs(input).filter { $0.isSector && abs($0.middle - SceneMetrics.dashedRing) < 1e-3 }
        }
        let solid = Face.arcs(input).filter { $0.isRing && $0.middle == SceneMetrics.ringRadius && $0.gain == 1 }
        #expect(solid.count == 1)
        #expect(solid.allSatisfy { $0.red > $0.green && $0.green > $0.blue })
        let first = dashes()
        #expect(first.count == SceneMetrics.dashCount)
        #expect(first.allSatisfy { $0.red > $0.green && $0.green > $0.blue })
        let gap = first[1].angle0 - first[0].angle1
        #expect(gap > 0.3 / Float(SceneMetrics.dashCount), "dashed")
        input.dashTurn = 0.1
        #expect(abs(dashes()[0].angle0 - first[0].angle0 - 0.1) < 1e-5)
        #expect(SceneMetrics.dashPeriod == 10 && SceneMetrics.dashDelay == 0.2)
        // The same waves as while recording, in amber.
        #expect(
            Face.arcs(.held, time: 0.4).filter(\.isRing).count
                == Face.arcs(.recording, time: 0.4).filter(\.isRing).count)
    }

    // MARK: The table

    @Test func everyMixtureOfLooksFitsTheTable() {
        var all = LookWeights()
        all.idle = 0.2
        all.armed = 0.2
        all.recording = 0.15
        all.held = 0.15
        all.processing = 0.15
        all.speaking = 0.15
        var input = Face.input(all, time: 1.3, level: 1, bar: 1)
        for contrast in [false, true] {
            for still in [false, true] {
                input.settings.reducesMotion = still
                input.settings.increasesContrast = contrast
                #expect(Face.arcs(input).count < SceneFrame.arcLimit)
            }
        }
    }

    @Test(arguments: ScenePhase.allCases)
    func everyLookFitsTheTable(phase: ScenePhase) {
        #expect(Face.arcs(phase, time: 1.3, level: 1, bar: 1).count <= 256)
    }
}

extension Face {
    static func composer(_ input: SceneInput) -> SceneComposer { SceneComposer(input) }
}
