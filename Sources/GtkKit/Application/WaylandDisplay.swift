// SPDX-License-Identifier: GPL-3.0-or-later
// Determines the kind of display server, and the protocols of a Wayland compositor. The functions are looked up by name
// in the library that GTK has loaded, because GDK's Wayland header requires Wayland's own headers. Main thread only.

import CGtk
import GioKit
import Glibc

/// The Wayland compositor, if there is one.
@MainActor
public enum WaylandDisplay {
    private typealias Query = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> gboolean
    private typealias Raw = @convention(c) (OpaquePointer) -> UnsafeMutableRawPointer?

    private static let query: Query? =
        dlsym(dlopen(nil, RTLD_NOW), "gdk_wayland_display_query_registry").map { unsafeBitCast($0, to: Query.self) }
    private static let rawOfDisplay: Raw? =
        dlsym(dlopen(nil, RTLD_NOW), "gdk_wayland_display_get_wl_display").map { unsafeBitCast($0, to: Raw.self) }

    /// True if the default display is a Wayland display.
    public static var isInUse: Bool { displayType == "GdkWaylandDisplay" }

    /// GDK's type name of the default display; nil if there is none.
    static var displayType: String? {
        guard let display = gdk_display_get_default() else { return nil }
        let instance = UnsafeMutableRawPointer(display).assumingMemoryBound(to: GTypeInstance.self)
        return String(cString: g_type_name_from_instance(instance))
    }

    private static let rawOfSurface: Raw? =
        dlsym(dlopen(nil, RTLD_NOW), "gdk_wayland_surface_get_wl_surface").map { unsafeBitCast($0, to: Raw.self) }

    /// The `wl_surface` of a GDK surface; nil on other displays.
    static func raw(of surface: OpaquePointer) -> UnsafeMutableRawPointer? {
        isInUse ? rawOfSurface?(surface) : nil
    }

    /// The `wl_display`; nil on other displays.
    static var raw: UnsafeMutableRawPointer? {
        guard isInUse, let display = gdk_display_get_default() else { return nil }
        return rawOfDisplay?(display)
    }

    /// True if the compositor offers the protocol with this name of its global.
    public static func offers(_ global: String) -> Bool {
        guard isInUse, let query, let display = gdk_display_get_default() else { return false }
        return query(display, global) != 0
    }
}
