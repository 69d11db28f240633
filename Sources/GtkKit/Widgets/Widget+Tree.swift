// SPDX-License-Identifier: GPL-3.0-or-later
// Where a widget stands in the tree, and what it can ask of what is round it.

import CGtk
import GioKit

extension Widget {
    /// The widget that holds this one.
    public final var parent: Widget? { gtk_widget_get_parent(widget).map(Widget.init) }

    /// The first of the widgets that this one holds.
    public final var firstChild: Widget? { gtk_widget_get_first_child(widget).map(Widget.init) }

    /// The place of this widget's border box within another widget, in logical pixels.
    public final func bounds(in other: Widget) -> (x: Double, y: Double, width: Double, height: Double)? {
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(widget, other.widget, &bounds) != 0 else { return nil }
        return (
            Double(bounds.origin.x), Double(bounds.origin.y), Double(bounds.size.width), Double(bounds.size.height)
        )
    }

    /// True when the window that holds this widget has the CSS class.
    public final func windowHasClass(_ name: String) -> Bool {
        guard let root = gtk_widget_get_root(widget) else { return false }
        return gtk_widget_has_css_class(UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self), name)
            != 0
    }

    /// The innermost widget at a place of this one that takes pointer events.
    public final func descendant(at x: Double, _ y: Double) -> Widget? {
        gtk_widget_pick(widget, x, y, GTK_PICK_DEFAULT).map(Widget.init)
    }

    /// The button that this widget is, or is part of.
    public final var enclosingButton: Button? {
        var next: UnsafeMutablePointer<GtkWidget>? = widget
        while let candidate = next {
            if jarvis_type_of(candidate) == PaintedType.button { return Button(wrapping: candidate) }
            next = gtk_widget_get_parent(candidate)
        }
        return nil
    }

    /// True when `other` is this widget or holds it.
    public final func isInside(_ other: Widget) -> Bool {
        raw == other.raw || gtk_widget_is_ancestor(widget, other.widget) != 0
    }

    /// True while the pointer is over it.
    public final var isHovered: Bool {
        gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_PRELIGHT.rawValue != 0
    }

    /// True while it is being pressed.
    public final var isPressed: Bool {
        gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_ACTIVE.rawValue != 0
    }

    /// Does what Enter on the widget does.
    @discardableResult
    public final func activate() -> Bool { gtk_widget_activate(widget) != 0 }

    /// Puts a text on the clipboard of the widget's display.
    public final func copyToClipboard(_ text: String) {
        gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), text)
    }
}

extension Label {
    /// Wants the width of the unwrapped text, and wraps only where there is less room.
    public func wantsOneLine() { gtk_label_set_natural_wrap_mode(opaque, GTK_NATURAL_WRAP_NONE) }
}

extension KeyPress {
    /// The keys that open a context menu.
    public var opensMenu: Bool {
        key == Self.menu || (key == UInt32(GDK_KEY_F10) && isShiftDown && !isControlDown && !isAltDown)
    }

    /// The keys that press what has the focus.
    public var activates: Bool {
        [Self.space, UInt32(GDK_KEY_Return), UInt32(GDK_KEY_KP_Enter), UInt32(GDK_KEY_ISO_Enter)].contains(key)
    }

    /// The keys that go to the next control, or back to the one before: true for the next; nil for any other key.
    public var leaves: Bool? {
        guard !isControlDown, !isAltDown else { return nil }
        if key == UInt32(GDK_KEY_ISO_Left_Tab) { return false }
        return key == UInt32(GDK_KEY_Tab) ? !isShiftDown : nil
    }

    /// The keys that copy.
    public var copies: Bool { key == UInt32(GDK_KEY_c) && isControlDown && !isShiftDown && !isAltDown }
}
