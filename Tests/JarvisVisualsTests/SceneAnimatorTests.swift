// SPDX-License-Identifier: GPL-3.0-or-later
// The animator over time: clocks, smoothing, errors and reduced motion.

import CRasterizer
import JarvisConversation
import JarvisCore
import Testing

@testable import JarvisVisuals

struct SceneAnimatorTests {
    private func run(
        _ animator: inout SceneAnimator, seconds: Double, phase: ScenePhase, level: Double = 0, rate: Double = 100,
        from start: Double? = nil
    ) -> SceneFrame {
        let start = start ?? clock
        var frame = animator.advance(to: start, phase: phase, level: level)
        for index in 1...Int((seconds * rate).rounded()) {
            frame = animator.advance(to: start + Double(index) / rate, phase: phase, level: level)
        }
        return frame
    }

    private let clock = 1000.0

    @Test func everyConversationPhaseHasALook() {
        let phases: [ConversationPhase] = [
            .idle, .listening(for: .speech), .recording, .held, .transcribing, .thinking, .speaking,
        ]
        #expect(Set(phases.map { ScenePhase($0) }).count == ScenePhase.allCases.count)
        #expect(phases.allSatisfy { ScenePhase($0).rawValue == $0.name })
    }

    @Test func levelRespondsIn50MillisecondsBothWays() throws {
        var animator = SceneAnimator(size: Face.field, phase: .recording)
        func level(_ frame: SceneFrame) throws -> Float { (try #require(frame.arcs.first).feather - 20) / 30 }
        let rising = try level(run(&animator, seconds: 0.05, phase: .recording, level: 1))
        #expect(rising > 0.95 && rising < 1)
        _ = run(&animator, seconds: 1, phase: .recording, level: 1, from: clock + 0.05)
        let halfway = try level(run(&animator, seconds: 0.02, phase: .recording, from: clock + 1.05))
        #expect(halfway < 0.5, "ease-out: most of the way comes first")
        #expect(try level(run(&animator, seconds: 0.03, phase: .recording, from: clock + 1.07)) < 0.05)
    }

    @Test func orbGrowsBy30PercentWithTheVoice() throws {
        var animator = SceneAnimator(size: Face.field, phase: .recording)
        let frame = run(&animator, seconds: 1, phase: .recording, level: 1)
        #expect(abs(try #require(frame.arcs.first).middle - 60 * 1.3) < 0.5)
    }

    @Test func stallsAdvanceTheAnimationByAtMost50Milliseconds() {
        var stalled = SceneAnimator(size: Face.field)
        var steady = stalled
        _ = stalled.advance(to: 5, phase: .thinking)
        _ = steady.advance(to: 5, phase: .thinking)
        let a = stalled.advance(to: 65, phase: .thinking)
        let b = steady.advance(to: 5.05, phase: .thinking)
        #expect(a.view.orbit_turn == b.view.orbit_turn)
        #expect(a.arcs.count == b.arcs.count)
        _ = stalled.advance(to: 65.1, phase: .thinking)
        let slow = steady.advance(to: 5.15, phase: .thinking)
        #expect(slow.view.orbit_turn > b.view.orbit_turn * 2.9, "ten frames a second are not a stall")
        let c = stalled.advance(to: 2, phase: .thinking)
        #expect(c.view.orbit_turn == slow.view.orbit_turn, "a clock that goes back stands still")
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

    /// V15: particles fade in at once, the orb 0.1 s later, each over 0.4 s.
    @Test func faceFadesInParticlesFirst() {
        var animator = SceneAnimator(size: Face.field, fadesIn: true)
        let first = animator.advance(to: clock, phase: .idle)
        #expect(first.view.particle_gain == 0 && first.arcs.isEmpty)
        let particles = animator.advance(to: clock + 0.1, phase: .idle)
        #expect(particles.view.particle_gain > 0.5 && particles.arcs.isEmpty, "the orb follows 0.1 s later")
        let both = animator.advance(to: clock + 0.2, phase: .idle)
        #expect(!both.arcs.isEmpty && animator.isInTransition)
        let later = run(&animator, seconds: 0.32, phase: .idle, from: clock + 0.2)
        #expect(later.view.particle_gain == 1)
        #expect(!animator.isInTransition)
    }

    /// M4: the held look appears 0.3 s after the press; its dashes start turning at 0.5 s, once in 10 s.
    @Test func dashesBeginToTurnLate() throws {
        var animator = SceneAnimator(size: Face.field)
        func angle(_ frame: SceneFrame) throws -> Float {
            try #require(frame.arcs.first { $0.isSector && $0.thickness == SceneMetrics.dashWidth }).angle0
        }
        _ = animator.advance(to: clock, phase: .idle)
        let early = try angle(run(&animator, seconds: 0.19, phase: .held))
        #expect(early == 0)
        let begun = try angle(run(&animator, seconds: 1.01, phase: .held, from: clock + 0.19))
        #expect(abs(begun - 0.1) < 1e-4)
        let leaving = try angle(run(&animator, seconds: 0.1, phase: .recording, from: clock + 1.2))
        #expect(leaving > begun, "they turn while they fade")
    }

    @Test func invalidInputsProduceFiniteFrames() {
        var animator = SceneAnimator(size: Face.field, phase: .speaking)
        _ = animator.advance(to: 0, phase: .speaking, level: .nan, spectrum: [.nan, .infinity, -3])
        let frame = animator.advance(
            to: 0.1, phase: .speaking, level: .infinity, spectrum: [Float](repeating: .nan, count: 64))
        #expect(frame.arcs.allSatisfy { $0.r1.isFinite && $0.gain.isFinite && $0.glow.isFinite })
        #expect(frame.view.particle_gain.isFinite)
    }
}
