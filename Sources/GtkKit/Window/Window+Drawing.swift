// SPDX-License-Identifier: GPL-3.0-or-later
// How GTK draws a window, and when it has laid it out.

import CGtk
import GioKit

extension Window {
    /// True when GTK draws this window with cairo; known once it is realized.
    public var isDrawnByCairo: Bool {
        guard let renderer = gtk_native_get_renderer(opaque) else { return false }
        return jarvis_type_of(UnsafeMutableRawPointer(renderer)) == gsk_cairo_renderer_get_type()
    }

    /// True when what is behind the window shows through where it draws nothing: it may have round corners then.
    public var isBlended: Bool { hasClass("csd") }

    /// Calls `handler` after every layout of the window's surface, once realized.
    public func onLayout(_ handler: @escaping @MainActor () -> Void) {
        guard let surface = gtk_native_get_surface(opaque) else { return }
        GObjectRef(retaining: UnsafeMutableRawPointer(surface)).connect("layout", after: true) { _ in handler() }
    }
}
