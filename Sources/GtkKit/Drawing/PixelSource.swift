// SPDX-License-Identifier: GPL-3.0-or-later
// Passes pixels that change from frame to frame to cairo as a raster source, which cairo queries when it paints. With
// an ordinary surface, GTK would record a snapshot, and cairo would copy all pixels as soon as they change.

import CGtk
import GioKit

/// A picture that uses another owner's pixels: rows of BGRx, 8 bits each. GTK shows their content at the time of
/// drawing.
@MainActor
public final class PixelSource {
    fileprivate let pixels: SharedPixels

    /// - Parameters:
    ///   - pixels: The pixels, which may change at any time between two drawings.
    ///   - owner: The owner of the pixels, retained while GTK may still draw them.
    ///   - width: The width in device pixels; `height` is in device pixels, too.
    ///   - bytesPerRow: The bytes from one row to the next, a multiple of four.
    ///   - scale: The device pixels per logical pixel.
    public init(
        pixels: UnsafeMutablePointer<UInt8>, owner: AnyObject, width: Int, height: Int, bytesPerRow: Int, scale: Double
    ) {
        let surface = cairo_image_surface_create_for_data(
            pixels, CAIRO_FORMAT_RGB24, gint(width), gint(height), gint(bytesPerRow))
        self.pixels = SharedPixels(
            surface: surface, owner: owner, width: gint(width), height: gint(height), scale: scale)
    }
}

extension Canvas {
    /// Copies the picture to the origin, without blending or smoothing.
    @MainActor
    public func copy(_ source: PixelSource) {
        let pixels = source.pixels
        let pattern = cairo_pattern_create_raster_source(
            Unmanaged.passRetained(pixels).toOpaque(), CAIRO_CONTENT_COLOR, pixels.width, pixels.height)
        cairo_raster_source_pattern_set_acquire(pattern, acquirePixels, releasePixels)
        cairo_raster_source_pattern_set_copy(pattern, copyPattern)
        cairo_raster_source_pattern_set_finish(pattern, finishPattern)
        var matrix = cairo_matrix_t()
        cairo_matrix_init_scale(&matrix, pixels.scale, pixels.scale)
        cairo_pattern_set_matrix(pattern, &matrix)
        cairo_pattern_set_filter(pattern, CAIRO_FILTER_FAST)
        cairo_set_source(context, pattern)
        cairo_pattern_destroy(pattern)
        cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
        cairo_paint(context)
        cairo_set_operator(context, CAIRO_OPERATOR_OVER)
    }
}

/// The pixels of a picture, shared by all of its patterns; each pattern holds a reference.
private final class SharedPixels {
    let surface: OpaquePointer?
    let width, height: gint
    let scale: Double
    private let owner: AnyObject

    init(surface: OpaquePointer?, owner: AnyObject, width: gint, height: gint, scale: Double) {
        self.surface = surface
        self.owner = owner
        self.width = width
        self.height = height
        self.scale = scale
    }

    deinit { cairo_surface_destroy(surface) }
}

private let acquirePixels: cairo_raster_source_acquire_func_t = { _, data, _, _ in
    guard let data else { return nil }
    return cairo_surface_reference(Unmanaged<SharedPixels>.fromOpaque(data).takeUnretainedValue().surface)
}

private let releasePixels: cairo_raster_source_release_func_t = { _, _, surface in cairo_surface_destroy(surface) }

private let copyPattern: cairo_raster_source_copy_func_t = { _, data, _ in
    if let data { _ = Unmanaged<SharedPixels>.fromOpaque(data).retain() }
    return CAIRO_STATUS_SUCCESS
}

private let finishPattern: cairo_raster_source_finish_func_t = { _, data in
    if let data { Unmanaged<SharedPixels>.fromOpaque(data).release() }
}
