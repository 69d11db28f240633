// SPDX-License-Identifier: GPL-3.0-or-later
// Which GSK renderer GTK uses: GTK 4.8 takes OpenGL even where OpenGL is a program on the processor, which costs twice
// the memory and repaints the whole window for every changed pixel.

import CGtk
import Glibc

/// The choice of GSK's renderer, made before GTK starts.
public enum RendererChoice {
    /// Asks for the cairo renderer, and for one thread in software OpenGL, unless the user has chosen otherwise in the
    /// environment. To be called before GTK starts and before there are other threads.
    /// - Returns: the renderer that GTK is told to use.
    @discardableResult
    public static func preferSoftware() -> String {
        setenv("LP_NUM_THREADS", "1", 0)
        setenv("GSK_RENDERER", "cairo", 0)
        return getenv("GSK_RENDERER").map { String(cString: $0) } ?? "cairo"
    }
}
