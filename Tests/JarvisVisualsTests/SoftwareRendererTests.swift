// SPDX-License-Identifier: GPL-3.0-or-later
// The software renderer: same bytes everywhere, light where there should be light, no jumps.

import CRasterizer
import Testing

@testable import JarvisVisuals

struct SoftwareRendererTests {
    /// The face at one second in each phase, 320 × 320. A change of any figure, colour or operation changes these;
    /// after looking at the pictures, put in the values that the failure prints.
    private static let fingerprints: [ScenePhase: UInt64] = [
        .idle: 0xB24CEC502C154D1E,
        .listening: 0xBC3A7B886F7AADA2,
        .recording: 0xB2575D9330B9DB21,
        .held: 0x97B2928794BB3055,
        .transcribing: 0x69B8B2DC9393F407,
        .thinking: 0x5590565E84B55C72,
        .speaking: 0x1B72D5B8D8B4C415,
    ]

    @Test(arguments: ScenePhase.allCases)
    func pictureIsTheSameOnEveryMachine(phase: ScenePhase) throws {
        let image = try Face.image(Face.still(phase))
        #expect(image.fingerprint == Self.fingerprints[phase])
    }

    @Test(arguments: ScenePhase.allCases)
    func everyInstructionSetDrawsTheSameBytes(phase: ScenePhase) throws {
        let frame = Face.still(phase, size: SceneSize(width: 333, height: 301))
        var images: [SceneImage] = []
        for path in SoftwareSceneRenderer.Path.allCases where path.isSupported {
            images.append(SceneImage(try #require(SoftwareSceneRenderer(path: path).draw(frame))))
        }
        #expect(images.count >= 2)
        #expect(Set(images).count == 1)
    }

    @Test(arguments: ScenePhase.allCases)
    func everyPhaseShines(phase: ScenePhase) throws {
        let image = try Face.image(Face.still(phase))
        #expect(image.brightness > 2)
        let centre = image[160, 160]
        #expect(max(centre.red, centre.green, centre.blue) > 100)
    }

    @Test(arguments: ScenePhase.allCases)
    func fieldFadesIntoBlack(phase: ScenePhase) throws {
        let image = try Face.image(Face.still(phase, level: 1, size: Face.field))
        for i in 0..<640 {
            for edge in [image[i, 0], image[i, 639], image[0, i], image[639, i]] {
                #expect(Int(edge.red) + Int(edge.green) + Int(edge.blue) <= 6)
            }
        }
    }

    @Test func ringIsWhereTheTableSaysItIs() throws {
        var frame = Face.still(.idle, size: Face.field)
        frame.particleCount = 0
        frame.particles.backdropCount = 0
        frame.arcs = [.ring(radius: 100, width: 2, ArcLight(color: .white, gain: 1))]
        let image = try Face.image(frame)
        #expect(image[420, 320].red > 200 && image[419, 320].red > 200)
        #expect(image[416, 320].red == 0 && image[424, 320].red == 0 && image[320, 320].red == 0)
        #expect(image[320, 220].red > 200 && image[219, 320].red > 200)
    }

    @Test func rotatedBarCoversItsOwnArea() throws {
        var frame = Face.still(.idle, size: Face.field)
        frame.particleCount = 0
        frame.particles.backdropCount = 0
        for turns in [0.0, 0.07, 0.125, 0.25, 0.61, 0.75, 0.93] {
            frame.arcs = [.bar(angle: turns, inner: 80, outer: 180, halfWidth: 2, ArcLight(color: .white, gain: 1))]
            let light = try Face.image(frame).rgba.enumerated().reduce(0) {
                $0 + ($1.offset % 4 == 0 ? Int($1.element) : 0)
            }
            #expect(abs(Double(light) / 255 - 400) < 14, "at \(turns)")
        }
    }

    @Test func backdropIsKeptAndRefreshed() throws {
        let renderer = SoftwareSceneRenderer()
        let a = SceneImage(try #require(renderer.draw(Face.still(.idle))))
        _ = renderer.draw(Face.still(.held, size: Face.field))
        var custom = SceneSettings()
        custom.palette = .custom(
            accent: SceneColor(hex: 0xFF0000), warm: SceneColor(hex: 0x00FF00), deep: SceneColor(hex: 0x0000FF))
        _ = renderer.draw(Face.still(.idle, settings: custom))
        let b = SceneImage(try #require(renderer.draw(Face.still(.idle))))
        #expect(a == b)
    }

    @Test func impossibleSizesDrawNothing() {
        let renderer = SoftwareSceneRenderer()
        #expect(renderer.draw(Face.still(.idle, size: SceneSize(width: 0, height: 100))) == nil)
        #expect(renderer.draw(Face.still(.idle, size: SceneSize(width: 3, height: 3))) != nil)
    }

    /// V7: from frame to frame a morph changes the picture by at most a third of what a cut would change.
    @Test func morphsAreContinuousOnScreen() throws {
        for (from, to) in [(ScenePhase.idle, ScenePhase.speaking), (.speaking, .thinking), (.held, .transcribing)] {
            var animator = SceneAnimator(size: Face.small, phase: from)
            let renderer = SoftwareSceneRenderer()
            var last: SceneImage?
            var before: SceneImage?
            var steps: [Double] = []
            for index in 0..<45 {
                let frame = animator.advance(
                    to: Double(index) / 60, phase: index < 20 ? from : to, level: 0.3, spectrum: Face.spectrum)
                let image = SceneImage(try #require(renderer.draw(frame)))
                if index == 19 { before = image }
                if let last, index >= 20 { steps.append(image.difference(from: last).mean) }
                last = image
            }
            let cut = try #require(last).difference(from: try #require(before)).mean
            #expect(steps.max() ?? cut < cut / 3, "\(from) → \(to)")
        }
    }
}
