// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out widgets in a row or a column.

import CGtk
import GioKit

/// A row or a column of children.
public final class Box: Widget {
    public enum Direction { case row, column }

    public init(_ direction: Direction, spacing: Int = 0, _ children: [Widget] = []) {
        let orientation = direction == .row ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL
        super.init(gtk_box_new(orientation, gint(spacing)))
        children.forEach(append)
    }

    public func append(_ child: Widget) { gtk_box_append(pointer(), child.widget) }
    public func remove(_ child: Widget) { gtk_box_remove(pointer(), child.widget) }
    public func prepend(_ child: Widget) { gtk_box_prepend(pointer(), child.widget) }

    /// Moves a child right after another one, or to the start if that is nil; keeps the keyboard focus.
    public func move(_ child: Widget, after sibling: Widget?) {
        gtk_box_reorder_child_after(pointer(), child.widget, sibling?.widget)
    }

    /// Removes every child.
    public func removeAll() {
        while let child = gtk_widget_get_first_child(widget) { gtk_box_remove(pointer(), child) }
    }

    /// True for a column, false for a row.
    public var isColumn: Bool {
        get { gtk_orientable_get_orientation(opaque) == GTK_ORIENTATION_VERTICAL }
        set {
            guard newValue != isColumn else { return }
            gtk_orientable_set_orientation(opaque, newValue ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL)
        }
    }

    public var isHomogeneous: Bool {
        get { gtk_box_get_homogeneous(pointer()) != 0 }
        set { gtk_box_set_homogeneous(pointer(), newValue ? 1 : 0) }
    }
}
