// SPDX-License-Identifier: GPL-3.0-or-later
// Pixels drawn elsewhere, as something cairo can paint. Make a new one for every frame: GTK records what it paints, and
// cairo refuses to let the pixels of a recorded surface change.

import CGtk

/// A cairo image surface over somebody else's pixels: rows of BGRx, 8 bits each.
@MainActor
public final class PixelSurface {
    let surface: OpaquePointer?

    /// - Parameters:
    ///   - pixels: must stay valid and unchanged for as long as this object lives.
    ///   - width: device pixels, as is `height`.
    ///   - bytesPerRow: a multiple of four.
    ///   - scale: device pixels per logical pixel.
    public init(pixels: UnsafeMutablePointer<UInt8>, width: Int, height: Int, bytesPerRow: Int, scale: Double) {
        surface = cairo_image_surface_create_for_data(
            pixels, CAIRO_FORMAT_RGB24, gint(width), gint(height), gint(bytesPerRow))
        cairo_surface_set_device_scale(surface, scale, scale)
    }

    /// A picture that GTK still holds gets a copy of its own here; the pixels are free to go afterwards.
    isolated deinit {
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
    }
}

extension Canvas {
    /// Copies the surface to the origin, without blending or smoothing.
    @MainActor
    public func copy(_ pixels: PixelSurface) {
        cairo_set_source_surface(context, pixels.surface, 0, 0)
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_FAST)
        cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
        cairo_paint(context)
        cairo_set_operator(context, CAIRO_OPERATOR_OVER)
    }
}
