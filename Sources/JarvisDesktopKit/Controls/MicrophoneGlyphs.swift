// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the glyphs of the microphone button around the origin.

import GtkKit

enum MicrophoneGlyphs {
    /// Draws a microphone of this height.
    static func microphone(_ canvas: Canvas, height: Double, isMuted: Bool) {
        let unit = height / 28
        canvas.rectangle(-4.5 * unit, -13 * unit, 9 * unit, 16 * unit, radius: 4.5 * unit)
        canvas.fill()
        canvas.arc(0, -1.5 * unit, 8.5 * unit, from: 0.05 * .pi, to: 0.95 * .pi)
        canvas.stroke(width: 2.2 * unit)
        canvas.move(0, 7.5 * unit)
        canvas.line(0, 12.5 * unit)
        canvas.move(-5 * unit, 12.5 * unit)
        canvas.line(5 * unit, 12.5 * unit)
        canvas.stroke(width: 2.2 * unit)
        guard isMuted else { return }
        canvas.move(-11 * unit, -11 * unit)
        canvas.line(11 * unit, 11 * unit)
        canvas.stroke(width: 2.6 * unit)
    }

    /// Draws a rounded square of this side.
    static func stop(_ canvas: Canvas, side: Double) {
        canvas.rectangle(-side / 2, -side / 2, side, side, radius: 5)
        canvas.fill()
    }

    /// Draws a loudspeaker whose waves have these opacities, from the inside out.
    static func speaker(_ canvas: Canvas, height: Double, waves: [Double], color: Color) {
        let unit = height / 28
        canvas.move(-11 * unit, -4 * unit)
        canvas.line(-6.5 * unit, -4 * unit)
        canvas.line(-1 * unit, -9 * unit)
        canvas.line(-1 * unit, 9 * unit)
        canvas.line(-6.5 * unit, 4 * unit)
        canvas.line(-11 * unit, 4 * unit)
        canvas.fill()
        for (index, opacity) in waves.enumerated() {
            canvas.setColor(color.faded(opacity))
            canvas.arc(0, 0, (4.5 + 4.2 * Double(index)) * unit, from: -0.25 * .pi, to: 0.25 * .pi)
            canvas.stroke(width: 2.2 * unit)
        }
    }

    /// Draws seven tenths of a ring, rotated by a fraction of a turn.
    static func spinner(_ canvas: Canvas, radius: Double, turn: Double) {
        let start = turn * 2 * .pi
        canvas.arc(0, 0, radius, from: start, to: start + 1.4 * .pi)
        canvas.stroke(width: 3)
    }
}
