// SPDX-License-Identifier: GPL-3.0-or-later
// Windows whose content covers them although their background does not.

import CGtk

extension Window {
    /// True when GTK draws this window with cairo; known once it is realized.
    public var isDrawnByCairo: Bool {
        guard let renderer = gtk_native_get_renderer(opaque) else { return false }
        return jarvis_type_of(UnsafeMutableRawPointer(renderer)) == gsk_cairo_renderer_get_type()
    }

    /// Tells the compositor that it need not look for what is behind this window. GTK concludes the opposite from a
    /// clear background at every change of size or style, so this has to be said again then.
    public func declareOpaque(_ content: Widget) {
        guard let surface = gtk_native_get_surface(opaque) else { return }
        var (x, y, left, top) = (0.0, 0.0, 0.0, 0.0)
        gtk_native_get_surface_transform(opaque, &x, &y)
        guard gtk_widget_translate_coordinates(content.widget, widget, 0, 0, &left, &top) != 0 else { return }
        // The corners may be round.
        let corner: gint = 16
        let (width, height) = (gint(content.width), gint(content.height))
        var tall = cairo_rectangle_int_t(
            x: gint(x + left) + corner, y: gint(y + top), width: max(0, width - 2 * corner), height: height)
        var wide = cairo_rectangle_int_t(
            x: gint(x + left), y: gint(y + top) + corner, width: width, height: max(0, height - 2 * corner))
        let region = cairo_region_create_rectangle(&tall)
        cairo_region_union_rectangle(region, &wide)
        gdk_surface_set_opaque_region(surface, region)
        cairo_region_destroy(region)
    }

    /// Calls `handler` after every layout of the window's surface, once realized.
    public func onLayout(_ handler: @escaping @MainActor () -> Void) {
        guard let surface = gtk_native_get_surface(opaque) else { return }
        GObjectRef(retaining: UnsafeMutableRawPointer(surface)).connect("layout", after: true) { _ in handler() }
    }
}
