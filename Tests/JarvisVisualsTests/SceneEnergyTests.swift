// SPDX-License-Identifier: GPL-3.0-or-later
// Waves between looks, sound ripples, caps and the particle stream, and that none of them flashes.

import CRasterizer
import Testing

@testable import JarvisVisuals

struct SceneEnergyTests {
    // MARK: Waves between looks

    @Test func wavesTravelFromOneLookToTheNext() throws {
        var pulses = EnergyPulses()
        pulses.begin(from: .thinking, to: .speaking)
        #expect(pulses.shown.first?.strength == 0, "dark in its first moment")
        var radii: [Double] = []
        var strengths: [Double] = []
        for _ in 0..<17 {
            pulses.advance(1.0 / 60)
            radii.append(try #require(pulses.shown.first).radius)
            strengths.append(try #require(pulses.shown.first).strength)
        }
        #expect(radii == radii.sorted() && radii[0] >= SceneMetrics.segmentInner)
        #expect((radii.last ?? 0) > 0.95 * (SceneMetrics.barInner + 0.9 * SceneMetrics.barLengths.high))
        #expect((strengths.max() ?? 0) > 0.98 && (strengths.last ?? 1) < 0.25)
        pulses.advance(1.0 / 30)
        #expect(pulses.shown.isEmpty, "gone with the morph")
    }

    @Test func wavesShrinkToTheCoreAndAreLimited() throws {
        var pulses = EnergyPulses()
        pulses.begin(from: .speaking, to: .idle)
        let start = try #require(pulses.shown.first).radius
        pulses.advance(0.2)
        #expect(try #require(pulses.shown.first).radius < start / 2)
        for _ in 0..<20 { pulses.begin(from: .speaking, to: .idle) }
        #expect(pulses.shown.count == SceneMetrics.mostPulses)
        pulses.begin(from: .thinking, to: .transcribing)
        #expect(pulses.shown.count == SceneMetrics.mostPulses, "the same light in another colour")
    }

    // MARK: The voice on its way out

    @Test func soundRipplesTravelOutwards() {
        var ripples = SoundRipples()
        var before = 0.0
        var places: [Double] = []
        for tick in 1...60 {
            let level = tick > 7 && tick <= 13 ? 1.0 : 0
            ripples.advance(1.0 / 60, from: before, to: level)
            before = level
            guard let loudest = ripples.levels.indices.max(by: { ripples.levels[$0] < ripples.levels[$1] }),
                ripples.levels[loudest] > 0.5
            else { continue }
            places.append(ripples.progress(loudest))
        }
        #expect(places.count > 30 && places == places.sorted())
        #expect((places.last ?? 0) > 0.9)
        for _ in 0..<60 { ripples.advance(1.0 / 60, from: 0, to: 0) }
        #expect(ripples.levels.allSatisfy { $0 == 0 })
    }

    // MARK: Caps

    @Test func capsFallSlowlyAfterTheirBars() {
        var follower = SpectrumFollower()
        for _ in 0..<30 { follower.advance(1.0 / 60, spectrum: [Float](repeating: 0.8, count: 64)) }
        #expect(follower.peaks == follower.bars)
        var last = follower.peaks[0]
        var steps: [Double] = []
        for tick in 1...66 {
            follower.advance(1.0 / 60, spectrum: [])
            #expect(follower.peaks[0] >= follower.bars[0])
            steps.append(last - follower.peaks[0])
            last = follower.peaks[0]
            if tick == 15 { #expect(follower.bars[0] < 0.05 && follower.peaks[0] > 0.7) }
        }
        #expect(steps.allSatisfy { $0 >= 0 } && (steps.max() ?? 1) < 0.04)
        #expect(follower.peaks.allSatisfy { $0 == 0 }, "after little more than a second")
    }

    @Test(arguments: [15.0, 30, 144])
    func capsIgnoreTheFrameRate(rate: Double) {
        func peaks(_ rate: Double) -> [Double] {
            var follower = SpectrumFollower()
            for index in 0..<Int(rate) {
                follower.advance(1 / rate, spectrum: index < Int((rate / 3).rounded()) ? Face.spectrum : [])
            }
            return follower.peaks
        }
        for (a, b) in zip(peaks(rate), peaks(480)) { #expect(abs(a - b) < 0.06) }
    }

    @Test func barsHaveCapsAndFallingBarsAnAfterglow() {
        var input = Face.input(LookWeights(.speaking), bar: 0.3)
        input.peaks = [Double](repeating: 0.7, count: SceneMetrics.barCount)
        let bars = Face.arcs(input).filter { $0.isBar && $0.half_width == Float(SceneMetrics.barHalfWidth) }
        let caps = bars.filter { abs($0.thickness - SceneMetrics.capLength) < 1e-3 }
        #expect(caps.count == 64)
        #expect(caps.allSatisfy { abs(Double($0.r0) - (80 + 20 + 70 + SceneMetrics.capGap)) < 1e-3 })
        let glows = bars.filter { abs($0.thickness - 40) < 1e-3 }
        #expect(glows.count == 64 && glows.allSatisfy { $0.gain < 0.3 && $0.glow == 0 })
        #expect(bars.count == 3 * 64)
        input.settings.reducesMotion = true
        #expect(Face.arcs(input).count { abs($0.thickness - SceneMetrics.capLength) < 1e-3 } == 0)
    }

    // MARK: The stream

    private func flow(_ phase: ScenePhase, level: Double, still: Bool = false) -> Float {
        var settings = SceneSettings()
        settings.reducesMotion = still
        var animator = SceneAnimator(settings: settings, size: Face.field, phase: phase)
        var frame = animator.advance(to: 0, phase: phase, level: level)
        for tick in 1...240 { frame = animator.advance(to: Double(tick) / 60, phase: phase, level: level) }
        return frame.view.flow
    }

    @Test func particlesFlowInwardsListeningAndOutwardsSpeaking() {
        #expect(flow(.idle, level: 0) == 0 && flow(.speaking, level: 1, still: true) == 0)
        #expect(flow(.listening, level: 0) < -0.03)
        #expect(flow(.recording, level: 0.8) < flow(.recording, level: 0) && flow(.recording, level: 0) < -0.08)
        #expect(flow(.speaking, level: 0.8) > flow(.speaking, level: 0) && flow(.speaking, level: 0) > 0.05)
    }

    /// Each particle follows its path and restarts where it is invisible.
    @Test func theParticleStreamLoopsSeamlessly() {
        let particle = ParticleRecord(
            radius: 0.5, phase: 0.1, laps: 1, half_size: 10, red: 1, green: 1, blue: 1, gain: 1, node_cosine: 1,
            node_sine: 0, inclination_cosine: 1, inclination_sine: 0)
        for flow in [Float(-0.2), 0.2] {
            var view = Face.still(.idle, size: Face.field).view
            (view.flow, view.orbit_turn, view.wobble) = (flow, 0, 0)
            var spots: [crasterizer_spot] = []
            for step in 0..<400 {
                view.stream = Float(step) / 400
                var spot = crasterizer_spot()
                crasterizer_place(&view, [particle], 1, &spot)
                spots.append(spot)
            }
            for (a, b) in zip(spots, spots.dropFirst() + spots.prefix(1)) {
                let step = ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
                #expect(step < 1 || max(a.green, b.green) < 0.1, "\(step) px at \(a.green)")
                #expect(abs(a.green - b.green) < 0.06)
            }
            #expect(spots.map(\.green).max() ?? 0 > 0.9)
        }
    }

    // MARK: Light on the glass

    @Test func roomLightFollowsStateAndLevel() throws {
        func light(_ phase: ScenePhase, level: Double = 0) throws -> ArcRecord {
            try #require(Face.still(phase, time: 3, level: level).roomLight)
        }
        #expect(try light(.speaking, level: 0.9).glow > light(.speaking).glow)
        #expect(try light(.speaking).glow > light(.idle).glow)
        #expect(try light(.held).red > light(.held).blue && light(.speaking).blue > light(.speaking).red)
        var contrast = SceneSettings()
        contrast.increasesContrast = true
        #expect(Face.still(.speaking, settings: contrast).roomLight == nil)
        let frame = Face.still(.speaking)
        #expect(frame.shrunk(columns: 40, rows: 40).arcs.count == frame.arcs.count + 1)
    }

    // MARK: Nothing flashes

    /// In eight seconds of conversation with the loudest syllables, the whole picture never flashes more than three
    /// times in any second; a flash is a swing of a tenth of the greatest luminance.
    @Test func aConversationDoesNotFlash() throws {
        let field = SceneSize(width: 120, height: 120)
        var animator = SceneAnimator(size: field)
        let renderer = SoftwareSceneRenderer()
        let phases: [ScenePhase] = [.idle, .listening, .recording, .transcribing, .thinking, .speaking, .held, .idle]
        var lights: [Double] = []
        for tick in 0..<480 {
            let time = Double(tick) / 60
            let level = Periodic.swell(time, period: 0.25)
            let frame = animator.advance(
                to: time, phase: phases[tick / 60], level: level, spectrum: Face.spectrum.map { $0 * Float(level) })
            let image = SceneImage(try #require(renderer.draw(frame)))
            lights.append(Self.luminance(image))
        }
        for start in 0..<(lights.count - 60) {
            #expect(Self.swings(Array(lights[start..<start + 60]), of: 0.1) <= 6, "at \(Double(start) / 60) s")
        }
        #expect(Self.swings([0, 0.5, 0, 0.5, 0], of: 0.1) == 4, "the measure itself sees flashes")
    }

    /// Mean relative luminance of the picture, 0…1.
    private static func luminance(_ image: SceneImage) -> Double {
        var sum = 0.0
        for index in stride(from: 0, to: image.rgba.count, by: 4) {
            func linear(_ value: UInt8) -> Double { Double(value) * Double(value) / 65_025 }
            sum +=
                0.2126 * linear(image.rgba[index]) + 0.7152 * linear(image.rgba[index + 1])
                + 0.0722 * linear(image.rgba[index + 2])
        }
        return sum / Double(image.rgba.count / 4)
    }

    /// How often the light changes direction after a change of at least `step`.
    private static func swings(_ lights: [Double], of step: Double) -> Int {
        var (low, high, count) = (lights.first ?? 0, lights.first ?? 0, 0)
        var direction = 0
        for light in lights {
            low = min(low, light)
            high = max(high, light)
            if light - low >= step, direction != 1 { (direction, count, high) = (1, count + 1, light) }
            if high - light >= step, direction != -1 { (direction, count, low) = (-1, count + 1, light) }
        }
        return count
    }
}
