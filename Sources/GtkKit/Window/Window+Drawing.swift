// SPDX-License-Identifier: GPL-3.0-or-later
// Reports how GTK draws a window, and when it lays it out.

import CGtk
import GioKit

extension Window {
    /// True if GTK draws this window with cairo; known once the window is realized.
    public var isDrawnByCairo: Bool {
        guard let renderer = gtk_native_get_renderer(opaque) else { return false }
        return jarvis_type_of(UnsafeMutableRawPointer(renderer)) == gsk_cairo_renderer_get_type()
    }

    /// True if unpainted parts of the window are transparent, so that it can have rounded corners.
    public var isBlended: Bool { hasClass("csd") }

    /// Calls `handler` after every layout of the window's surface. The window must be realized.
    public func onLayout(_ handler: @escaping @MainActor () -> Void) {
        guard let surface = gtk_native_get_surface(opaque) else { return }
        GObjectRef(retaining: UnsafeMutableRawPointer(surface)).connect("layout", after: true) { _ in handler() }
    }
}
