// SPDX-License-Identifier: GPL-3.0-or-later
// The armed face at rest: calm enough for a few frames a second, and awake again without a jump.

import CRasterizer
import Testing

@testable import JarvisVisuals

struct ReposeTests {
    private let rest = 0.1
    private let clock = 1000.0

    /// An armed face that has been left alone for ten seconds, and its clock.
    private func rested(_ size: SceneSize = SceneSize(width: 1000, height: 700)) -> (SceneAnimator, Double) {
        var animator = SceneAnimator(size: size, phase: .listening)
        animator.isAtRest = true
        var time = clock
        for _ in 0..<300 {
            _ = animator.advance(to: time, phase: .listening)
            time += 1.0 / 30
        }
        return (animator, time)
    }

    /// The radii of the rings that breathe, in pixels: the rim of the orb, and the armed rings.
    private func radii(_ frame: SceneFrame) -> [Double] {
        frame.arcs.filter { $0.angle1 - $0.angle0 >= 1 && $0.r1 > 0 && $0.gain > 0 }
            .map { Double($0.r0 + $0.r1) / 2 * Double(frame.view.visual_scale) }
    }

    private func spots(_ frame: SceneFrame) -> [crasterizer_spot] {
        var view = frame.view
        let moving = Array(frame.particles.records[frame.particles.backdropCount..<frame.particleCount])
        var spots = [crasterizer_spot](repeating: crasterizer_spot(), count: moving.count)
        crasterizer_place(&view, moving, Int32(moving.count), &spots)
        return spots
    }

    /// The largest step of a breathing ring between two frames.
    private func step(_ a: SceneFrame, _ b: SceneFrame) -> Double {
        let (before, after) = (radii(a), radii(b))
        #expect(before.count == after.count && before.count >= 4)
        return zip(before, after).map { abs($0 - $1) }.max() ?? 0
    }

    @Test func calmingTakesThreeSecondsAndWakingThreeTenths() {
        var repose = Repose()
        var last = repose.calm
        for tick in 1...30 {
            repose.advance(0.1, isAtRest: true)
            #expect(repose.calm > last || tick == 30, "steadily")
            last = repose.calm
        }
        repose.advance(0.1, isAtRest: true)
        #expect(repose.calm == 1)
        repose.advance(0.15, isAtRest: false)
        #expect(abs(repose.calm - 0.5) < 1e-6)
        repose.advance(0.2, isAtRest: false)
        #expect(repose.calm == 0 && repose.facePace == 1 && repose.particlePace == 1)
    }

    /// At ten frames a second a lively face would visibly jump from frame to frame.
    @Test(arguments: [(1000.0, 700.0), (1920, 1080)])
    func aCalmFaceMovesInStepsThatNoOneSees(width: Double, height: Double) {
        var (animator, time) = rested(SceneSize(width: width, height: height))
        #expect(animator.calm == 1)
        var frame = animator.advance(to: time, phase: .listening)
        var (largest, travelled) = (0.0, 0.0)
        for _ in 0..<160 {
            time += rest
            let next = animator.advance(to: time, phase: .listening)
            largest = max(largest, step(frame, next))
            travelled += step(frame, next)
            frame = next
        }
        #expect(largest < 1.5, "\(largest) pixels")
        #expect(travelled > 20, "it still breathes: \(travelled) pixels in 16 s")
    }

    /// The particles are drawn once in 0.6 s.
    @Test(arguments: [(1000.0, 700.0), (1920, 1080)])
    func calmParticlesHardlyMove(width: Double, height: Double) {
        var (animator, time) = rested(SceneSize(width: width, height: height))
        let before = spots(animator.advance(to: time, phase: .listening))
        for _ in 0..<6 {
            time += rest
            _ = animator.advance(to: time, phase: .listening)
        }
        let after = spots(animator.advance(to: time, phase: .listening))
        let steps = zip(before, after).map { a, b in
            (Double(a.x - b.x) * Double(a.x - b.x) + Double(a.y - b.y) * Double(a.y - b.y)).squareRoot()
        }
        let sorted = steps.sorted()
        // One in a hundred begins its way again in that time, unseen.
        #expect(sorted[sorted.count * 97 / 100] < 4, "\(sorted[sorted.count * 97 / 100]) pixels")
        #expect(sorted[sorted.count / 2] < 1.2)
        #expect(steps.contains { $0 > 0.1 }, "they drift")
    }

    /// A voice is heard at any moment of the breath.
    @Test(arguments: stride(from: 0.0, to: 8, by: 0.7).map { $0 })
    func wakingIsSmooth(later: Double) {
        var (animator, time) = rested()
        for _ in 0..<Int(later / rest) {
            _ = animator.advance(to: time, phase: .listening)
            time += rest
        }
        var frame = animator.advance(to: time, phase: .listening)
        animator.isAtRest = false
        var largest = 0.0
        for _ in 0..<24 {
            time += 1.0 / 60
            let next = animator.advance(to: time, phase: .listening)
            largest = max(largest, step(frame, next))
            frame = next
        }
        // The outermost ring of a lively face moves by up to 0.8 pixels a frame.
        #expect(largest < 2.5, "\(largest) pixels in a frame")
        #expect(animator.calm == 0, "a third of a second later it is itself again")
    }

    /// With reduced motion nothing moves anyway.
    @Test func reducedMotionIsTheSamePictureAtRest() {
        var settings = SceneSettings()
        settings.reducesMotion = true
        var lively = SceneAnimator(settings: settings, size: Face.field, phase: .listening)
        var calm = lively
        calm.isAtRest = true
        for tick in 0..<40 {
            let time = clock + Double(tick) / 10
            let (a, b) = (lively.advance(to: time, phase: .listening), calm.advance(to: time, phase: .listening))
            #expect(radii(a) == radii(b))
        }
    }
}
