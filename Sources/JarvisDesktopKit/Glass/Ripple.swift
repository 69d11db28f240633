// SPDX-License-Identifier: GPL-3.0-or-later
// A circle of light that spreads from an activated widget. Depends only on the time since then.

import GtkKit

struct Ripple: Equatable {
    /// The starting point, in logical pixels.
    var x, y: Double
    /// How far the ripple spreads, in logical pixels.
    var reach: Double
    /// When the ripple started, in monotonic seconds.
    var start: Double

    static let duration = Double(DesignTokens.Motion.ripple) / 1000

    /// A ripple that reaches every corner of a rectangle of this size.
    static func filling(width: Double, height: Double, from point: (x: Double, y: Double), at time: Double) -> Ripple {
        let (across, down) = (max(point.x, width - point.x), max(point.y, height - point.y))
        return Ripple(
            x: point.x, y: point.y, reach: (across * across + down * down).squareRoot(), start: time)
    }

    /// 0 at the start, 1 at the end.
    func progress(at time: Double) -> Double { min(max((time - start) / Self.duration, 0), 1) }

    func isOver(at time: Double) -> Bool { time - start >= Self.duration }

    /// The radius, which grows fast at first and slows down towards `reach`.
    func radius(at time: Double) -> Double {
        let rest = 1 - progress(at: time)
        return reach * (1 - rest * rest)
    }

    /// The fraction of the ripple's light that is left.
    func strength(at time: Double) -> Double { 1 - progress(at: time) }

    /// Draws a disc with a soft edge.
    func draw(_ canvas: Canvas, _ color: Color, at time: Double) {
        let radius = max(radius(at: time), 1)
        let light = color.faded(strength(at: time))
        canvas.setRadialGradient(
            x, y, to: radius, [(0, light.faded(0.25)), (0.7, light.faded(0.45)), (0.93, light), (1, light.faded(0))])
        canvas.circle(x, y, radius)
        canvas.fill()
    }
}
