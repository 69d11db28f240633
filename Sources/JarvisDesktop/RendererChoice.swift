// SPDX-License-Identifier: GPL-3.0-or-later
// How GTK itself draws: GTK 4.8 takes OpenGL even where OpenGL is a program on the processor, which costs twice the
// memory and repaints the whole window for every changed pixel. It cannot be told but by its environment.

import JarvisPlatform
import JarvisVisuals

enum RendererChoice {
    /// Asks for the cairo renderer where there is no graphics processor, unless the user has chosen otherwise in the
    /// environment. To be called before GTK starts and before there are other threads.
    static func prepare(_ request: SceneBackendRequest) {
        guard SceneBackendChoice.beforeStart(.automatic).backend == .software else { return }
        Environment.setPrivately("GSK_RENDERER", "cairo")
        if request == .openGL {
            // One thread of the rasteriser does it with a third of the wake-ups.
            Environment.setPrivately("LP_NUM_THREADS", "1")
        } else if Environment.value("GSK_RENDERER") == "cairo" {
            // GTK would load the rasteriser and its compiler all the same: 25 MiB, and a third of the first frame's time.
            Environment.setPrivately("GDK_DEBUG", "gl-disable")
        }
    }
}
