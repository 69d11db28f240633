// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of a window as it is drawn, without asking the display server.

import CGtk

/// Takes pictures of windows.
@MainActor
public enum WindowCapture {
    /// Renders what the window shows now and writes it as PNG.
    /// - Returns: false when the window is not on screen or the file cannot be written.
    public static func savePNG(_ window: Window, to path: String) -> Bool {
        withTexture(window) { gdk_texture_save_to_png($0, path) != 0 } ?? false
    }

    /// Renders what the window shows now, one picture pixel for each logical one: rows of blue, green, red and alpha,
    /// 8 bits each, without padding. Nil when the window is not on screen.
    public static func pixels(_ window: Window) -> (width: Int, height: Int, bytes: [UInt8])? {
        withTexture(window) { texture in
            let width = Int(gdk_texture_get_width(texture))
            let height = Int(gdk_texture_get_height(texture))
            var bytes = [UInt8](repeating: 0, count: width * height * 4)
            gdk_texture_download(texture, &bytes, gsize(width * 4))
            return (width, height, bytes)
        }
    }

    private static func withTexture<R>(_ window: Window, _ body: (OpaquePointer) -> R) -> R? {
        guard let renderer = gtk_native_get_renderer(window.opaque),
            let paintable = gtk_widget_paintable_new(window.widget)
        else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
        let snapshot = gtk_snapshot_new()
        let (width, height) = (Double(window.width), Double(window.height))
        gdk_paintable_snapshot(paintable, snapshot, width, height)
        guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
        defer { gsk_render_node_unref(node) }
        guard let texture = gsk_renderer_render_texture(renderer, node, nil) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        return body(texture)
    }
}
