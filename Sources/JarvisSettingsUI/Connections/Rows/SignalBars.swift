// SPDX-License-Identifier: GPL-3.0-or-later
// A server's speed: bars of growing height, with the milliseconds beside them.

import GtkKit
import JarvisDesktopKit

@MainActor
final class SignalBars {
    let root: Widget

    private let area = DrawingArea(
        width: DesignTokens.Connections.bars.width, height: DesignTokens.Connections.bars.height)
    private let latency = Label(classes: ["connection-latency"])
    private var health = ConnectionHealth.unknown

    init(_ name: String) {
        area.setRole(.meter)
        area.setAccessibleLabel(localized("Speed of %1", name))
        area.align(vertical: .center)
        latency.align(vertical: .center)
        root = Box(.row, spacing: DesignTokens.Panes.rowSpacing, [latency, area])
        root.align(vertical: .center)
        area.onDraw { [weak self] canvas, _, height in self?.draw(canvas, height) }
        show(.unknown)
    }

    func show(_ health: ConnectionHealth) {
        self.health = health
        latency.text = health.latency
        latency.isVisible = !health.latency.isEmpty
        let most = Double(ConnectionHealth.mostBars)
        area.setAccessibleValue(
            Double(health.bars), in: 0...most, text: health.latency.isEmpty ? health.text : health.latency)
        area.queueDraw()
    }

    private func draw(_ canvas: Canvas, _ height: Double) {
        let metrics = DesignTokens.Connections.self
        let text = area.color(named: "text") ?? DesignTokens.Palette.text
        for bar in 0..<ConnectionHealth.mostBars {
            let share = Double(bar) / Double(ConnectionHealth.mostBars - 1)
            let tall = height * (metrics.lowestBar + (1 - metrics.lowestBar) * share)
            canvas.setColor(bar < health.bars ? health.color : text.faded(metrics.unlit))
            canvas.rectangle(
                Double(bar) * (metrics.barWidth + metrics.barGap), height - tall, metrics.barWidth, tall,
                radius: metrics.barWidth / 2)
            canvas.fill()
        }
    }
}
