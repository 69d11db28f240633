// SPDX-License-Identifier: GPL-3.0-or-later
// Describes the OpenGL context, for logs and `jarvis doctor`.

import CEpoxy

/// A context's version and renderer, as OpenGL reports them.
public struct GLContextDescription: Hashable, Sendable {
    /// OpenGL's version, from `GL_VERSION`.
    public var version: String
    /// The name of the GPU or of the software renderer, from `GL_RENDERER`.
    public var renderer: String
    /// True for OpenGL ES.
    public var isEmbedded: Bool

    /// Queries the current context.
    public static func current() -> GLContextDescription {
        GLContextDescription(
            version: cepoxy_version().map { String(cString: $0) } ?? "",
            renderer: cepoxy_renderer().map { String(cString: $0) } ?? "", isEmbedded: cepoxy_is_embedded() != 0)
    }

    /// Queries a temporary context without a window, which takes some tens of milliseconds. The window's own may
    /// differ on machines with several GPUs.
    public static func probe() throws(GLRendererError) -> GLContextDescription {
        let context = try SurfacelessContext(isEmbedded: false)
        defer { withExtendedLifetime(context) {} }
        return current()
    }

    /// True if OpenGL renders on the CPU.
    public var isSoftware: Bool {
        let name = renderer.lowercased()
        return ["llvmpipe", "softpipe", "swrast", "software rasterizer", "swiftshader"].contains(where: name.contains)
    }
}
