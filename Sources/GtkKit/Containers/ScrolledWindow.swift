// SPDX-License-Identifier: GPL-3.0-or-later
// Scrolls a widget that is larger than the space it gets.

import CGtk
public import GioKit

/// A view of a child that may be larger than the view.
public final class ScrolledWindow: Widget {
    /// - Parameter label: The name for assistive technology. Tab stops at the view if nothing in it can have the focus.
    ///   Keep it focusable: GTK stops there anyway, and would leave the window without a focus.
    public init(_ child: Widget? = nil, label: String? = nil, horizontal: Bool = false, vertical: Bool = true) {
        super.init(gtk_scrolled_window_new())
        if let label { setAccessibleLabel(label) }
        gtk_scrolled_window_set_policy(
            opaque, horizontal ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER,
            vertical ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER)
        // Hide the bars from screen readers, which move through the content itself; the bars would be controls without
        // a name.
        for bar in [gtk_scrolled_window_get_hscrollbar(opaque), gtk_scrolled_window_get_vscrollbar(opaque)] {
            jarvis_accessible_set_role(bar, GTK_ACCESSIBLE_ROLE_PRESENTATION)
        }
        if let child { setChild(child) }
    }

    /// Wraps a scrolled window that another object owns.
    init(wrapping scroller: UnsafeMutablePointer<GtkWidget>) { super.init(scroller) }

    public func setChild(_ child: Widget?) { gtk_scrolled_window_set_child(opaque, child?.widget) }

    /// Requests the full height of the content, and shows no scroll bar if it gets less; the container has to set the
    /// limit.
    /// - Parameter isWide: True to request the full width, too.
    public func growsWithContent(isWide: Bool = false) {
        gtk_scrolled_window_set_propagate_natural_width(opaque, isWide ? 1 : 0)
        gtk_scrolled_window_set_propagate_natural_height(opaque, 1)
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_EXTERNAL)
    }

    /// The position, the height of the view, and the full height of the content, in logical pixels.
    public var verticalExtent: (value: Double, page: Double, upper: Double) {
        let adjustment = gtk_scrolled_window_get_vadjustment(opaque)
        return (
            gtk_adjustment_get_value(adjustment), gtk_adjustment_get_page_size(adjustment),
            gtk_adjustment_get_upper(adjustment)
        )
    }

    public func scroll(toVertical value: Double) {
        gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(opaque), value)
    }

    /// The adjustment, whose signals "value-changed" and "changed" report scrolling.
    public var verticalAdjustment: GObjectRef {
        // A scrolled window always has an adjustment.
        GObjectRef(retaining: UnsafeMutableRawPointer(gtk_scrolled_window_get_vadjustment(opaque)))
    }
}
