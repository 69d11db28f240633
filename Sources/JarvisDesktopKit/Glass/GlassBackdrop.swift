// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the blurred scene for all glass in a window. Blurs a few of the frames shown each second, and notifies the
// panes behind which something has visibly changed.

import GioKit
package import GtkKit
package import JarvisVisuals

@MainActor
package final class GlassBackdrop {
    /// The widget that the scene fills.
    let field: @MainActor () -> Widget
    /// True while the blur holds the whole window, for a pane that covers it.
    private(set) var isFrozen = false
    let blur = BackdropBlur()

    private var panes: [() -> GlassPane?] = []
    private var lastFrame: SceneFrame?
    private var lastTime = 0.0
    private var lastUpdate = -1.0
    /// True if a frame was shown that the blur doesn't have yet.
    private var isBehind = false
    private var later: LoopTimer?

    package init(field: @escaping @MainActor () -> Widget) {
        self.field = field
    }

    func add(_ pane: GlassPane) { panes.append { [weak pane] in pane } }

    /// Receives a frame that is shown at `time`, in seconds. While the scene is calm, its light changes slowly.
    package func take(_ frame: SceneFrame, at time: Double, isCalm: Bool = false) {
        let isResized = isFrozen || lastFrame.map { $0.size != frame.size } ?? true
        lastFrame = frame
        lastTime = time
        isBehind = true
        let milliseconds = isCalm ? DesignTokens.Glass.calmMilliseconds : DesignTokens.Glass.refreshMilliseconds
        let interval = Double(milliseconds) / 1000
        if isResized || time - lastUpdate >= interval { return update(at: time) }
        guard later == nil, !isCalm else { return }
        // This frame may be the last one for a long time, so blur it later.
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

    /// Blurs the last frame together with the layers of a screen, for a pane that is about to cover them.
    package func freeze(_ screen: Widget, layers: [Widget]) {
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
