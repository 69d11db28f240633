// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures: the PNG file, stills, and the choice of a renderer.

import Testing

@testable import JarvisVisuals

struct OffscreenTests {
    @Test func pngHoldsEveryPixel() throws {
        let image = try Face.image(Face.still(.speaking))
        let decoded = try #require(SmallPNG.decode(image.pngData()))
        #expect(decoded.width == image.width && decoded.height == image.height)
        var same = true
        for index in 0..<(image.width * image.height) {
            for channel in 0..<3 where image.rgba[index * 4 + channel] != decoded.rgb[index * 3 + channel] {
                same = false
            }
        }
        #expect(same)
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
    func backendIsChosenForAReason(
        request: SceneBackendRequest, hasRenderNode: Bool, softwareGL: String?, debugFlags: String?,
        backend: SceneBackend, reason: String
    ) {
        let choice = SceneBackendChoice.beforeStart(
            request, hasRenderNode: hasRenderNode, softwareGL: softwareGL, debugFlags: debugFlags)
        #expect(choice == SceneBackendChoice(backend: backend, reason: reason))
    }

    @Test func softwareRasteriserBehindOpenGLIsNotUsed() {
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

struct SceneFieldTests {
    private static let card = GLContextDescription(version: "4.6", renderer: "Mesa Intel(R) UHD", isEmbedded: false)
    private static let pipe = GLContextDescription(version: "4.5", renderer: "llvmpipe", isEmbedded: false)

    @Test(
        arguments: [
            (.openGL, card, true, .wholeWindow), (.openGL, card, false, .wholeWindow), (.openGL, pipe, true, .square),
            (.openGL, pipe, false, .square), (.openGL, nil, true, .wholeWindow), (.openGL, nil, false, .square),
            (.software, card, true, .square), (.software, nil, true, .square), (.software, nil, false, .square),
        ] as [(SceneBackend, GLContextDescription?, Bool, SceneField)])
    func onlyAGraphicsProcessorFillsTheWindow(
        backend: SceneBackend, context: GLContextDescription?, hasGPU: Bool, expected: SceneField
    ) {
        #expect(SceneField.field(for: backend, context: context, hasGPU: hasGPU) == expected)
    }

    @Test func theSquareIsBoundedAndEven() {
        for (width, height, side) in [(1000.0, 700.0, 640.0), (481, 640, 480), (3840, 2160, 640), (3, 700, 16)] {
            #expect(
                SceneField.square.size(windowWidth: width, windowHeight: height) == SceneSize(width: side, height: side)
            )
        }
        #expect(
            SceneField.wholeWindow.size(windowWidth: 3840, windowHeight: 2160) == SceneSize(width: 3840, height: 2160))
        #expect(SceneField.wholeWindow.size(windowWidth: 0, windowHeight: 0) == SceneSize(width: 16, height: 16))
    }

    @Test(arguments: [
        "llvmpipe (LLVM 15.0.6, 256 bits)", "softpipe", "Software Rasterizer", "Google SwiftShader",
    ])
    func programsThatDrawAreKnown(renderer: String) {
        #expect(GLContextDescription(version: "", renderer: renderer, isEmbedded: false).isSoftware)
    }

    /// There is no graphics processor where the tests run, but Mesa's own drawing is asked all the same.
    @Test func aDiagnosisNamesWhoDraws() throws {
        let (choice, context) = SceneBackendChoice.diagnosed(.openGL)
        #expect(choice.backend == .openGL)
        #expect(choice.reason.contains(try #require(context).renderer))
        #expect(SceneBackendChoice.diagnosed(.software).context == nil)
    }
}

/// Reads the PNG files that SceneImage writes: 8-bit RGB, one deflate block with fixed codes, filter "up".
private enum SmallPNG {
    static func decode(_ data: [UInt8]) -> (width: Int, height: Int, rgb: [UInt8])? {
        guard data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
        func number(_ at: Int) -> Int { data[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) } }
        var at = 8
        var size = (width: 0, height: 0)
        var stream: [UInt8] = []
        while at + 12 <= data.count {
            let length = number(at)
            let content = data[(at + 8)..<(at + 8 + length)]
            switch String(decoding: data[(at + 4)..<(at + 8)], as: UTF8.self) {
            case "IHDR": size = (number(at + 8), number(at + 12))
            case "IDAT": stream += content
            default: break
            }
            at += 12 + length
        }
        var rows = inflate(Array(stream.dropFirst(2)))
        let stride = size.width * 3 + 1
        guard rows.count == stride * size.height else { return nil }
        for index in stride..<rows.count where index % stride != 0 { rows[index] &+= rows[index - stride] }
        return (size.width, size.height, rows.enumerated().filter { $0.offset % stride != 0 }.map(\.element))
    }

    private static func inflate(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        var bit = 3
        func next() -> Int {
            defer { bit += 1 }
            return Int(bytes[bit >> 3] >> UInt8(bit & 7) & 1)
        }
        func plain(_ count: Int) -> Int { (0..<count).reduce(0) { $0 | next() << $1 } }
        while true {
            var code = (0..<7).reduce(0) { value, _ in value << 1 | next() }
            var symbol = code + 256
            if code > 0b0010111 {
                code = code << 1 | next()
                if code < 0xC0 {
                    symbol = code - 0x30
                } else if code < 0xC8 {
                    symbol = code - 0xC0 + 280
                } else {
                    symbol = (code << 1 | next()) - 0x190 + 144
                }
            }
            if symbol < 256 {
                out.append(UInt8(symbol))
                continue
            }
            if symbol == 256 { return out }
            let index = symbol - 257
            let extra = index < 8 || index == 28 ? 0 : (index - 4) / 4
            let base = index < 8 ? index + 3 : index == 28 ? 258 : (4 + index % 4) << extra + 3
            let length = base + plain(extra)
            _ = plain(5)
            guard let last = out.last else { return out }
            out += [UInt8](repeating: last, count: length)
        }
    }
}
