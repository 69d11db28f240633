// SPDX-License-Identifier: GPL-3.0-or-later
// The animator over time: clocks, smoothing, errors, reduced motion.

import CRasterizer
import JarvisCore
import Testing

@testable import JarvisVisuals

struct SceneAnimatorTests {
    private func run(
        _ animator: inout SceneAnimator, seconds: Double, phase: ScenePhase, level: Double = 0, rate: Double = 60
    ) -> SceneFrame {
        var frame = animator.advance(to: clock, phase: phase, level: level)
        for index in 1...Int(seconds * rate) {
            frame = animator.advance(to: clock + Double(index) / rate, phase: phase, level: level)
        }
        return frame
    }

    private let clock = 1000.0

    @Test func everyPhaseOfTheConversationHasALook() {
        let phases: [ConversationPhase] = [
            .idle, .listening, .recording(.tap), .recording(.voice), .held, .transcribing, .thinking, .speaking,
        ]
        #expect(Set(phases.map { ScenePhase($0) }).count == ScenePhase.allCases.count)
        #expect(phases.allSatisfy { ScenePhase($0).rawValue == $0.name })
    }

    @Test func levelRespondsIn50Milliseconds() {
        var animator = SceneAnimator(size: Face.field, phase: .recording)
        let frame = run(&animator, seconds: 0.05, phase: .recording, level: 1)
        let feather = frame.arcs.first?.feather ?? 0
        #expect(feather > 20 + 30 * 0.9)
    }

    @Test func orbGrowsByThreeTenthsWithTheVoice() throws {
        var animator = SceneAnimator(size: Face.field, phase: .recording)
        let frame = run(&animator, seconds: 1, phase: .recording, level: 1)
        #expect(abs(try #require(frame.arcs.first).middle - 60 * 1.3) < 0.5)
    }

    @Test func sameLookAtEveryFrameRate() {
        var fast = SceneAnimator(size: Face.field)
        var slow = SceneAnimator(size: Face.field)
        let a = run(&fast, seconds: 2, phase: .recording, level: 0.6, rate: 60)
        let b = run(&slow, seconds: 2, phase: .recording, level: 0.6, rate: 30)
        #expect(a.arcs.count == b.arcs.count)
        for (x, y) in zip(a.arcs, b.arcs) {
            #expect(abs(x.r1 - y.r1) < 0.05 && abs(x.gain - y.gain) < 0.01)
        }
    }

    @Test func stallMovesTheFaceByAtMost50Milliseconds() {
        var stalled = SceneAnimator(size: Face.field)
        var steady = stalled
        _ = stalled.advance(to: 5, phase: .thinking)
        _ = steady.advance(to: 5, phase: .thinking)
        let a = stalled.advance(to: 65, phase: .thinking)
        let b = steady.advance(to: 5.05, phase: .thinking)
        #expect(a.view.orbit_turn == b.view.orbit_turn)
        #expect(a.arcs.count == b.arcs.count)
        let c = stalled.advance(to: 2, phase: .thinking)
        #expect(c.view.orbit_turn == a.view.orbit_turn, "a clock that goes back stands still")
    }

    @Test func voiceSpeedsParticlesUp() {
        var quiet = SceneAnimator(size: Face.field)
        var loud = quiet
        let a = run(&quiet, seconds: 1, phase: .recording)
        let b = run(&loud, seconds: 1, phase: .recording, level: 1)
        #expect(b.view.orbit_turn > a.view.orbit_turn * 2)
        #expect(b.view.particle_gain > a.view.particle_gain * 1.5)
    }

    @Test func animationSpeedScalesTheClock() {
        var settings = SceneSettings()
        settings.animationSpeed = 2
        var fast = SceneAnimator(settings: settings, size: Face.field)
        var plain = SceneAnimator(size: Face.field)
        let a = run(&fast, seconds: 1, phase: .idle)
        let b = run(&plain, seconds: 1, phase: .idle)
        #expect(abs(a.view.orbit_turn / b.view.orbit_turn - 2) < 1e-4)
    }

    @Test func errorShakesAndReddens() throws {
        var animator = SceneAnimator(size: Face.field)
        let calm = run(&animator, seconds: 0.5, phase: .idle)
        animator.showError()
        #expect(animator.isInTransition)
        var offsets: [Float] = []
        var reddest: Float = 0
        for index in 1...40 {
            let frame = animator.advance(to: clock + 0.5 + Double(index) / 60, phase: .idle)
            offsets.append(frame.view.centre_x - calm.view.centre_x)
            reddest = max(reddest, try #require(frame.arcs.first).red)
        }
        #expect(offsets.contains { $0 > 2 } && offsets.contains { $0 < -2 })
        #expect(offsets.last == 0)
        #expect(reddest > 0.7)
        #expect(!animator.isInTransition)
    }

    @Test func reducedMotionKeepsEveryShapeInPlace() {
        var settings = SceneSettings()
        settings.reducesMotion = true
        for phase in ScenePhase.allCases {
            var animator = SceneAnimator(settings: settings, size: Face.field, phase: phase)
            var shapes: Set<String> = []
            var turns: Set<Float> = []
            for index in 0..<90 {
                let level = Double(index % 10) / 10
                let frame = animator.advance(
                    to: clock + Double(index) / 30, phase: phase, level: level, spectrum: Face.spectrum)
                turns.insert(frame.view.orbit_turn)
                // Opacity may come and go; what is there never moves.
                for arc in frame.arcs { shapes.insert("\(arc.angle0) \(arc.angle1) \(arc.r0) \(arc.r1)") }
                #expect(frame.view.wobble == 0)
            }
            #expect(turns.count == 1)
            #expect(shapes.count <= 160, "\(phase): \(shapes.count)")
        }
    }

    @Test func faceFadesInAtTheStart() {
        var animator = SceneAnimator(size: Face.field, fadesIn: true)
        let first = animator.advance(to: clock, phase: .idle)
        #expect(first.view.particle_gain == 0 && first.arcs.isEmpty)
        let later = run(&animator, seconds: 1, phase: .idle)
        #expect(later.view.particle_gain == 1 && !later.arcs.isEmpty)
        #expect(!animator.isInTransition)
    }

    @Test func badNumbersFromOutsideDoNoHarm() {
        var animator = SceneAnimator(size: Face.field, phase: .speaking)
        _ = animator.advance(to: 0, phase: .speaking, level: .nan, spectrum: [.nan, .infinity, -3])
        let frame = animator.advance(
            to: 0.1, phase: .speaking, level: .infinity, spectrum: [Float](repeating: .nan, count: 64))
        #expect(frame.arcs.allSatisfy { $0.r1.isFinite && $0.gain.isFinite && $0.glow.isFinite })
        #expect(frame.view.particle_gain.isFinite)
    }
}

struct SpectrumFollowerTests {
    @Test func louderBandIsALongerBar() {
        var follower = SpectrumFollower()
        var spectrum = [Float](repeating: 0, count: 64)
        spectrum[20] = 0.9
        for _ in 0..<6 { follower.advance(1.0 / 120, spectrum: spectrum) }
        let bar = SpectrumFollower.barIndex(band: 20)
        let bars = follower.bars
        #expect(bars.count == 64)
        #expect(bars[bar] == bars.max())
        #expect(bars[bar] > 0.8, "within 50 ms")
        #expect(bars[bar] == bars[63 - bar], "left and right are alike")
    }

    @Test func barsFallToRestWithinASecond() {
        var follower = SpectrumFollower()
        follower.advance(0.05, spectrum: [Float](repeating: 1, count: 64))
        for _ in 0..<60 { follower.advance(1.0 / 60, spectrum: []) }
        #expect(follower.bars.allSatisfy { $0 < 0.001 })
    }
}

struct ParticleFieldTests {
    @Test(arguments: [0, 250, 500])
    func particleCountFollowsTheSetting(count: Int) {
        var settings = SceneSettings()
        settings.particleCount = count
        var animator = SceneAnimator(settings: settings, size: Face.field)
        let frame = animator.advance(to: 0, phase: .idle)
        #expect(frame.particleCount - frame.particles.backdropCount == count)
    }

    @Test func particlesLieAtSeveralDepths() {
        let table = ParticleField.table(count: 250, palette: .dark)
        let moving = table.records.dropFirst(table.backdropCount)
        let sizes = moving.map(\.half_size)
        #expect((sizes.max() ?? 0) / (sizes.min() ?? 1) > 1.7)
        #expect(sizes.min() ?? 0 >= 8, "an 8 px glow at least")
        #expect(moving.allSatisfy { $0.radius > 0 && $0.radius <= 1 && $0.laps != 0 })
        #expect(moving.allSatisfy { $0.laps == $0.laps.rounded() }, "whole laps join end and start of the period")
    }

    @Test func equalTablesHaveEqualIdentities() {
        let table = ParticleField.table(count: 100, palette: .dark)
        #expect(table.identity == ParticleField.table(count: 100, palette: .dark).identity)
        #expect(table.identity != ParticleField.table(count: 101, palette: .dark).identity)
        #expect(table.identity != ParticleField.table(count: 100, palette: .vivid).identity)
    }
}
