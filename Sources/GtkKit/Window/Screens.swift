// SPDX-License-Identifier: GPL-3.0-or-later
// The monitors of the display. Main thread only.

import CGtk
import GioKit

/// The monitors as the display server describes them.
@MainActor
public enum Screens {
    /// A monitor's place and size in logical pixels, as far as the display server says so.
    public struct Area: Hashable, Sendable {
        public var x, y, width, height: Int
        /// Pixels per logical pixel, rounded up.
        public var scale: Int

        public init(x: Int, y: Int, width: Int, height: Int, scale: Int) {
            (self.x, self.y, self.width, self.height, self.scale) = (x, y, width, height, scale)
        }
    }

    /// In the display server's order; empty without a display.
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

    /// True where an area may be in pixels instead: GNOME describes its monitors by the one or the other, depending on
    /// a setting that programs are not told.
    public static var areInDoubt: Bool { WaylandDisplay.offers("gtk_shell1") }
}
