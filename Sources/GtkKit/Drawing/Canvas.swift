// SPDX-License-Identifier: GPL-3.0-or-later
// Wraps the part of cairo that the controls need. Angles are in radians, lengths in logical pixels.

import CGtk
import GioKit

/// A colour with components 0…1, not premultiplied.
public struct Color: Hashable, Sendable {
    public var red, green, blue, alpha: Double

    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// Creates a colour from 0xRRGGBB.
    public init(_ hex: UInt32, alpha: Double = 1) {
        self.init(
            red: Double(hex >> 16 & 255) / 255, green: Double(hex >> 8 & 255) / 255, blue: Double(hex & 255) / 255,
            alpha: alpha)
    }

    /// The colour as "#RRGGBB", without the opacity.
    public var hexadecimal: String {
        let digits = [red, green, blue].map { channel in
            let byte = String(UInt8(max(0, min(1, channel)) * 255 + 0.5), radix: 16)
            return byte.count < 2 ? "0" + byte : byte
        }
        return "#" + digits.joined()
    }

    /// The colour with its opacity multiplied by a factor.
    public func faded(_ factor: Double) -> Color {
        Color(red: red, green: green, blue: blue, alpha: alpha * factor)
    }

    /// This colour mixed with a share of another one, 0…1.
    public func mixed(with other: Color, _ share: Double) -> Color {
        func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * share }
        return Color(
            red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
            alpha: mix(alpha, other.alpha))
    }
}

/// Draws with a cairo context, which is valid during one drawing call.
public struct Canvas {
    /// cairo's own context, for drawing that this type does not cover.
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

    /// Restricts further drawing to the area inside the path.
    public func clip() { cairo_clip(context) }
    public func dash(_ lengths: [Double]) { cairo_set_dash(context, lengths, gint(lengths.count), 0) }
    public func move(_ x: Double, _ y: Double) { cairo_move_to(context, x, y) }
    public func line(_ x: Double, _ y: Double) { cairo_line_to(context, x, y) }

    /// Adds a circle as a separate path.
    public func circle(_ x: Double, _ y: Double, _ radius: Double) {
        cairo_new_sub_path(context)
        cairo_arc(context, x, y, radius, 0, 2 * .pi)
    }

    /// Adds a circular arc as a separate path.
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

    /// Runs `body`, then restores the transform, the clip and the colour.
    public func saved(_ body: () -> Void) {
        cairo_save(context)
        body()
        cairo_restore(context)
    }

    public func translate(_ x: Double, _ y: Double) { cairo_translate(context, x, y) }
    public func rotate(_ angle: Double) { cairo_rotate(context, angle) }
    public func scale(_ factor: Double) { cairo_scale(context, factor, factor) }

    /// Uses a gradient between two concentric circles as the colour; stops are (position 0…1, colour).
    public func setRadialGradient(
        _ x: Double, _ y: Double, from inner: Double = 0, to outer: Double, _ stops: [(Double, Color)]
    ) {
        use(cairo_pattern_create_radial(x, y, inner, x, y, outer), stops)
    }

    /// Uses a linear gradient between two points as the colour; stops are (position 0…1, colour).
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
