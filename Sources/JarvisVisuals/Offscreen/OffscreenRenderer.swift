// SPDX-License-Identifier: GPL-3.0-or-later
// Draws frames into pictures without a window: by the software renderer, or by OpenGL on a context without a surface.
// The OpenGL kind stays on the thread that made it.

import CEpoxy

/// Draws pictures of frames.
public final class OffscreenRenderer {
    /// Who draws.
    public enum Kind: Sendable {
        case software
        /// OpenGL 3.3 core.
        case openGL
        /// OpenGL ES 3.0.
        case openGLES
    }

    /// Who draws here.
    public let kind: Kind
    private let software: SoftwareSceneRenderer
    private let context: SurfacelessContext?
    var renderer: GLSceneRenderer?

    /// Prepares a renderer; `source` is needed by the OpenGL kinds only, `path` is the software renderer's.
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

    /// What OpenGL draws with; nil for the software renderer.
    public var contextDescription: GLContextDescription? {
        guard context?.makeCurrent() == true else { return nil }
        return .current()
    }

    /// The picture of one frame.
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

/// An EGL context without display server, device or surface.
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
