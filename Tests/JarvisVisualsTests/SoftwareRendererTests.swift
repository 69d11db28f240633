// SPDX-License-Identifier: GPL-3.0-or-later
// The software renderer: identical bytes everywhere, light in the right places, no jumps.

import CRasterizer
import JarvisTesting
import Testing

@testable import JarvisVisuals

struct SoftwareRendererTests {
    /// Fingerprints of each phase after one second, at 320 × 320. Any change of metrics, colours or operations changes
    /// them; check the pictures, then enter the values that the failure prints.
    private static let fingerprints: [ScenePhase: UInt64] = [
        .idle: 0x5C5CEDE9AE97796E,
        .listening: 0x355659783D70CB3F,
        .recording: 0xD2DC8578E5A0D3A6,
        .held: 0x6AAB937E0B79704A,
        .transcribing: 0x5360065D69C9D19B,
        .thinking: 0x2236FA1AB06D69CF,
        .speaking: 0xEB027B9373A2F2D9,
    ]

    @Test(arguments: ScenePhase.allCases)
    func picturesMatchTheirFingerprints(phase: ScenePhase) throws {
        let image = try Face.image(Face.still(phase))
        #expect(image.fingerprint == Self.fingerprints[phase])
    }

    @Test(arguments: ScenePhase.allCases, [ScenePalette.dark, .light])
    func everyInstructionSetDrawsTheSameBytes(phase: ScenePhase, palette: ScenePalette) throws {
        var settings = SceneSettings()
        settings.palette = palette
        let frame = Face.still(phase, size: SceneSize(width: 333, height: 301), settings: settings)
        var images: [SceneImage] = []
        for path in SoftwareSceneRenderer.Path.allCases where path.isSupported {
            images.append(SceneImage(try #require(SoftwareSceneRenderer(path: path).draw(frame))))
        }
        #expect(images.count >= 2)
        #expect(Set(images).count == 1)
    }

    @Test func randomTablesDrawTheSameBytesOnEveryInstructionSet() throws {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<60 {
            let frame = RandomScene.frame(&generator)
            var images: Set<SceneImage> = []
            for path in SoftwareSceneRenderer.Path.allCases where path.isSupported {
                images.insert(SceneImage(try #require(SoftwareSceneRenderer(path: path).draw(frame))))
            }
            #expect(images.count == 1)
        }
    }

    /// What is taken away from the ground is what the same records add to black.
    @Test(arguments: ScenePhase.allCases)
    func inkIsTheNegativeOfLight(phase: ScenePhase) throws {
        var settings = SceneSettings()
        settings.palette = .light
        var frame = Face.still(phase, settings: settings)
        frame.ground = SceneColor(red: 1, green: 1, blue: 1)
        let ink = try Face.image(frame)
        frame.ground = nil
        let light = try Face.image(frame)
        #expect(ink.brightness > 150 && light.brightness > 2)
        #expect(zip(ink.rgba, light.rgba).enumerated().allSatisfy { $0 % 4 == 3 || $1.0 == 255 - $1.1 })
    }

    @Test(arguments: ScenePhase.allCases)
    func everyPhaseIsBrightInTheCentre(phase: ScenePhase) throws {
        let image = try Face.image(Face.still(phase))
        #expect(image.brightness > 2)
        let centre = image[160, 160]
        #expect(max(centre.red, centre.green, centre.blue) > 100)
    }

    /// Particles and nebula fill windows of every shape.
    @Test(arguments: [(480.0, 640.0), (1000, 700), (1920, 1080)])
    func lightReachesAllCorners(width: Double, height: Double) throws {
        let image = try Face.image(Face.still(.idle, size: SceneSize(width: width, height: height)))
        let (columns, rows) = (image.width / 4, image.height / 4)
        for (left, top) in [(0, 0), (3, 0), (0, 3), (3, 3)] {
            var (sum, most) = (0, 0)
            for y in top * rows..<(top + 1) * rows {
                for x in left * columns..<(left + 1) * columns {
                    let pixel = image[x, y]
                    sum += Int(pixel.blue)
                    most = max(most, Int(pixel.blue))
                }
            }
            #expect(Double(sum) / Double(columns * rows) > 2, "nebula in \(left), \(top)")
            #expect(most > 70, "particles in \(left), \(top)")
        }
    }

    @Test(arguments: [(480.0, 640.0), (1000, 700), (700, 1800), (1920, 1080), (3840, 2160)])
    func picturesOfEverySizeAreDeterministic(width: Double, height: Double) throws {
        let size = SceneSize(width: width, height: height)
        let pictures = try (0..<2).map { _ in try Face.image(Face.still(.speaking, level: 0.8, size: size)) }
        #expect(pictures[0] == pictures[1])
    }

    /// The visualizer depends only on the window's height, not on its width.
    @Test func windowWidthDoesNotAffectTheCentre() throws {
        func middle(_ width: Double) throws -> SceneImage {
            var frame = Face.still(.speaking, size: SceneSize(width: width, height: 640))
            frame.particleCount = 0
            frame.particles.backdropCount = 0
            let image = try Face.image(frame)
            let left = image.width / 2 - 220
            return SceneImage(
                width: 440, height: 440,
                rgba: (100..<540).flatMap { y in
                    image.rgba[(y * image.width + left) * 4..<(y * image.width + left + 440) * 4]
                })
        }
        // By whole periods of the dither, so that its pattern is the same.
        let square = try middle(640)
        #expect(try middle(1280) == square)
        #expect(try middle(512) == square)
    }

    @Test func ringsAreDrawnAtTheirRadius() throws {
        var frame = Face.still(.idle, size: Face.field)
        frame.particleCount = 0
        frame.particles.backdropCount = 0
        frame.arcs = [.ring(radius: 100, width: 2, ArcLight(color: .white, gain: 1))]
        let image = try Face.image(frame)
        #expect(image[420, 320].red > 200 && image[419, 320].red > 200)
        #expect(image[416, 320].red == 0 && image[424, 320].red == 0 && image[320, 320].red == 0)
        #expect(image[320, 220].red > 200 && image[219, 320].red > 200)
    }

    @Test func rotatedBarsCoverTheirArea() throws {
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

    @Test func backdropIsCachedAndRefreshed() throws {
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

    @Test func emptySizesDrawNothing() {
        let renderer = SoftwareSceneRenderer()
        #expect(renderer.draw(Face.still(.idle, size: SceneSize(width: 0, height: 100))) == nil)
        #expect(renderer.draw(Face.still(.idle, size: SceneSize(width: 3, height: 3))) != nil)
    }

    /// V7: from frame to frame a morph changes the picture by less than a third of a hard cut.
    @Test func morphsAreContinuousOnScreen() throws {
        let field = SceneSize(width: 160, height: 160)
        for (from, to) in [(ScenePhase.idle, ScenePhase.speaking), (.speaking, .thinking), (.held, .transcribing)] {
            var animator = SceneAnimator(size: field, phase: from)
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

/// Tables that no real scene produces: odd sizes, positions beyond the edges, fractions everywhere.
enum RandomScene {
    static func frame(_ generator: inout SeededGenerator) -> SceneFrame {
        func value(_ low: Float, _ high: Float) -> Float { Float.random(in: low...high, using: &generator) }
        let size = SceneSize(width: Double(Int(value(16, 190))), height: Double(Int(value(1, 120))))
        let particles = (0..<30).map { _ in
            ParticleRecord(
                radius: value(0, 1.2), phase: value(0, 1), laps: value(-20, 20), half_size: value(0.1, 40),
                red: value(0, 1), green: value(0, 1), blue: value(0, 1), gain: value(0, 3), node_cosine: value(-1, 1),
                node_sine: value(-1, 1), inclination_cosine: value(-1, 1), inclination_sine: value(-1, 1))
        }
        let arcs = (0..<30).map { _ in
            let from = value(-2, 2)
            let inner = max(0, value(-50, 120))
            return ArcRecord(
                angle0: from, angle1: from + (value(0, 1) < 0.3 ? 1 : value(0, 0.5)), r0: inner,
                r1: inner + max(0, value(-20, 80)), red: value(0, 1), green: value(0, 1), blue: value(0, 1),
                feather: value(0, 60), gain: value(0, 1), glow: max(0, value(-1, 1)),
                half_width: max(0, value(-15, 15)), reserved: 0)
        }
        let view = SceneView(
            width: Float(size.width), height: Float(size.height), scale: value(0.5, 3), visual_scale: value(0.1, 3),
            centre_x: value(-40, 230), centre_y: value(-40, 160), field_x: value(1, 300), field_y: value(1, 300),
            orbit_turn: value(0, 1), wobble: value(0, 0.1), particle_gain: value(0, 3), particle_size: value(0.3, 2),
            tint_red: value(0, 1), tint_green: value(0, 1), tint_blue: value(0, 1), tint_amount: value(0, 1),
            parallax_x: value(-20, 20), parallax_y: value(-20, 20), flow: value(-0.3, 0.3), stream: value(0, 1))
        return SceneFrame(
            view: view, particles: ParticleTable(identity: 1, records: particles, backdropCount: 2), particleCount: 30,
            arcs: arcs, size: size)
    }
}
