// SPDX-License-Identifier: GPL-3.0-or-later
// JARVIS's portrait: a small arc reactor that breathes, and that pulses while JARVIS speaks.

import Glibc
package import GtkKit

@MainActor
package final class ArcReactorAvatar {
    package let root: Widget

    /// True while the portrait pulses.
    package var isPulsing = false {
        didSet {
            guard isPulsing != oldValue else { return }
            scale = 1
            area.queueDraw()
        }
    }

    /// True while the portrait breathes; pulsing takes precedence.
    package var isBreathing = false {
        didSet {
            guard isBreathing != oldValue, !isPulsing else { return }
            scale = 1
            area.queueDraw()
        }
    }

    /// The first accent of the theme.
    package var accent = DesignTokens.Palette.cyan {
        didSet { if accent != oldValue { area.queueDraw() } }
    }

    /// The least change of scale that is visible: about a fifth of a pixel at the rim.
    private static let visibleStep = 0.01
    private let area: DrawingArea
    private var scale = 1.0

    /// - Parameter diameter: the widget's diameter in logical pixels.
    package init(diameter: Int = DesignTokens.Size.avatar) {
        area = DrawingArea(width: diameter, height: diameter)
        root = area
        root.align(horizontal: .center, vertical: .center)
        root.setRole(.none)
        area.onDraw { [weak self] canvas, width, height in
            guard let self else { return }
            Self.draw(
                canvas, width, height, scale: scale, accent: area.color(named: "cyan") ?? accent,
                core: area.themed(DesignTokens.Palette.reactorCore))
        }
    }

    /// Advances the animation: pulsing scales from 1.0 to 1.08 and back once a second, breathing every four seconds.
    package func advance(to time: Double) {
        guard isPulsing || isBreathing else { return }
        let period: Double = isPulsing ? 1 : 4
        let next = 1 + 0.04 * (1 - cos(2 * .pi * time / period))
        // Each redraw enlarges the area that GTK repaints, so skip steps that are too small to see.
        guard abs(next - scale) >= Self.visibleStep else { return }
        scale = next
        area.queueDraw()
    }

    private static func draw(
        _ canvas: Canvas, _ width: Double, _ height: Double, scale: Double, accent: Color, core: Color
    ) {
        let (x, y) = (width / 2, height / 2)
        let radius = (min(width, height) / 2 - 4) * scale / 1.08
        canvas.setRadialGradient(
            x, y, to: radius * 1.15, [(0, accent.faded(0.5)), (0.6, accent.faded(0.14)), (1, accent.faded(0))])
        canvas.circle(x, y, radius * 1.15)
        canvas.fill()
        canvas.setColor(accent)
        canvas.circle(x, y, radius - 1.5)
        canvas.stroke(width: 3)
        canvas.setColor(accent.faded(0.75))
        for segment in 0..<10 {
            let start = (Double(segment) + 0.14) / 10 * 2 * .pi
            canvas.arc(x, y, radius * 0.66, from: start, to: start + 0.72 / 10 * 2 * .pi)
            canvas.stroke(width: radius * 0.16, isRound: false)
        }
        canvas.setColor(core)
        canvas.circle(x, y, radius * 0.3)
        canvas.fill()
        canvas.setColor(accent)
        canvas.circle(x, y, radius * 0.42)
        canvas.stroke(width: 1.2)
    }
}
