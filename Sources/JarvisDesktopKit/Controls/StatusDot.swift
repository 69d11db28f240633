// SPDX-License-Identifier: GPL-3.0-or-later
// The coloured dot of the status line: eight pixels and their glow, rendered once per colour. The pulse changes only
// the opacity.

import Glibc
package import GtkKit

@MainActor
package final class StatusDot {
    static let pulsePeriod = 1.6
    package let root: Widget

    private let area = DrawingArea(
        width: DesignTokens.Size.statusDotArea, height: DesignTokens.Size.statusDotArea)
    private var color = DesignTokens.Palette.neutral
    private var glows = false
    private var opacity = 1.0
    private var picture: (color: Color, scale: Int, glows: Bool, drawn: DrawnPicture)?

    package init() {
        root = area
        root.setRole(.none)
        root.align(horizontal: .center, vertical: .center)
        root.receivesPointer = false
        area.onDraw { [weak self] canvas, _, _ in
            guard let self else { return }
            canvas.paint(current(scale: area.scaleFactor), opacity: opacity)
        }
    }

    /// - Parameter glows: false for a dot that shows inactivity.
    package func show(_ color: Color, glows: Bool) {
        guard color != self.color || glows != self.glows else { return }
        self.color = color
        self.glows = glows
        opacity = 1
        area.queueDraw()
    }

    /// Advances the pulse, which `calm` (0…1) turns into a steady light.
    func pulse(at time: Double, calm: Double = 0) {
        let beat = 0.7 + 0.3 * cos(2 * .pi * time / Self.pulsePeriod)
        let next = beat + (1 - beat) * calm
        guard next != opacity else { return }
        opacity = next
        area.queueDraw()
    }

    private func current(scale: Int) -> DrawnPicture {
        let color = area.themed(color)
        if let picture, picture.color == color, picture.scale == scale, picture.glows == glows { return picture.drawn }
        let side = Double(DesignTokens.Size.statusDotArea)
        let (glows, glow) = (glows, area.isLight ? 0.6 * DesignTokens.Light.discGlow : 0.6)
        let drawn = DrawnPicture(width: side, height: side, scale: scale) { canvas in
            let middle = side / 2
            let radius = DesignTokens.Size.statusDot / 2
            if glows {
                canvas.setRadialGradient(
                    middle, middle, from: radius - 1, to: middle, [(0, color.faded(glow)), (1, color.faded(0))])
                canvas.circle(middle, middle, middle)
                canvas.fill()
            }
            canvas.setColor(color)
            canvas.circle(middle, middle, radius)
            canvas.fill()
        }
        picture = (color, scale, glows, drawn)
        return drawn
    }
}
