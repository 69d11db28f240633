// SPDX-License-Identifier: GPL-3.0-or-later
// Morphs between looks: continuous, short and interruptible.

import CRasterizer
import JarvisTesting
import Testing

@testable import JarvisVisuals

struct LookMorphTests {
    @Test func morphTakesAtMost300Milliseconds() {
        var morph = LookMorph(.idle)
        morph.turn(to: .speaking)
        #expect(morph.isMorphing)
        for _ in 0..<18 { morph.advance(1.0 / 60) }
        #expect(!morph.isMorphing)
        #expect(morph.weights == LookWeights(.speaking))
    }

    /// A morph follows the spring (response 0.5 s, damping 0.8) until it lands; landing moves it by less than a
    /// twelfth.
    @Test func morphFollowsTheStateChangeSpring() {
        var morph = LookMorph(.idle)
        var spring = Spring.stateChange(0)
        morph.turn(to: .held)
        for index in 1...72 {
            morph.advance(1.0 / 240)
            spring.advance(1.0 / 240, towards: 1)
            #expect(abs(morph.weights.held - spring.value) < (index <= 43 ? 1e-7 : 1.0 / 12))
        }
    }

    @Test func interruptedMorphContinuesSmoothly() {
        var morph = LookMorph(.idle)
        morph.turn(to: .speaking)
        morph.advance(0.1)
        let before = morph.weights
        morph.turn(to: .recording)
        let after = morph.weights
        for index in 0..<8 { #expect(abs(before.vector[index] - after.vector[index]) < 1e-12) }
        #expect(before.speaking > 0.2 && before.idle > 0.2)
        // The old look keeps its speed for a moment, too.
        morph.advance(1.0 / 240)
        #expect(morph.weights.speaking > before.speaking)
        morph.advance(1)
        #expect(morph.weights == LookWeights(.recording))
    }

    /// In any sequence, the weights sum to 1, no weight moves by more than a frame's worth, and requesting another look
    /// changes nothing at that moment.
    @Test func randomInterruptionsNeverJump() throws {
        var generator = SeededGenerator(seed: 11)
        var morph = LookMorph(.idle)
        var last = morph.weights.vector
        var fastest = 0.0
        var jump = 0.0
        var loss = 0.0
        func distance(_ a: SIMD8<Double>, _ b: SIMD8<Double>) -> Double {
            (0..<8).reduce(0) { max($0, abs(a[$1] - b[$1])) }
        }
        for _ in 0..<5_000 {
            if Int.random(in: 0..<25, using: &generator) == 0 {
                morph.turn(to: try #require(ScenePhase.allCases.randomElement(using: &generator)))
                jump = max(jump, distance(morph.weights.vector, last))
            }
            morph.advance(1.0 / 240)
            let w = morph.weights
            loss = max(loss, abs(w.idle + w.armed + w.recording + w.held + w.processing + w.speaking - 1))
            fastest = max(fastest, distance(w.vector, last) * 240)
            last = w.vector
        }
        #expect(jump < 1e-9)
        #expect(loss < 1e-9)
        #expect(fastest < 9, "per second; a cut would be 240")
    }

    /// The same for whole frames: a new look or an error at the moment of a frame leaves all arcs and uniforms
    /// unchanged.
    @Test func newLookDoesNotChangeTheCurrentFrame() throws {
        var generator = SeededGenerator(seed: 5)
        var animator = SceneAnimator(size: Face.field)
        var phase = ScenePhase.idle
        var time = 0.0
        for _ in 0..<400 {
            let level = Double.random(in: 0...1, using: &generator)
            time += Double.random(in: 0.001...0.1, using: &generator)
            let frame = animator.advance(to: time, phase: phase, level: level, spectrum: Face.spectrum)
            phase = try #require(ScenePhase.allCases.randomElement(using: &generator))
            if Int.random(in: 0..<6, using: &generator) == 0 { animator.showError() }
            let next = animator.advance(to: time, phase: phase, level: level, spectrum: Face.spectrum)
            #expect(frame.largestStep(to: next) < 1e-5)
            #expect(frame.arcs.count < SceneFrame.arcLimit, "nothing is ever left out")
        }
    }

    /// The same on screen, where waves start and shapes grow: no frame changes the picture by more than a fraction of a
    /// hard cut.
    @Test func randomInterruptionsAreContinuousOnScreen() throws {
        var generator = SeededGenerator(seed: 3)
        let field = SceneSize(width: 120, height: 120)
        var animator = SceneAnimator(size: field)
        let renderer = SoftwareSceneRenderer()
        var last: SceneImage?
        var phase = ScenePhase.idle
        var largest = 0.0
        for index in 0..<300 {
            if Int.random(in: 0..<8, using: &generator) == 0 {
                phase = try #require(ScenePhase.allCases.randomElement(using: &generator))
            }
            let frame = animator.advance(
                to: Double(index) / 60, phase: phase, level: 0.5, spectrum: Face.spectrum)
            let image = SceneImage(try #require(renderer.draw(frame)))
            if let last { largest = max(largest, image.difference(from: last).mean) }
            last = image
        }
        let cut = try Face.image(Face.still(.idle, size: field))
            .difference(from: Face.image(Face.still(.speaking, size: field))).mean
        #expect(largest < cut / 3)
    }

    @Test(arguments: [15.0, 30, 60, 144])
    func picturesDoNotDependOnTheFrameRate(rate: Double) {
        func frames(_ rate: Double) -> [SceneFrame] {
            var animator = SceneAnimator(size: Face.field)
            var time = 0.0
            // Each stage: a look, a level, and when it ends.
            let stages: [(ScenePhase, Double, Double)] = [
                (.idle, 0, 1.0 / 3), (.recording, 0.8, 0.52), (.speaking, 0.4, 0.7), (.speaking, 0.4, 2),
                (.thinking, 0, 4),
            ]
            _ = animator.advance(to: 0, phase: .idle)
            return stages.map { phase, level, end in
                var frame = animator.advance(to: time, phase: phase, level: level, spectrum: Face.spectrum)
                while time < end - 1e-9 {
                    time = min(time + 1 / rate, end)
                    frame = animator.advance(to: time, phase: phase, level: level, spectrum: Face.spectrum)
                }
                return frame
            }
        }
        for (a, b) in zip(frames(rate), frames(480)) {
            #expect(a.arcs.count == b.arcs.count)
            #expect(a.largestStep(to: b) < 0.02)
        }
    }
}

extension SceneFrame {
    /// The largest difference of any value of the arcs and of the uniforms, with lengths in units of 50 pixels.
    func largestStep(to other: SceneFrame) -> Double {
        guard arcs.count == other.arcs.count else { return .infinity }
        var largest: Float = 0
        for (a, b) in zip(arcs, other.arcs) {
            let steps: [Float] = [
                (a.angle0 - b.angle0).remainder(dividingBy: 1), (a.angle1 - b.angle1).remainder(dividingBy: 1),
                (a.r0 - b.r0) / 50, (a.r1 - b.r1) / 50, a.red - b.red, a.green - b.green, a.blue - b.blue,
                (a.feather - b.feather) / 50, a.gain - b.gain, a.glow - b.glow, (a.half_width - b.half_width) / 50,
            ]
            largest = max(largest, steps.map(abs).max() ?? 0)
        }
        let uniforms: [Float] = [
            view.visual_scale - other.view.visual_scale, (view.centre_x - other.view.centre_x) / 50,
            view.orbit_turn - other.view.orbit_turn, view.wobble - other.view.wobble,
            view.particle_gain - other.view.particle_gain, view.particle_size - other.view.particle_size,
            view.tint_red - other.view.tint_red, view.tint_green - other.view.tint_green,
            view.tint_blue - other.view.tint_blue, view.tint_amount - other.view.tint_amount,
        ]
        return Double(max(largest, uniforms.map(abs).max() ?? 0))
    }
}
