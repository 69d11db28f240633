// SPDX-License-Identifier: GPL-3.0-or-later
// The plainest face, drawn with cairo: for when no renderer of the real one can be had.

import GtkKit
import JarvisCore

final class PlainScene: SceneDrawing {
    let root: Widget
    var onFailure: (@MainActor (String) -> Void)?

    private let area = DrawingArea()
    private var diameter = 400.0
    private var input: SceneInput?

    init() {
        root = area
        area.onDraw { [weak self] canvas, width, height in self?.draw(canvas, width, height) }
    }

    func apply(_ settings: Settings) {}

    func setVisualizerDiameter(_ diameter: Double) { self.diameter = diameter }

    func present(_ input: SceneInput) {
        self.input = input
        area.queueDraw()
    }

    private func draw(_ canvas: Canvas, _ width: Double, _ height: Double) {
        let (x, y) = (width / 2, height / 2)
        let unit = diameter / 400
        let color = PhaseAppearance(input?.phase ?? .idle, isMuted: false).color
        let level = Double(input?.level ?? 0)
        let glow = (120 + 60 * level) * unit
        canvas.setRadialGradient(x, y, to: glow, [(0, color.faded(0.55)), (0.45, color.faded(0.18)), (1, color.faded(0))])
        canvas.circle(x, y, glow)
        canvas.fill()
        for (index, strength) in [0.5, 0.22, 0.12].enumerated() {
            canvas.setColor(color.faded(strength))
            canvas.circle(x, y, (112 + 30 * Double(index)) * unit * (1 + 0.1 * level))
            canvas.stroke(width: 2)
        }
    }
}
