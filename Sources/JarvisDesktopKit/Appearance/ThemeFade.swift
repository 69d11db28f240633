// SPDX-License-Identifier: GPL-3.0-or-later
// Fades from one theme to the other: a picture of the window as it was lies over it, and vanishes.

package import GtkKit

@MainActor
package final class ThemeFade {
    /// The layer for the picture, above everything else in the window.
    package let layer = DrawingArea()

    private let content: Widget
    private var picture: DrawnPicture?
    private var tick: FrameTick?
    private var start: Double?
    private var opacity = 1.0

    /// - Parameter content: what fills the window, the layer included.
    package init(_ content: Widget) {
        self.content = content
        layer.setRole(.none)
        layer.receivesPointer = false
        layer.isVisible = false
        layer.onDraw { [weak self] canvas, _, _ in
            guard let self, let picture else { return }
            canvas.paint(picture, opacity: opacity)
        }
    }

    /// Keeps the window's present look, and fades it out. Call it before the look changes.
    package func begin() {
        guard content.isMapped, content.width > 0, content.height > 0 else { return }
        picture = DrawnPicture(
            width: Double(content.width), height: Double(content.height), scale: content.scaleFactor
        ) { canvas in
            canvas.draw(content, within: content)
        }
        start = nil
        opacity = 1
        layer.isVisible = true
        tick = FrameTick(content) { [weak self] in self?.step($0) }
    }

    private func step(_ time: Double) {
        let first = start ?? time
        start = first
        opacity = Self.opacity(at: time - first)
        guard opacity <= 0 else { return layer.queueDraw() }
        tick = nil
        picture = nil
        layer.isVisible = false
    }

    /// The old look's share, 1…0, this many seconds after the change: slow at both ends.
    nonisolated static func opacity(at seconds: Double) -> Double {
        let share = min(max(seconds / (Double(DesignTokens.Motion.themeFade) / 1000), 0), 1)
        return 1 - share * share * (3 - 2 * share)
    }
}
