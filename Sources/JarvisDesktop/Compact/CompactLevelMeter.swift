// SPDX-License-Identifier: GPL-3.0-or-later
// The pill's small level meter: recent levels as bars, the newest on the right.

import GtkKit
import JarvisDesktopKit

@MainActor
final class CompactLevelMeter {
    let root: Widget

    private let area = DrawingArea(
        width: DesignTokens.Compact.meterWidth, height: DesignTokens.Compact.meterHeight)
    private var levels = [Double](repeating: 0, count: DesignTokens.Compact.meterBars)
    private var color = DesignTokens.Palette.neutral

    init() {
        root = area
        area.setRole(.none)
        area.align(vertical: .center)
        area.receivesPointer = false
        area.onDraw { [weak self] canvas, width, height in self?.draw(canvas, width, height) }
    }

    /// - Parameter level: 0…1.
    func add(_ level: Float, _ color: Color) {
        levels.removeFirst()
        levels.append(Double(min(max(level, 0), 1)))
        self.color = color
        area.queueDraw()
    }

    func clear() {
        guard levels.contains(where: { $0 > 0 }) else { return }
        levels = levels.map { _ in 0 }
        area.queueDraw()
    }

    private func draw(_ canvas: Canvas, _ width: Double, _ height: Double) {
        let bar = DesignTokens.Compact.meterBarWidth
        let step = (width - bar) / Double(levels.count - 1)
        canvas.setColor(area.themed(color))
        for (index, level) in levels.enumerated() {
            let tall = max(bar, level * height)
            canvas.rectangle(Double(index) * step, (height - tall) / 2, bar, tall, radius: bar / 2)
        }
        canvas.fill()
    }
}
