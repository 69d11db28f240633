// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses GTK's own renderer. GTK 4.8 uses OpenGL even if that is emulated on the processor, which costs twice the
// memory and repaints the whole window for every changed pixel. Only environment variables can change that.

import JarvisPlatform
import JarvisVisuals

enum RendererChoice {
    /// Selects the cairo renderer if there is no graphics processor, unless the user has chosen a renderer in the
    /// environment. Call it before GTK starts and before other threads exist.
    static func prepare(_ request: SceneBackendRequest) {
        guard SceneBackendChoice.beforeStart(.automatic).backend == .software else { return }
        Environment.setPrivately("GSK_RENDERER", "cairo")
        if request == .openGL {
            // With one thread, the software rasterizer does the same work with a third of the wake-ups.
            Environment.setPrivately("LP_NUM_THREADS", "1")
        } else if Environment.value("GSK_RENDERER") == "cairo" {
            // Otherwise GTK would still load the rasterizer and its compiler: 25 MiB, and a third of the first frame's
            // time.
            Environment.setPrivately("GDK_DEBUG", "gl-disable")
        }
    }
}
