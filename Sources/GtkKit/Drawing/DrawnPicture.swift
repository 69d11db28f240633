// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps a drawing as a picture, to paint it in every frame: gradients and glows cost far more to draw than to copy.

import CGtk
import GioKit

/// A translucent picture; its size is in logical pixels.
@MainActor
public final class DrawnPicture {
    fileprivate let surface: OpaquePointer?

    /// - Parameters:
    ///   - scale: The device pixels per logical pixel.
    ///   - draw: Draws on an empty canvas of this size.
    public init(width: Double, height: Double, scale: Int, draw: (Canvas) -> Void) {
        let factor = Double(max(1, scale))
        surface = cairo_image_surface_create(
            CAIRO_FORMAT_ARGB32, gint((width * factor).rounded(.up)), gint((height * factor).rounded(.up)))
        cairo_surface_set_device_scale(surface, factor, factor)
        guard let context = cairo_create(surface) else { return }
        draw(Canvas(context: context))
        cairo_destroy(context)
        cairo_surface_flush(surface)
    }

    isolated deinit {
        cairo_surface_destroy(surface)
    }
}

extension Canvas {
    /// Paints the picture with its upper left corner at this point.
    @MainActor
    public func paint(_ picture: DrawnPicture, x: Double = 0, y: Double = 0, opacity: Double = 1) {
        guard opacity > 0 else { return }
        cairo_set_source_surface(context, picture.surface, x, y)
        if opacity < 1 { cairo_paint_with_alpha(context, opacity) } else { cairo_paint(context) }
    }
}
