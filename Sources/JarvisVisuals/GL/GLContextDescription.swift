// SPDX-License-Identifier: GPL-3.0-or-later
// What OpenGL says about itself.

import CEpoxy

/// The description of a context, for logs and `jarvis doctor`.
public struct GLContextDescription: Hashable, Sendable {
    /// `GL_VERSION`.
    public var version: String
    /// `GL_RENDERER`.
    public var renderer: String
    /// True for OpenGL ES.
    public var isEmbedded: Bool

    /// Asks the current context.
    public static func current() -> GLContextDescription {
        GLContextDescription(
            version: cepoxy_version().map { String(cString: $0) } ?? "",
            renderer: cepoxy_renderer().map { String(cString: $0) } ?? "", isEmbedded: cepoxy_is_embedded() != 0)
    }

    /// Asks a context without a window, made for the purpose: some tens of milliseconds. The window's own may differ,
    /// where a machine has several graphics processors.
    public static func probe() throws(GLRendererError) -> GLContextDescription {
        let context = try SurfacelessContext(isEmbedded: false)
        defer { withExtendedLifetime(context) {} }
        return current()
    }

    /// True when a program on the processor draws in place of a graphics processor.
    public var isSoftware: Bool {
        let name = renderer.lowercased()
        return ["llvmpipe", "softpipe", "swrast", "software rasterizer", "swiftshader"].contains(where: name.contains)
    }
}
