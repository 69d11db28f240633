// SPDX-License-Identifier: GPL-3.0-or-later
// Offscreen pictures: PNG encoding, stills and the choice of a renderer.

import JarvisTesting
import Testing

@testable import JarvisVisuals

struct OffscreenTests {
    @Test(arguments: [(320.0, 320.0), (1, 1), (17, 3), (3, 40)])
    func pngPreservesEveryPixel(width: Double, height: Double) throws {
        let image = try Face.image(Face.still(.speaking, size: SceneSize(width: width, height: height)))
        #expect(try #require(PNGReader.image(image.pngData())) == image)
    }

    @Test func pngPreservesNoiseAndCompressesBlack() throws {
        var generator = SeededGenerator(seed: 3)
        var noise = SceneImage(width: 300, height: 200, rgba: [UInt8](repeating: 255, count: 240_000))
        for index in noise.rgba.indices where index % 4 != 3 {
            noise.rgba[index] = .random(in: 0...255, using: &generator)
        }
        #expect(try #require(PNGReader.image(noise.pngData())) == noise)
        let black = SceneImage(width: 300, height: 200, rgba: (0..<240_000).map { $0 % 4 == 3 ? 255 : 0 })
        #expect(try #require(PNGReader.image(black.pngData())) == black)
        #expect(black.pngData().count < 1500)
    }

    @Test func stillIsDeterministic() throws {
        let still = SceneStill(
            phase: .speaking, previous: .thinking, time: 0.15, level: 0.4, spectrum: Face.spectrum, size: Face.small)
        #expect(try Face.image(still.frame()) == Face.image(still.frame()))
    }

    @Test func stillAtTimeZeroShowsThePreviousPhase() throws {
        let start = SceneStill(phase: .speaking, previous: .idle, time: 0, size: Face.small).frame()
        let idle = SceneStill(phase: .idle, time: 0, size: Face.small).frame()
        #expect(try Face.image(start) == Face.image(idle))
    }

    @Test(
        arguments: [
            (SceneBackendRequest.automatic, true, nil, nil, SceneBackend.openGL, "a GPU device exists"),
            (.automatic, false, nil, nil, .software, "no GPU device in /dev/dri"),
            (.automatic, true, "1", nil, .software, "LIBGL_ALWAYS_SOFTWARE is set"),
            (.automatic, true, "0", nil, .openGL, "a GPU device exists"),
            (.automatic, true, nil, "gl-gles,gl-disable", .software, "GDK_DEBUG disables OpenGL"),
            (.openGL, false, "1", nil, .openGL, "asked for"),
            (.software, true, nil, nil, .software, "asked for"),
        ] as [(SceneBackendRequest, Bool, String?, String?, SceneBackend, String)])
    func backendChoiceStatesItsReason(
        request: SceneBackendRequest, hasRenderNode: Bool, softwareGL: String?, debugFlags: String?,
        backend: SceneBackend, reason: String
    ) {
        let choice = SceneBackendChoice.beforeStart(
            request, hasRenderNode: hasRenderNode, softwareGL: softwareGL, debugFlags: debugFlags)
        #expect(choice == SceneBackendChoice(backend: backend, reason: reason))
    }

    @Test func softwareOpenGLIsUsedOnlyOnRequest() {
        let choice = SceneBackendChoice(backend: .openGL, reason: "")
        let pipe = GLContextDescription(version: "4.5", renderer: "llvmpipe (LLVM 15.0.6)", isEmbedded: false)
        #expect(choice.corrected(by: pipe, request: .automatic).backend == .software)
        #expect(choice.corrected(by: pipe, request: .openGL).backend == .openGL)
        let card = GLContextDescription(version: "4.6", renderer: "Mesa Intel(R) UHD", isEmbedded: false)
        #expect(choice.corrected(by: card, request: .automatic).backend == .openGL)
        #expect(choice.corrected(by: card, request: .automatic).reason == "Mesa Intel(R) UHD, OpenGL 4.6")
        #expect(
            choice.corrected(by: pipe, request: .openGL).reason
                == "asked for; drawn by llvmpipe (LLVM 15.0.6), OpenGL 4.5")
        let embedded = GLContextDescription(version: "OpenGL ES 3.2 V@1", renderer: "Adreno", isEmbedded: true)
        #expect(choice.corrected(by: embedded, request: .automatic).reason == "Adreno, OpenGL ES 3.2 V@1")
    }
}

struct DiagnosisTests {
    @Test(arguments: [
        "llvmpipe (LLVM 15.0.6, 256 bits)", "softpipe", "Software Rasterizer", "Google SwiftShader",
    ])
    func softwareRenderersAreRecognized(renderer: String) {
        #expect(GLContextDescription(version: "", renderer: renderer, isEmbedded: false).isSoftware)
    }

    /// Works without a GPU too, through Mesa's software rendering.
    @Test func diagnosisNamesTheRenderer() throws {
        let (choice, context) = SceneBackendChoice.diagnosed(.openGL)
        #expect(choice.backend == .openGL)
        #expect(choice.reason.contains(try #require(context).renderer))
        #expect(SceneBackendChoice.diagnosed(.software).context == nil)
    }

    @Test(arguments: [OffscreenRenderer.Kind.software, .openGL])
    func drawingTimeIsMeasured(kind: OffscreenRenderer.Kind) throws {
        let renderer = try OffscreenRenderer(kind: kind, source: Face.shaders())
        #expect(try renderer.measuredMilliseconds() > 0.05)
    }
}
