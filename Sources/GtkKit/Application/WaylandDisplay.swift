// SPDX-License-Identifier: GPL-3.0-or-later
// What the display server is, and what a compositor offers. The functions are found by name in the library that GTK
// has opened: GDK's header for Wayland wants Wayland's own. Main thread only.

import CGtk
import GioKit
import Glibc

/// The compositor, where windows are shown by Wayland.
@MainActor
public enum WaylandDisplay {
    private typealias Query = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> gboolean
    private typealias Raw = @convention(c) (OpaquePointer) -> UnsafeMutableRawPointer?

    private static let query: Query? =
        dlsym(dlopen(nil, RTLD_NOW), "gdk_wayland_display_query_registry").map { unsafeBitCast($0, to: Query.self) }
    private static let rawOfDisplay: Raw? =
        dlsym(dlopen(nil, RTLD_NOW), "gdk_wayland_display_get_wl_display").map { unsafeBitCast($0, to: Raw.self) }

    /// True where the open display is one of Wayland's.
    public static var isInUse: Bool { displayType == "GdkWaylandDisplay" }

    /// GDK's name for the kind of the open display; nil without one.
    static var displayType: String? {
        guard let display = gdk_display_get_default() else { return nil }
        let instance = UnsafeMutableRawPointer(display).assumingMemoryBound(to: GTypeInstance.self)
        return String(cString: g_type_name_from_instance(instance))
    }

    private static let rawOfSurface: Raw? =
        dlsym(dlopen(nil, RTLD_NOW), "gdk_wayland_surface_get_wl_surface").map { unsafeBitCast($0, to: Raw.self) }

    /// The `wl_surface` of one of GDK's; nil where the display is another.
    static func raw(of surface: OpaquePointer) -> UnsafeMutableRawPointer? {
        isInUse ? rawOfSurface?(surface) : nil
    }

    /// The `wl_display`; nil where the display is another.
    static var raw: UnsafeMutableRawPointer? {
        guard isInUse, let display = gdk_display_get_default() else { return nil }
        return rawOfDisplay?(display)
    }

    /// True where the compositor offers a protocol, by the name of its global.
    public static func offers(_ global: String) -> Bool {
        guard isInUse, let query, let display = gdk_display_get_default() else { return false }
        return query(display, global) != 0
    }
}
