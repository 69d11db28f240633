// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of a window as it is drawn, without asking the display server.

import CGtk

/// Takes pictures of windows.
@MainActor
public enum WindowCapture {
    /// Renders what the window shows now and writes it as PNG.
    /// - Returns: false when the window is not on screen or the file cannot be written.
    public static func savePNG(_ window: Window, to path: String) -> Bool {
        guard let renderer = gtk_native_get_renderer(window.opaque),
            let paintable = gtk_widget_paintable_new(window.widget)
        else { return false }
        defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
        let snapshot = gtk_snapshot_new()
        let (width, height) = (Double(window.width), Double(window.height))
        gdk_paintable_snapshot(paintable, snapshot, width, height)
        guard let node = gtk_snapshot_free_to_node(snapshot) else { return false }
        defer { gsk_render_node_unref(node) }
        guard let texture = gsk_renderer_render_texture(renderer, node, nil) else { return false }
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        return gdk_texture_save_to_png(texture, path) != 0
    }
}
