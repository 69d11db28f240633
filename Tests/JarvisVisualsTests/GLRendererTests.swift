// SPDX-License-Identifier: GPL-3.0-or-later
// The OpenGL renderer on an offscreen context: both dialects, close to the software renderer, typed failures.

import JarvisPlatform
import Testing

@testable import JarvisVisuals

@Suite(.serialized)
struct GLRendererTests {
    @Test(arguments: [OffscreenRenderer.Kind.openGL, .openGLES])
    func bothDialectsDrawWhatSoftwareDraws(kind: OffscreenRenderer.Kind) throws {
        let renderer = try OffscreenRenderer(kind: kind, source: Face.shaders())
        #expect(renderer.contextDescription?.isEmbedded == (kind == .openGLES))
        for phase in ScenePhase.allCases {
            let frame = Face.still(phase)
            let image = try renderer.image(frame)
            let (largest, mean) = image.difference(from: try Face.image(frame))
            #expect(image.brightness > 2)
            // Rounding of up to a dozen overlapping lights.
            #expect(largest <= 12, "\(phase)")
            #expect(mean <= 0.7, "\(phase)")
        }
    }

    @Test func openGLDrawsTheSameBytesTwice() throws {
        let frame = Face.still(.speaking, from: .thinking, time: 0.1)
        let first = try OffscreenRenderer(kind: .openGL, source: Face.shaders()).image(frame)
        let second = try OffscreenRenderer(kind: .openGL, source: Face.shaders()).image(frame)
        #expect(first == second)
    }

    @Test func rendererCanBeMadeAgainInTheSameContext() throws {
        let offscreen = try OffscreenRenderer(kind: .openGL, source: Face.shaders())
        let frame = Face.still(.idle)
        let before = try offscreen.image(frame)
        for _ in 0..<3 {
            let renderer = try GLSceneRenderer(source: Face.shaders())
            renderer.draw(frame)
            renderer.destroy()
        }
        #expect(try offscreen.image(frame) == before)
    }

    @Test func doubledScaleDrawsFourTimesThePixels() throws {
        let frame = Face.still(.recording, size: SceneSize(width: 200, height: 160, scale: 2))
        let image = try OffscreenRenderer(kind: .openGL, source: Face.shaders()).image(frame)
        #expect(image.width == 400 && image.height == 320)
        #expect(image.difference(from: try Face.image(frame)).largest <= 12)
    }

    @Test(arguments: ["particles.vert", "particles.frag", "arcs.vert", "arcs.frag"])
    func brokenShaderNamesItsFile(file: String) throws {
        var source = try Face.shaders()
        source.files[file]? += "\nthis is not a shader\n"
        #expect {
            _ = try OffscreenRenderer(kind: .openGL, source: source)
        } throws: { error in
            guard case GLRendererError.shader(file, let log) = error else { return false }
            return !log.isEmpty
        }
    }

    @Test func shadersThatDoNotFitNameTheirProgram() throws {
        var source = try Face.shaders()
        source.files["arcs.frag"] = source.files["arcs.frag"]?.replacing("in vec2 place;", with: "in vec3 place;")
            .replacing("abs(place)", with: "abs(place.xy)").replacing("length(place)", with: "length(place.xy)")
            .replacing("dot(place,", with: "dot(place.xy,")
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
