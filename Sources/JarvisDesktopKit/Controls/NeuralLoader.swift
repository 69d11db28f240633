// SPDX-License-Identifier: GPL-3.0-or-later
// Shows that JARVIS is loading or processing something. Animates only while visible, and stays still while motion is
// off.

import GioKit
package import GtkKit

@MainActor
package final class NeuralLoader {
    package let root: Widget

    private let area: DrawingArea
    private var time = 0.0
    private var start: Double?
    private var timer: LoopTimer?

    /// - Parameter side: the loader's size in logical pixels; the design's own size unless there is less room.
    package init(side: Int = NeuralLoaderModel.side) {
        area = DrawingArea(width: side, height: side)
        area.addClass("neural-loader")
        area.setRole(.image)
        area.setAccessibleLabel(localized("Working"))
        area.align(horizontal: .center, vertical: .center)
        root = area
        area.onDraw { [weak self] canvas, width, height in self?.draw(canvas, min(width, height)) }
        area.connect("map", after: true) { [weak self] _ in self?.run() }
        area.on("unmap") { [weak self] in self?.timer = nil }
    }

    /// True while the loader requests frames.
    var isMoving: Bool { timer != nil }

    private func run() {
        guard !area.windowHasClass("reduced-motion") else { return area.queueDraw() }
        timer = LoopTimer(milliseconds: DesignTokens.Motion.loaderFrame) { [weak self] in self?.step() ?? false }
    }

    private func step() -> Bool {
        guard !area.windowHasClass("reduced-motion") else {
            timer = nil
            return false
        }
        let now = FramePacer.now
        time = now - (start ?? now)
        if start == nil { start = now }
        area.queueDraw()
        return true
    }

    private func draw(_ canvas: Canvas, _ side: Double) {
        typealias Model = NeuralLoaderModel
        let accents = [
            area.color(named: "cyan") ?? DesignTokens.Palette.cyan,
            area.color(named: "purple") ?? DesignTokens.Palette.purple,
            area.color(named: "orange") ?? DesignTokens.Palette.orange,
        ]
        let accent = Model.accent(at: time)
        let bright = area.isLight ? DesignTokens.Light.text : DesignTokens.Palette.white
        let color = accents[accent.from].mixed(with: accents[accent.to], accent.share)
        canvas.setColor(color.faded(0.32))
        for link in Model.links {
            canvas.move(Model.nodes[link.from].x * side, Model.nodes[link.from].y * side)
            canvas.line(Model.nodes[link.to].x * side, Model.nodes[link.to].y * side)
        }
        canvas.stroke(width: side / 56)
        for (index, node) in Model.nodes.enumerated() {
            let glow = Model.glow(of: index, at: time)
            let (x, y, radius) = (node.x * side, node.y * side, node.radius * side)
            canvas.setRadialGradient(x, y, to: radius * 2.6, [(0, color.faded(0.5 * glow)), (1, color.faded(0))])
            canvas.circle(x, y, radius * 2.6)
            canvas.fill()
            canvas.setColor(color.mixed(with: bright, 0.5 * glow).faded(0.4 + 0.6 * glow))
            canvas.circle(x, y, radius)
            canvas.fill()
        }
        for pulse in Model.pulses(at: time) {
            canvas.setColor(bright.faded(pulse.strength))
            canvas.circle(pulse.x * side, pulse.y * side, side / 34)
            canvas.fill()
        }
    }
}
