// SPDX-License-Identifier: GPL-3.0-or-later
// The little of cairo that the controls need; angles in radians, lengths in logical pixels.

import CGtk
import GioKit

/// A colour with components 0…1, not premultiplied.
public struct Color: Hashable, Sendable {
    public var red, green, blue, alpha: Double

    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// A colour from 0xRRGGBB.
    public init(_ hex: UInt32, alpha: Double = 1) {
        self.init(
            red: Double(hex >> 16 & 255) / 255, green: Double(hex >> 8 & 255) / 255, blue: Double(hex & 255) / 255,
            alpha: alpha)
    }

    /// "#RRGGBB", without the opacity.
    public var hexadecimal: String {
        let digits = [red, green, blue].map { channel in
            let byte = String(UInt8(max(0, min(1, channel)) * 255 + 0.5), radix: 16)
            return byte.count < 2 ? "0" + byte : byte
        }
        return "#" + digits.joined()
    }

    /// The same colour with its opacity multiplied.
    public func faded(_ factor: Double) -> Color {
        Color(red: red, green: green, blue: blue, alpha: alpha * factor)
    }

    /// The colour a share of the way to another.
    public func mixed(with other: Color, _ share: Double) -> Color {
        func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * share }
        return Color(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
            alpha: mix(alpha, other.alpha))
    }
}

/// A cairo context for the length of one drawing call.
public struct Canvas {
    /// The context for C.
    public let context: OpaquePointer

    public func setColor(_ color: Color) {
        cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
    }

    public func paint() { cairo_paint(context) }
    public func fill() { cairo_fill(context) }

    public func stroke(width: Double, isRound: Bool = true) {
        cairo_set_line_width(context, width)
        cairo_set_line_cap(context, isRound ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        cairo_stroke(context)
    }

    /// What follows is drawn inside the path only.
    public func clip() { cairo_clip(context) }
    public func dash(_ lengths: [Double]) { cairo_set_dash(context, lengths, gint(lengths.count), 0) }
    public func move(_ x: Double, _ y: Double) { cairo_move_to(context, x, y) }
    public func line(_ x: Double, _ y: Double) { cairo_line_to(context, x, y) }

    /// Adds a circle as a path of its own.
    public func circle(_ x: Double, _ y: Double, _ radius: Double) {
        cairo_new_sub_path(context)
        cairo_arc(context, x, y, radius, 0, 2 * .pi)
    }

    /// Adds part of a circle as a path of its own.
    public func arc(_ x: Double, _ y: Double, _ radius: Double, from start: Double, to end: Double) {
        cairo_new_sub_path(context)
        cairo_arc(context, x, y, radius, start, end)
    }

    public func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double = 0) {
        guard radius > 0 else { return cairo_rectangle(context, x, y, width, height) }
        let (right, bottom) = (x + width - radius, y + height - radius)
        cairo_new_sub_path(context)
        cairo_arc(context, right, y + radius, radius, -.pi / 2, 0)
        cairo_arc(context, right, bottom, radius, 0, .pi / 2)
        cairo_arc(context, x + radius, bottom, radius, .pi / 2, .pi)
        cairo_arc(context, x + radius, y + radius, radius, .pi, 1.5 * .pi)
        cairo_close_path(context)
    }

    /// Runs `body` and puts the transformation, clip and colour back.
    public func saved(_ body: () -> Void) {
        cairo_save(context)
        body()
        cairo_restore(context)
    }

    public func translate(_ x: Double, _ y: Double) { cairo_translate(context, x, y) }
    public func rotate(_ angle: Double) { cairo_rotate(context, angle) }
    public func scale(_ factor: Double) { cairo_scale(context, factor, factor) }

    /// Colours what follows by a gradient between two circles round one centre; stops are (place 0…1, colour).
    public func setRadialGradient(
        _ x: Double, _ y: Double, from inner: Double = 0, to outer: Double, _ stops: [(Double, Color)]
    ) {
        use(cairo_pattern_create_radial(x, y, inner, x, y, outer), stops)
    }

    /// Colours what follows by a gradient along a line.
    public func setLinearGradient(
        from start: (Double, Double), to end: (Double, Double), _ stops: [(Double, Color)]
    ) {
        use(cairo_pattern_create_linear(start.0, start.1, end.0, end.1), stops)
    }

    private func use(_ pattern: OpaquePointer?, _ stops: [(Double, Color)]) {
        for (place, color) in stops {
            cairo_pattern_add_color_stop_rgba(pattern, place, color.red, color.green, color.blue, color.alpha)
        }
        cairo_set_source(context, pattern)
        cairo_pattern_destroy(pattern)
    }
}
