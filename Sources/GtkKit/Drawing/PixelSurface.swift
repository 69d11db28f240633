// SPDX-License-Identifier: GPL-3.0-or-later
// Makes pixels that other code has drawn available to cairo. Create a new surface for every frame: GTK records what it
// paints, and cairo does not allow the pixels of a recorded surface to change.

import CGtk
import GioKit

/// A cairo image surface that uses another owner's pixels: rows of BGRx or premultiplied BGRA, 8 bits each.
@MainActor
public final class PixelSurface {
    let surface: OpaquePointer?
    /// The owner of the pixels, released after the surface.
    private let owner: AnyObject?

    /// - Parameters:
    ///   - pixels: The pixels, which must stay valid and unchanged while this object exists.
    ///   - width: The width in device pixels; `height` is in device pixels, too.
    ///   - bytesPerRow: The bytes from one row to the next, a multiple of four.
    ///   - scale: The device pixels per logical pixel.
    ///   - hasAlpha: False to treat every pixel as opaque.
    ///   - owner: Keeps the pixels in memory, if nothing else does.
    public init(
        pixels: UnsafeMutablePointer<UInt8>, width: Int, height: Int, bytesPerRow: Int, scale: Double,
        hasAlpha: Bool = false, owner: AnyObject? = nil
    ) {
        self.owner = owner
        surface = cairo_image_surface_create_for_data(
            pixels, hasAlpha ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24, gint(width), gint(height), gint(bytesPerRow))
        cairo_surface_set_device_scale(surface, scale, scale)
    }

    /// Gives GTK its own copy of the picture if it still holds one, so the pixels can be freed.
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

    /// Blends the surface over the existing content, scaled to this size in logical pixels.
    @MainActor
    public func blend(_ pixels: PixelSurface, width: Double, height: Double) {
        var (across, down) = (1.0, 1.0)
        cairo_surface_get_device_scale(pixels.surface, &across, &down)
        let stretch = (
            x: width * across / Double(max(cairo_image_surface_get_width(pixels.surface), 1)),
            y: height * down / Double(max(cairo_image_surface_get_height(pixels.surface), 1))
        )
        let isExact = abs(stretch.x - 1) < 0.001 && abs(stretch.y - 1) < 0.001
        cairo_save(context)
        if !isExact { cairo_scale(context, stretch.x, stretch.y) }
        cairo_set_source_surface(context, pixels.surface, 0, 0)
        cairo_pattern_set_filter(cairo_get_source(context), isExact ? CAIRO_FILTER_FAST : CAIRO_FILTER_BILINEAR)
        cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        cairo_rectangle(context, 0, 0, width / stretch.x, height / stretch.y)
        cairo_fill(context)
        cairo_restore(context)
    }

    /// Draws a widget's current content at its position within another widget.
    @MainActor
    public func draw(_ widget: Widget, within other: Widget) {
        var (x, y) = (0.0, 0.0)
        guard widget.isMapped, gtk_widget_translate_coordinates(widget.widget, other.widget, 0, 0, &x, &y) != 0,
            let paintable = gtk_widget_paintable_new(widget.widget)
        else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
        let snapshot = gtk_snapshot_new()
        gdk_paintable_snapshot(paintable, snapshot, Double(widget.width), Double(widget.height))
        guard let node = gtk_snapshot_free_to_node(snapshot) else { return }
        defer { gsk_render_node_unref(node) }
        saved {
            translate(x, y)
            gsk_render_node_draw(node, context)
        }
    }
}

extension PixelSurface {
    /// Runs `body` with a canvas that draws on the pixels.
    public func draw(_ body: (Canvas) -> Void) {
        guard let context = cairo_create(surface) else { return }
        defer { cairo_destroy(context) }
        body(Canvas(context: context))
        cairo_surface_flush(surface)
    }
}
