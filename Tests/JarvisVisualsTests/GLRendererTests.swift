// SPDX-License-Identifier: GPL-3.0-or-later
// The OpenGL renderer on an offscreen context: both dialects, two draws per frame, recreated contexts and typed
// failures.

import JarvisPlatform
import Testing

@testable import JarvisVisuals

@Suite(.serialized)
struct GLRendererTests {
    @Test(arguments: ScenePhase.allCases)
    func aFrameNeedsTwoDrawsAndTwoUploads(phase: ScenePhase) throws {
        let offscreen = try OffscreenRenderer(kind: .openGL, source: Face.shaders())
        let frame = Face.still(phase)
        for _ in 0..<2 { _ = try offscreen.image(frame) }
        let work = try #require(offscreen.renderer?.work)
        #expect(work.draws == 2)
        // The uniform block and the arcs; the orbits have been there since the first frame.
        #expect(work.uploads == 2)
        #expect(
            work.uploadedBytes == MemoryLayout<SceneView>.size + frame.arcs.count * MemoryLayout<GLArc>.stride)
        #expect(MemoryLayout<SceneView>.size == 80)
        #expect(MemoryLayout<GLArc>.stride == Int(GLArc.columns) * 16)
    }

    @Test func paletteAndSizeChangesAreUploadedOnce() throws {
        let offscreen = try OffscreenRenderer(kind: .openGL, source: Face.shaders())
        var settings = SceneSettings()
        settings.palette = .custom(
            accent: SceneColor(hex: 0xFF0000), warm: SceneColor(hex: 0x00FF00), deep: SceneColor(hex: 0x0000FF))
        _ = try offscreen.image(Face.still(.idle))
        // Uploads of the uniform block, the arcs and perhaps the orbits; draws of both tables and perhaps the backdrop.
        for (frame, uploads, draws) in [
            (Face.still(.idle, settings: settings), 3, 3), (Face.still(.held, settings: settings), 2, 2),
            (Face.still(.idle, size: Face.field, settings: settings), 2, 3),
        ] {
            _ = try offscreen.image(frame)
            #expect(offscreen.renderer?.work.uploads == uploads)
            #expect(offscreen.renderer?.work.draws == draws)
        }
    }

    @Test func drawingWithoutAFramebufferIsReported() throws {
        let context = try SurfacelessContext(isEmbedded: false)
        defer { withExtendedLifetime(context) {} }
        let renderer = try GLSceneRenderer(source: Face.shaders())
        defer { renderer.destroy() }
        // GL_INVALID_FRAMEBUFFER_OPERATION: a context without a surface has none of its own.
        #expect(throws: GLRendererError.drawing(code: 0x506)) { try renderer.draw(Face.still(.idle)) }
    }

    @Test func sizeAndPaletteChangesLeaveNoTrace() throws {
        let offscreen = try OffscreenRenderer(kind: .openGL, source: Face.shaders())
        let before = try offscreen.image(Face.still(.idle))
        var custom = SceneSettings()
        custom.palette = .custom(
            accent: SceneColor(hex: 0xFF0000), warm: SceneColor(hex: 0x00FF00), deep: SceneColor(hex: 0x0000FF))
        _ = try offscreen.image(Face.still(.held, size: Face.field))
        _ = try offscreen.image(Face.still(.idle, settings: custom))
        #expect(try offscreen.image(Face.still(.idle)) == before)
    }

    @Test func aRecreatedRendererDrawsTheSamePicture() throws {
        let offscreen = try OffscreenRenderer(kind: .openGL, source: Face.shaders())
        let frame = Face.still(.idle)
        let before = try offscreen.image(frame)
        for _ in 0..<3 {
            offscreen.renderer?.destroy()
            offscreen.renderer = try GLSceneRenderer(source: Face.shaders())
            #expect(try offscreen.image(frame) == before)
        }
    }

    @Test func memoryPictureMatchesTheFrameBuffer() throws {
        let frame = Face.still(.speaking)
        let expected = try OffscreenRenderer(kind: .openGL, source: Face.shaders()).image(frame)
        let context = try SurfacelessContext(isEmbedded: false)
        defer { withExtendedLifetime(context) {} }
        let renderer = try GLSceneRenderer(source: Face.shaders())
        defer { renderer.destroy() }
        let picture = try #require(GLPicture(width: expected.width, height: expected.height))
        defer { picture.destroy() }
        try picture.draw { () throws(GLRendererError) in try renderer.draw(frame) }
        var rgba = expected.rgba
        for pixel in 0..<expected.width * expected.height {
            for channel in 0..<3 { rgba[4 * pixel + channel] = picture.pixels[4 * pixel + 2 - channel] }
        }
        #expect(SceneImage(width: expected.width, height: expected.height, rgba: rgba) == expected)
    }

    @Test(arguments: [OffscreenRenderer.Kind.openGL, .openGLES])
    func newContextDrawsTheSamePicture(kind: OffscreenRenderer.Kind) throws {
        let frame = Face.still(.thinking)
        var pictures: Set<SceneImage> = []
        for _ in 0..<3 {
            pictures.insert(try OffscreenRenderer(kind: kind, source: Face.shaders()).image(frame))
        }
        #expect(pictures.count == 1)
    }

    @Test(arguments: ["particles.vert", "particles.frag", "arcs.vert", "arcs.frag", "view.glsl"])
    func brokenShaderNamesItsFileAndLine(file: String) throws {
        for kind in [OffscreenRenderer.Kind.openGL, .openGLES] {
            var source = try Face.shaders()
            let text = try #require(source.files[file])
            let line = text.split(separator: "\n", omittingEmptySubsequences: false).count
            source.files[file] = text + "this is not a shader\n"
            #expect {
                _ = try OffscreenRenderer(kind: kind, source: source)
            } throws: { error in
                guard case GLRendererError.shader(_, let log) = error else { return false }
                return log.contains("\(file):\(line)")
            }
        }
    }

    @Test(
        arguments: [
            ("0:12(5): error: oops", "view.glsl:12(5): error: oops"),
            ("1(27) : error C0000: oops", "arcs.frag:27 : error C0000: oops"),
            ("ERROR: 1:3: 'x' : undeclared", "ERROR: arcs.frag:3: 'x' : undeclared"),
            ("9:1: no such part", "9:1: no such part"),
            ("something else", "something else"), ("", ""), ("1:2: a\n\n0:3: b", "arcs.frag:2: a\nview.glsl:3: b"),
        ])
    func compilerLogsNameTheFile(log: String, expected: String) {
        #expect(ShaderLog.naming(["view.glsl", "arcs.frag"], in: log) == expected)
    }

    @Test func linkErrorNamesTheProgram() throws {
        var source = try Face.shaders()
        source.files["arcs.frag"] = source.files["arcs.frag"]?.replacing("flat in vec4 hue;", with: "flat in vec3 hue;")
            .replacing("hue.w", with: "hue.z")
        #expect {
            _ = try OffscreenRenderer(kind: .openGL, source: source)
        } throws: { error in
            if case GLRendererError.program("arcs", _) = error { return true }
            return false
        }
    }

    @Test func missingShaderNamesItsFile() {
        #expect(throws: GLRendererError.missingFile("shaders/particles.vert")) {
            try ShaderSource(locator: ResourceLocator(roots: ["/nonexistent"]))
        }
    }
}
