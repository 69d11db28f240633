// SPDX-License-Identifier: GPL-3.0-or-later
// The monitors of the display. Main thread only.

import CGtk
import GioKit

/// The monitors as the display server describes them.
@MainActor
public enum Screens {
    /// A monitor's place and size in logical pixels.
    public typealias Area = (x: Int, y: Int, width: Int, height: Int)

    /// In the display server's order; empty without a display.
    public static var areas: [Area] {
        guard let display = gdk_display_get_default(), let monitors = gdk_display_get_monitors(display) else { return [] }
        return (0..<g_list_model_get_n_items(monitors)).compactMap { index in
            guard let monitor = g_list_model_get_item(monitors, index) else { return nil }
            defer { g_object_unref(monitor) }
            var area = GdkRectangle()
            gdk_monitor_get_geometry(OpaquePointer(monitor), &area)
            return (Int(area.x), Int(area.y), Int(area.width), Int(area.height))
        }
    }

    /// The width and the height that every monitor has; nil without one.
    public static var smallest: (width: Int, height: Int)? {
        let areas = areas
        guard let width = areas.map(\.width).min(), let height = areas.map(\.height).min(), width > 0, height > 0 else {
            return nil
        }
        return (width, height)
    }
}
