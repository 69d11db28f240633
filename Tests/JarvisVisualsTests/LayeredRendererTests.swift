// SPDX-License-Identifier: GPL-3.0-or-later
// The window's renderer draws the scene in parts, which together equal the picture drawn as a whole.

import CRasterizer
import JarvisTesting
import Testing

@testable import JarvisVisuals

struct LayeredRendererTests {
    private static let strips = 0..<LayeredSceneRenderer.stripCount

    /// The window's picture: the field with the visualizer's box on top.
    private func shown(_ renderer: LayeredSceneRenderer, _ frame: SceneFrame) throws -> SceneImage {
        let box = frame.visualizerBox
        let centre = try #require(renderer.draw(frame, box: box))
        let field = try #require(renderer.field)
        var image = SceneImage(field)
        let middle = SceneImage(centre)
        let scale = Int(frame.size.scale)
        for row in 0..<middle.height {
            let start = ((box.y * scale + row) * image.width + box.x * scale) * 4
            image.rgba.replaceSubrange(
                start..<start + middle.width * 4,
                with: middle.rgba[row * middle.width * 4..<(row + 1) * middle.width * 4])
        }
        return image
    }

    private func renew(_ renderer: LayeredSceneRenderer, _ frame: SceneFrame) {
        renderer.place(frame)
        for strip in Self.strips { renderer.draw(strip: strip) }
    }

    /// Also after earlier frames, which must leave no trace.
    @Test(arguments: ScenePhase.allCases, [ScenePalette.dark, .light])
    func partsComposeTheWholePicture(phase: ScenePhase, palette: ScenePalette) throws {
        var settings = SceneSettings()
        settings.palette = palette
        for size in [
            SceneSize(width: 500, height: 640), SceneSize(width: 733, height: 401),
            SceneSize(width: 301, height: 263, scale: 2),
        ] {
            let renderer = LayeredSceneRenderer()
            for time in [0.2, 0.9, 1.7] {
                let frame = Face.still(phase, time: time, level: 0.8, size: size, settings: settings)
                #expect(renderer.fit(frame) == (time != 0.2))
                renew(renderer, frame)
                #expect(try shown(renderer, frame) == Face.image(frame), "\(size) at \(time)")
            }
        }
    }

    /// The field follows a change of the theme at once, in all strips.
    @Test func aNewGroundIsDrawnAfresh() throws {
        let size = SceneSize(width: 400, height: 300)
        var light = SceneSettings()
        light.palette = .light
        let renderer = LayeredSceneRenderer()
        for settings in [SceneSettings(), light, SceneSettings()] {
            let frame = Face.still(.idle, size: size, settings: settings)
            #expect(!renderer.fit(frame))
            renew(renderer, frame)
            #expect(try shown(renderer, frame) == Face.image(frame))
        }
    }

    @Test func everyInstructionSetDrawsTheSameField() throws {
        let frame = Face.still(.idle, size: SceneSize(width: 401, height: 303))
        var images: Set<SceneImage> = []
        for path in SoftwareSceneRenderer.Path.allCases where path.isSupported {
            let renderer = LayeredSceneRenderer(path: path)
            _ = renderer.fit(frame)
            renew(renderer, frame)
            images.insert(SceneImage(try #require(renderer.field)))
        }
        #expect(images.count == 1)
    }

    /// Drawing a strip leaves the others unchanged.
    @Test func drawingAStripChangesOnlyItsRows() throws {
        let size = SceneSize(width: 400, height: 300)
        let renderer = LayeredSceneRenderer()
        let first = Face.still(.idle, time: 1, size: size)
        _ = renderer.fit(first)
        renew(renderer, first)
        let before = SceneImage(try #require(renderer.field))
        renderer.place(Face.still(.idle, time: 9, size: size))
        renderer.draw(strip: 1)
        let after = SceneImage(try #require(renderer.field))
        let changed = Set((0..<300).filter { y in (0..<400).contains { before[$0, y] != after[$0, y] } })
        let rows = LayeredSceneRenderer.rows(of: 1, height: 300)
        #expect(!changed.isEmpty && changed.allSatisfy(rows.contains))
    }

    /// Nothing of the visualizer is drawn outside its box, at any size and while it shakes.
    @Test(arguments: [(480.0, 640.0), (1000, 700), (1920, 1080)])
    func theVisualizerStaysWithinItsBox(width: Double, height: Double) throws {
        for phase in ScenePhase.allCases {
            var settings = SceneSettings()
            for zoom in [1.0, 0.6] {
                settings.zoom = zoom
                let still = SceneStill(
                    phase: phase, time: 0.7, level: 1, spectrum: Face.spectrum, settings: settings,
                    size: SceneSize(width: width, height: height), errorTime: 0.05)
                var frame = still.frame()
                frame.particleCount = 0
                frame.particles.backdropCount = 0
                let image = try Face.image(frame)
                let box = frame.visualizerBox
                var outside = 0
                for y in 0..<image.height {
                    for x in 0..<image.width
                    where x < box.x || y < box.y || x >= box.x + box.width || y >= box.y + box.height {
                        let pixel = image[x, y]
                        outside = max(outside, Int(max(pixel.red, pixel.green, pixel.blue)))
                    }
                }
                #expect(outside == 0, "\(phase), \(zoom): \(outside)")
            }
        }
    }
}
