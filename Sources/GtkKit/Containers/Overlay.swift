// SPDX-License-Identifier: GPL-3.0-or-later
// Layers widgets over another widget.

import CGtk
import GioKit

/// A main child with layers on top of it.
public final class Overlay: Widget {
    public init(_ child: Widget? = nil) {
        super.init(gtk_overlay_new())
        setRole(.group)
        if let child { setChild(child) }
    }

    public func setChild(_ child: Widget?) { gtk_overlay_set_child(opaque, child?.widget) }

    /// Adds a layer on top. With `isMeasured`, the layer's size counts when the overlay requests space.
    public func addLayer(_ layer: Widget, isMeasured: Bool = false) {
        gtk_overlay_add_overlay(opaque, layer.widget)
        if isMeasured { gtk_overlay_set_measure_overlay(opaque, layer.widget, 1) }
    }

    public func removeLayer(_ layer: Widget) { gtk_overlay_remove_overlay(opaque, layer.widget) }
}
