// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the monitors of the display. Main thread only.

import CGtk
import GioKit

/// The monitors as reported by the display server.
@MainActor
public enum Screens {
    /// The position and size of a monitor; in logical pixels if the display server reports them so.
    public struct Area: Hashable, Sendable {
        public var x, y, width, height: Int
        /// The pixels per logical pixel, rounded up.
        public var scale: Int

        public init(x: Int, y: Int, width: Int, height: Int, scale: Int) {
            (self.x, self.y, self.width, self.height, self.scale) = (x, y, width, height, scale)
        }
    }

    /// The areas of all monitors in the display server's order; empty without a display.
    public static var areas: [Area] {
        guard let display = gdk_display_get_default(), let monitors = gdk_display_get_monitors(display) else {
            return []
        }
        return (0..<g_list_model_get_n_items(monitors)).compactMap { index in
            guard let monitor = g_list_model_get_item(monitors, index) else { return nil }
            defer { g_object_unref(monitor) }
            var area = GdkRectangle()
            gdk_monitor_get_geometry(OpaquePointer(monitor), &area)
            return Area(
                x: Int(area.x), y: Int(area.y), width: Int(area.width), height: Int(area.height),
                scale: max(1, Int(gdk_monitor_get_scale_factor(OpaquePointer(monitor)))))
        }
    }

    /// True if the areas may be in device pixels instead: GNOME reports either, depending on a setting that programs
    /// can't see.
    public static var areInDoubt: Bool { WaylandDisplay.offers("gtk_shell1") }
}
