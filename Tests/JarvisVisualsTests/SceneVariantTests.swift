// SPDX-License-Identifier: GPL-3.0-or-later
// The effects of settings: reduced motion, high contrast, quality, brightness, warmth, hue and zoom.

import CRasterizer
import Testing

@testable import JarvisVisuals

struct SceneVariantTests {
    private func settings(_ change: (inout SceneSettings) -> Void) -> SceneSettings {
        var settings = SceneSettings()
        change(&settings)
        return settings
    }

    // MARK: Reduced motion

    private var still: SceneSettings { settings { $0.reducesMotion = true } }

    private func shapes(_ frame: SceneFrame) -> Set<String> {
        Set(frame.arcs.map { "\($0.angle0) \($0.angle1) \($0.r0) \($0.r1) \($0.half_width) \($0.feather)" })
    }

    @Test(arguments: ScenePhase.allCases)
    func reducedMotionKeepsEveryShapeInPlace(phase: ScenePhase) {
        var animator = SceneAnimator(settings: still, size: Face.field, phase: phase)
        var seen: Set<String> = []
        var most = 0
        for index in 0..<90 {
            // Opacity may follow the voice, but nothing moves.
            let level = Double(index % 10) / 10
            let frame = animator.advance(
                to: Double(index) / 30, phase: phase, level: level, spectrum: Face.spectrum)
            #expect(frame.view.orbit_turn == 0 && frame.view.wobble == 0)
            #expect(frame.view.centre_x == 320)
            seen.formUnion(shapes(frame))
            most = max(most, frame.arcs.count)
        }
        // A loud voice adds two waves, the fourth and the fifth.
        #expect(seen.count <= most, "\(phase)")
    }

    @Test func reducedMotionCrossFades() {
        let phases = ScenePhase.allCases
        for (from, to) in zip(phases, phases.dropFirst() + phases.prefix(1)) {
            var animator = SceneAnimator(settings: still, size: Face.field, phase: from)
            for index in -60..<0 {
                _ = animator.advance(to: Double(index) / 60, phase: from, level: 0.9, spectrum: Face.spectrum)
            }
            let before = animator.advance(to: 0, phase: from, level: 0.9, spectrum: Face.spectrum)
            var during: Set<String> = []
            for index in 1...18 {
                let frame = animator.advance(
                    to: Double(index) / 60, phase: to, level: 0.9, spectrum: Face.spectrum)
                during.formUnion(shapes(frame))
            }
            #expect(!animator.isInTransition, "the fade takes 300 ms")
            let after = animator.advance(to: 1, phase: to, level: 0.9, spectrum: Face.spectrum)
            let moved = during.subtracting(shapes(before)).subtracting(shapes(after))
            #expect(moved.isEmpty, "\(from) → \(to)")
        }
    }

    @Test func reducedMotionComesToRest() throws {
        var animator = SceneAnimator(settings: still, size: Face.field, fadesIn: true)
        var frame = animator.advance(to: 0, phase: .thinking)
        var time = 0.0
        while animator.isInTransition {
            time += 1.0 / 60
            frame = animator.advance(to: time, phase: .thinking)
        }
        #expect(time < 0.55)
        let later = animator.advance(to: time + 0.1, phase: .thinking)
        #expect(frame.largestStep(to: later) == 0, "nothing to draw any more")
        // An error is a tint without a shake.
        animator.showError()
        let red = animator.advance(to: time + 0.2, phase: .thinking)
        #expect(red.view.centre_x == 320)
        #expect(try #require(red.arcs.first).red > (try #require(frame.arcs.first)).red)
    }

    // MARK: High contrast

    @Test(arguments: ScenePhase.allCases)
    func highContrastHasNoGlow(phase: ScenePhase) {
        let arcs = Face.still(phase, settings: settings { $0.increasesContrast = true }).arcs
        #expect(arcs.allSatisfy { $0.glow == 0 })
        #expect(arcs.contains { $0.gain > 0.7 })
    }

    @Test func highContrastShowsFewerParticles() {
        func count(_ settings: SceneSettings) -> Int {
            let frame = Face.still(.idle, size: Face.field, settings: settings)
            return frame.particleCount - frame.particles.backdropCount
        }
        let plain = Double(count(SceneSettings()))
        #expect(abs(Double(count(settings { $0.increasesContrast = true })) - 0.4 * plain) < 1)
        #expect(abs(Double(count(settings { $0.quality = .thinned })) - 0.5 * plain) < 1)
    }

    // MARK: Quality

    @Test(arguments: ScenePhase.allCases)
    func lowerQualityOmitsGlows(phase: ScenePhase) {
        let full = Face.still(phase)
        let reduced = Face.still(phase, settings: settings { $0.quality = .reduced })
        let low = Face.still(phase, settings: settings { $0.quality = .low })
        #expect(full.arcs.count { $0.glow > 0 } > 5)
        #expect(Face.still(phase, settings: settings { $0.quality = .thinned }).arcs.count == full.arcs.count)
        // Only the orb still glows: its lights and the rim around them.
        #expect(reduced.arcs.allSatisfy { $0.glow == 0 || $0.r1 < 90 && $0.isRing })
        #expect(reduced.arcs.count { $0.glow > 0 } == 5)
        #expect(reduced.view.particle_size == full.view.particle_size)
        #expect(abs(low.view.particle_size / full.view.particle_size - 0.75) < 1e-6)
        #expect(low.arcs.count == reduced.arcs.count)
    }

    // MARK: The room's light

    @Test func brightnessAndWarmthAffectTheWholePicture() throws {
        func light(_ settings: SceneSettings) throws -> (red: Double, blue: Double) {
            let image = try Face.image(Face.still(.idle, settings: settings))
            var (red, blue) = (0.0, 0.0)
            for index in stride(from: 0, to: image.rgba.count, by: 4) {
                red += Double(image.rgba[index])
                blue += Double(image.rgba[index + 2])
            }
            return (red, blue)
        }
        let day = try light(SceneSettings())
        let dim = try light(settings { $0.brightness = 0.5 })
        #expect(abs(dim.blue / day.blue - 0.5) < 0.06)
        let warm = try light(settings { $0.warmth = 1 })
        #expect(warm.red / warm.blue > day.red / day.blue * 1.3)
        #expect(warm.blue < day.blue * 0.75)
    }

    @Test func lowBrightnessSlowsTheAnimation() {
        func turn(_ settings: SceneSettings) -> Float {
            var animator = SceneAnimator(settings: settings, size: Face.field)
            _ = animator.advance(to: 0, phase: .idle)
            return animator.advance(to: 0.1, phase: .idle).view.orbit_turn
        }
        let share = turn(settings { $0.brightness = 0.5 }) / turn(SceneSettings())
        #expect(abs(share - 0.6) < 1e-4)
    }

    // MARK: Hue and zoom

    @Test(arguments: ScenePhase.allCases)
    func hueRotationChangesEveryLook(phase: ScenePhase) throws {
        let plain = Face.still(phase).arcs
        let turned = Face.still(phase, settings: settings { $0.hueRotation = 0.5 }).arcs
        for (a, b) in zip(plain, turned) where a.gain > 0.2 {
            #expect(abs(a.red - b.red) + abs(a.green - b.green) + abs(a.blue - b.blue) > 0.3)
        }
        let whole = Face.still(phase, settings: settings { $0.hueRotation = 1 }).arcs
        for (a, b) in zip(plain, whole) { #expect(abs(a.red - b.red) + abs(a.blue - b.blue) < 1e-4) }
    }

    @Test func zoomScalesTheVisualizerWithinTheField() {
        func scale(_ zoom: Double, _ size: SceneSize) -> Float {
            Face.still(.idle, size: size, settings: settings { $0.zoom = zoom }).view.visual_scale
        }
        #expect(scale(1.5, Face.field) == 1.5)
        #expect(scale(0.5, Face.field) == 0.5)
        #expect(abs(scale(2, SceneSize(width: 1000, height: 900, scale: 2)) - 4.46) < 1e-5)
        #expect(scale(2, Face.field) == 1.6, "the longest bar just reaches the field's edge")
        #expect(scale(2, SceneSize(width: 300, height: 500)) == 0.75)
    }
}
