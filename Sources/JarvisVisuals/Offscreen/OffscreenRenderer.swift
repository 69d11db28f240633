// SPDX-License-Identifier: GPL-3.0-or-later
// Draws frames into pictures without a window: with the software renderer, or with OpenGL on a surfaceless context.
// The OpenGL kinds are bound to the thread that made them.

import CEpoxy

/// Renders frames to pictures.
public final class OffscreenRenderer {
    /// The renderers that can draw without a window.
    public enum Kind: Sendable {
        case software
        /// OpenGL 3.3 core, on a surfaceless context.
        case openGL
        /// OpenGL ES 3.0, on a surfaceless context.
        case openGLES
    }

    /// The renderer in use.
    public let kind: Kind
    private let software: SoftwareSceneRenderer
    private let context: SurfacelessContext?
    var renderer: GLSceneRenderer?

    /// Prepares a renderer. Only the OpenGL kinds need `source`; `path` applies to the software renderer.
    public init(
        kind: Kind, source: ShaderSource = ShaderSource(files: [:]), path: SoftwareSceneRenderer.Path = .automatic
    ) throws(GLRendererError) {
        self.kind = kind
        software = SoftwareSceneRenderer(path: path)
        guard kind != .software else {
            context = nil
            renderer = nil
            return
        }
        let context = try SurfacelessContext(isEmbedded: kind == .openGLES)
        self.context = context
        renderer = try GLSceneRenderer(source: source)
    }

    deinit {
        if context?.makeCurrent() == true { renderer?.destroy() }
    }

    /// Describes the OpenGL context; nil for the software renderer.
    public var contextDescription: GLContextDescription? {
        guard context?.makeCurrent() == true else { return nil }
        return .current()
    }

    /// Renders one frame.
    public func image(_ frame: SceneFrame) throws(GLRendererError) -> SceneImage {
        let width = frame.size.pixelWidth
        let height = frame.size.pixelHeight
        guard let context, let renderer else {
            guard let picture = software.draw(frame) else { throw .canvas(width: width, height: height) }
            return SceneImage(picture)
        }
        guard context.makeCurrent() else { throw .noContext(step: "eglMakeCurrent") }
        var buffer: UInt32 = 0
        var texture: UInt32 = 0
        let isComplete = cepoxy_make_canvas(Int32(width), Int32(height), &buffer, &texture) != 0
        defer { cepoxy_delete_canvas(buffer, texture) }
        guard isComplete else { throw .canvas(width: width, height: height) }
        try renderer.draw(frame)
        return Self.read(width: width, height: height)
    }

    private static func read(width: Int, height: Int) -> SceneImage {
        let upsideDown = [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
            cepoxy_read(Int32(width), Int32(height), buffer.baseAddress)
            count = width * height * 4
        }
        var rgba: [UInt8] = []
        rgba.reserveCapacity(upsideDown.count)
        for y in (0..<height).reversed() { rgba += upsideDown[(y * width * 4)..<((y + 1) * width * 4)] }
        for alpha in stride(from: 3, to: rgba.count, by: 4) { rgba[alpha] = 255 }
        return SceneImage(width: width, height: height, rgba: rgba)
    }
}

/// An EGL context without a display server, device or surface.
final class SurfacelessContext {
    private let handle: cepoxy_surfaceless

    init(isEmbedded: Bool) throws(GLRendererError) {
        var handle = cepoxy_surfaceless()
        if let step = cepoxy_open_surfaceless(isEmbedded ? 1 : 0, &handle) {
            throw .noContext(step: String(cString: step))
        }
        self.handle = handle
    }

    deinit { cepoxy_close_surfaceless(handle) }

    func makeCurrent() -> Bool { cepoxy_make_current(handle) != 0 }
}
