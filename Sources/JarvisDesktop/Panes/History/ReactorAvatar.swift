// SPDX-License-Identifier: GPL-3.0-or-later
// JARVIS's face beside its words: a small arc reactor.

import GtkKit

/// A still picture of the reactor.
@MainActor
final class ReactorAvatar {
    let root: DrawingArea

    init(size: Int = DesignTokens.Panes.avatar) {
        root = DrawingArea(width: size, height: size)
        root.setRole(.none)
        root.onDraw { canvas, width, height in
            Self.draw(on: canvas, side: min(width, height))
        }
    }

    private static func draw(on canvas: Canvas, side: Double) {
        let (cyan, centre, radius) = (DesignTokens.Palette.cyan, side / 2, side / 2)
        canvas.circle(centre, centre, radius)
        canvas.setRadialGradient(
            centre, centre, to: radius,
            [
                (0, cyan.faded(0.55)), (0.5, cyan.faded(0.16)), (0.82, DesignTokens.Palette.deepSpace),
                (1, cyan.faded(0.1)),
            ])
        canvas.fill()
        canvas.setColor(cyan)
        canvas.circle(centre, centre, radius * 0.93)
        canvas.stroke(width: radius * 0.09)
        canvas.setColor(cyan.faded(0.75))
        for segment in 0..<10 {
            let start = Double(segment) * .pi / 5
            canvas.arc(centre, centre, radius * 0.66, from: start, to: start + .pi / 5 * 0.66)
            canvas.stroke(width: radius * 0.2, isRound: false)
        }
        canvas.setColor(cyan)
        canvas.circle(centre, centre, radius * 0.38)
        canvas.stroke(width: radius * 0.07)
        canvas.circle(centre, centre, radius * 0.24)
        canvas.setRadialGradient(
            centre, centre, to: radius * 0.24, [(0, DesignTokens.Palette.text), (1, cyan)])
        canvas.fill()
    }
}
