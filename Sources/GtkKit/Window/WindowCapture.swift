// SPDX-License-Identifier: GPL-3.0-or-later
// Takes pictures of a window as GTK draws it, without asking the display server.

import CGtk
import GioKit

/// Takes pictures of windows.
@MainActor
public enum WindowCapture {
    /// Renders the current content of the window, and writes it as PNG, in device pixels.
    /// - Returns: False if the window is not on screen, or if the file can't be written.
    public static func savePNG(_ window: Window, to path: String) -> Bool {
        withTexture(of: window) { gdk_texture_save_to_png($0, path) != 0 } ?? false
    }

    /// Renders the current content of the window.
    /// - Returns: Nil if the window is not on screen.
    public static func pixels(of window: Window) -> CapturedPixels? {
        withTexture(of: window) { texture in
            let (width, height) = (Int(gdk_texture_get_width(texture)), Int(gdk_texture_get_height(texture)))
            var bytes = [UInt8](repeating: 0, count: width * height * 4)
            gdk_texture_download(texture, &bytes, gsize(width * 4))
            return CapturedPixels(width: width, height: height, scale: window.scaleFactor, bytes: bytes)
        }
    }

    private static func withTexture<Result>(of window: Window, _ use: (OpaquePointer) -> Result) -> Result? {
        guard let renderer = gtk_native_get_renderer(window.opaque),
            let paintable = gtk_widget_paintable_new(window.widget)
        else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
        let scale = Double(window.scaleFactor)
        // Include the frame that the style gives the window, and not only its content.
        let width = Double(gdk_paintable_get_intrinsic_width(paintable)) * scale
        let height = Double(gdk_paintable_get_intrinsic_height(paintable)) * scale
        let snapshot = gtk_snapshot_new()
        gdk_paintable_snapshot(paintable, snapshot, width, height)
        guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
        defer { gsk_render_node_unref(node) }
        var area = graphene_rect_t()
        graphene_rect_init(&area, 0, 0, Float(width), Float(height))
        guard let texture = gsk_renderer_render_texture(renderer, node, &area) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        return use(texture)
    }
}

/// A picture of a window: rows of four bytes, blue, green, red, alpha (premultiplied).
public struct CapturedPixels: Sendable {
    public var width: Int
    public var height: Int
    /// The device pixels per logical pixel.
    public var scale: Int
    public var bytes: [UInt8]
}
