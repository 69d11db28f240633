// SPDX-License-Identifier: GPL-3.0-or-later
// Thirty bars of recent loudness. While motion is off, the bars stand still and light up from the left with the current
// level.

package import GtkKit

@MainActor
package final class LevelStrip {
    package let root: Widget

    private let area: DrawingArea
    private var history = LevelHistory()
    /// The newest reading.
    private var level = 0.0
    private var isStill = false

    package init() {
        let metrics = DesignTokens.Meter.self
        let width = Double(metrics.bars) * (metrics.barWidth + metrics.barGap) - metrics.barGap
        area = DrawingArea(width: Int(width), height: Int(metrics.height))
        root = area
        root.align(horizontal: .center, vertical: .center)
        root.receivesPointer = false
        root.setRole(.meter)
        root.setAccessibleLabel(localized("Microphone level"))
        area.onDraw { [weak self] canvas, _, height in self?.draw(canvas, height) }
    }

    /// Clears the history.
    package func clear() {
        history = LevelHistory()
        level = 0
        area.queueDraw()
    }

    package func add(_ level: Double, at time: Double, isStill: Bool) {
        let hasNewBars = history.add(level, at: time)
        let hasChanged = isStill ? level != self.level : hasNewBars
        self.level = level
        if hasChanged || isStill != self.isStill { area.queueDraw() }
        self.isStill = isStill
    }

    /// Reports the newest reading to assistive technology.
    package func report() {
        root.setAccessibleValue(level, in: 0...1, text: "\(Int((level * 100).rounded())) %")
    }

    private func draw(_ canvas: Canvas, _ height: Double) {
        let metrics = DesignTokens.Meter.self
        for (index, bar) in history.bars.enumerated() {
            let place = (Double(index) + 0.5) / Double(metrics.bars)
            let tall = isStill ? metrics.stillBar : metrics.leastBar + (metrics.height - metrics.leastBar) * bar
            let color = LevelHistory.color(isStill ? place : bar, isLight: area.isLight)
            canvas.setColor(isStill && place > level ? color.faded(metrics.unlit) : color)
            canvas.rectangle(
                Double(index) * (metrics.barWidth + metrics.barGap), (height - tall) / 2, metrics.barWidth, tall,
                radius: metrics.barWidth / 2)
            canvas.fill()
        }
    }
}
