// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the blurred scene for all the glass of a window: takes frames as they are shown, a few of them per second, and
// tells the panes behind which something has visibly changed.

import GioKit
import GtkKit
import JarvisVisuals

@MainActor
final class GlassBackdrop {
    /// The widget that the scene fills.
    let field: @MainActor () -> Widget
    /// True while the blur is of the whole window, for a pane that covers it.
    private(set) var isFrozen = false
    let blur = BackdropBlur()

    private var panes: [() -> GlassPane?] = []
    private var lastFrame: SceneFrame?
    private var lastTime = 0.0
    private var lastUpdate = -1.0
    /// A frame has been shown that the glass does not know.
    private var isBehind = false
    private var later: LoopTimer?

    init(field: @escaping @MainActor () -> Widget) {
        self.field = field
    }

    func add(_ pane: GlassPane) { panes.append { [weak pane] in pane } }

    /// Takes a frame that is being shown at `time`, in seconds.
    func take(_ frame: SceneFrame, at time: Double) {
        let isResized = isFrozen || lastFrame.map { $0.size != frame.size } ?? true
        lastFrame = frame
        lastTime = time
        isBehind = true
        let interval = Double(DesignTokens.Glass.refreshMilliseconds) / 1000
        if isResized || time - lastUpdate >= interval { return update(at: time) }
        guard later == nil else { return }
        // This may be the last frame for a long time.
        later = .once(milliseconds: DesignTokens.Glass.settleMilliseconds) { [weak self] in
            guard let self else { return }
            later = nil
            if isBehind, FramePacer.now - lastTime >= interval { update(at: FramePacer.now) }
        }
    }

    private func update(at time: Double) {
        isBehind = false
        lastUpdate = time
        let shown = panes.compactMap { $0() }.filter(\.isShown)
        guard let lastFrame, !shown.isEmpty else { return }
        isFrozen = false
        blur.update(lastFrame, grade: DesignTokens.Glass.grade)
        for pane in shown { pane.follow() }
    }

    /// Blurs the last frame with the layers of a screen over it: what a pane that is about to cover them will show.
    func freeze(_ screen: Widget, layers: [Widget]) {
        guard let lastFrame, screen.isMapped else { return }
        isBehind = false
        isFrozen = true
        blur.update(lastFrame, grade: DesignTokens.Glass.paneGrade) { picture, scale in
            let surface = PixelSurface(
                pixels: picture.pixels, width: picture.width, height: picture.height,
                bytesPerRow: picture.bytesPerRow, scale: scale)
            surface.draw { canvas in
                for layer in layers { canvas.draw(layer, within: screen) }
            }
        }
    }
}
