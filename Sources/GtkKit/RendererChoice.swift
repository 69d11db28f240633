// SPDX-License-Identifier: GPL-3.0-or-later
// Which GSK renderer GTK should use: GTK 4.8 takes OpenGL even where OpenGL is a program on the processor, which
// costs twice the memory and repaints the whole window for every changed pixel.

import CGtk
import Glibc

/// The choice of GSK's renderer, made before GTK starts.
public enum RendererChoice {
    /// True when a graphics processor can be expected: a render node exists and nothing forces software.
    public static func hasGraphicsProcessor() -> Bool {
        guard getenv("LIBGL_ALWAYS_SOFTWARE") == nil, let folder = opendir("/dev/dri") else { return false }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let isRenderNode = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { strncmp($0, "renderD", 7) == 0 }
            }
            if isRenderNode { return true }
        }
        return false
    }

    /// Asks for the cairo renderer where there is no graphics processor, unless the user has chosen one by
    /// `GSK_RENDERER`. To be called before GTK starts and before there are other threads.
    /// - Returns: the renderer that was asked for; nil when GTK decides.
    @discardableResult
    public static func apply() -> String? {
        if let chosen = getenv("GSK_RENDERER") { return String(cString: chosen) }
        guard !hasGraphicsProcessor() else { return nil }
        setenv("GSK_RENDERER", "cairo", 0)
        return "cairo"
    }
}
