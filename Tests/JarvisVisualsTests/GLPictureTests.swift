// SPDX-License-Identifier: GPL-3.0-or-later
// OpenGL pictures compared with the software renderer's, and with themselves in other contexts.

import CRasterizer
import JarvisPlatform
import Testing

@testable import JarvisVisuals

@Suite(.serialized)
struct GLPictureTests {
    private static let largest = PictureTolerance.openGL.largest
    private static let mean = PictureTolerance.openGL.mean

    /// One moment of every look, and of morphs between the most different looks.
    private static let moments: [(from: ScenePhase?, to: ScenePhase, time: Double)] =
        ScenePhase.allCases.map { (nil, $0, 1) }
        + [
            (.recording, .speaking, 0.12), (.idle, .held, 0.12), (.thinking, .speaking, 0.1),
            (.listening, .recording, 0.15), (.held, .transcribing, 0.2),
        ]

    @Test(arguments: [OffscreenRenderer.Kind.openGL, .openGLES])
    func bothDialectsMatchTheSoftwareRenderer(kind: OffscreenRenderer.Kind) throws {
        let renderer = try OffscreenRenderer(kind: kind, source: Face.shaders())
        #expect(renderer.contextDescription?.isEmbedded == (kind == .openGLES))
        for size in [Face.small, SceneSize(width: 200, height: 160, scale: 2)] {
            for moment in Self.moments {
                let frame = Face.still(moment.to, from: moment.from, time: moment.time, level: 0.8, size: size)
                let image = try renderer.image(frame)
                let (largest, mean) = image.difference(from: try Face.image(frame))
                let what = "\(moment) at \(size): largest \(largest), mean \(mean)"
                #expect(image.width == size.pixelWidth && image.height == size.pixelHeight)
                #expect(image.brightness > 2, "\(what)")
                #expect(largest <= Self.largest, "\(what)")
                #expect(mean <= Self.mean, "\(what)")
            }
        }
    }

    /// Particles, bars and sectors are rounded the same way; only the order of sums can differ.
    @Test(arguments: [OffscreenRenderer.Kind.openGL, .openGLES])
    func framesWithoutRingsMatchAlmostExactly(kind: OffscreenRenderer.Kind) throws {
        let renderer = try OffscreenRenderer(kind: kind, source: Face.shaders())
        for moment in Self.moments {
            var frame = Face.still(moment.to, from: moment.from, time: moment.time, level: 0.8)
            frame.arcs.removeAll(where: \.isRing)
            let (largest, mean) = try renderer.image(frame).difference(from: try Face.image(frame))
            #expect(largest <= 3, "\(moment): \(largest)")
            #expect(mean <= 0.03, "\(moment): \(mean)")
        }
    }

    @Test func openGLMatchesForAllSettings() throws {
        let renderer = try OffscreenRenderer(kind: .openGL, source: Face.shaders())
        var contrast = SceneSettings()
        contrast.increasesContrast = true
        var still = SceneSettings()
        still.reducesMotion = true
        var turned = SceneSettings()
        turned.hueRotation = 0.3
        turned.zoom = 1.7
        turned.particleCount = 500
        for settings in [contrast, still, turned] {
            for phase in ScenePhase.allCases {
                let frame = Face.still(phase, settings: settings)
                let (largest, mean) = try renderer.image(frame).difference(from: try Face.image(frame))
                #expect(largest <= Self.largest && mean <= 2 * Self.mean, "\(phase): \(largest), \(mean)")
            }
        }
    }

    /// Windows of every shape, with the pointer at their edge.
    @Test(arguments: [(480.0, 640.0), (1000, 700), (700, 1800), (1920, 1080), (3840, 2160)])
    func openGLMatchesForWholeWindows(width: Double, height: Double) throws {
        var frame = Face.still(.speaking, level: 0.8, size: SceneSize(width: width, height: height))
        (frame.view.parallax_x, frame.view.parallax_y) = (-17, 9)
        let image = try OffscreenRenderer(kind: .openGL, source: Face.shaders()).image(frame)
        let (largest, mean) = image.difference(from: try Face.image(frame))
        #expect(largest <= Self.largest && mean <= Self.mean, "\(largest), \(mean)")
    }

    /// Ink is taken away from the ground in both renderers, and rounded the same way.
    @Test(arguments: [OffscreenRenderer.Kind.openGL, .openGLES])
    func inkMatchesTheSoftwareRenderer(kind: OffscreenRenderer.Kind) throws {
        let renderer = try OffscreenRenderer(kind: kind, source: Face.shaders())
        var settings = SceneSettings()
        settings.palette = .light
        var worst = (largest: 0, mean: 0.0)
        for size in [Face.small, SceneSize(width: 1000, height: 700)] {
            for moment in Self.moments {
                let frame = Face.still(
                    moment.to, from: moment.from, time: moment.time, level: 0.8, size: size, settings: settings)
                let image = try renderer.image(frame)
                let difference = image.difference(from: try Face.image(frame))
                #expect(image.brightness > 150, "the ground is light")
                worst = (max(worst.largest, difference.largest), max(worst.mean, difference.mean))
            }
        }
        print("measured: ink in \(kind): at most \(worst.largest), mean \(worst.mean) of 255")
        #expect(worst.largest <= Self.largest && worst.mean <= Self.mean)
    }

    /// One context draws both kinds of ground in turn.
    @Test func changingTheGroundLeavesNoTrace() throws {
        let renderer = try OffscreenRenderer(kind: .openGL, source: Face.shaders())
        var light = SceneSettings()
        light.palette = .light
        let dark = try renderer.image(Face.still(.speaking))
        let bright = try renderer.image(Face.still(.speaking, settings: light))
        #expect(try renderer.image(Face.still(.speaking)) == dark)
        #expect(try renderer.image(Face.still(.speaking, settings: light)) == bright)
    }

    @Test func openGLDrawsTheSameBytesTwice() throws {
        let frame = Face.still(.speaking, from: .thinking, time: 0.1)
        let first = try OffscreenRenderer(kind: .openGL, source: Face.shaders()).image(frame)
        let second = try OffscreenRenderer(kind: .openGL, source: Face.shaders()).image(frame)
        #expect(first == second)
    }
}
