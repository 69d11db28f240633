// SPDX-License-Identifier: GPL-3.0-or-later
// Navigates the widget tree, and queries a widget's surroundings and state.

import CGtk
import GioKit

extension Widget {
    /// The widget that contains this one; nil for a window.
    public final var parent: Widget? { gtk_widget_get_parent(widget).map(Widget.init) }

    /// The first child.
    public final var firstChild: Widget? { gtk_widget_get_first_child(widget).map(Widget.init) }

    /// The border box of this widget in the coordinates of another one, in logical pixels; nil if they are not in the
    /// same window.
    public final func bounds(in other: Widget) -> (x: Double, y: Double, width: Double, height: Double)? {
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(widget, other.widget, &bounds) != 0 else { return nil }
        return (
            Double(bounds.origin.x), Double(bounds.origin.y), Double(bounds.size.width), Double(bounds.size.height)
        )
    }

    /// True if this widget's window has the CSS class.
    public final func windowHasClass(_ name: String) -> Bool {
        guard let root = gtk_widget_get_root(widget) else { return false }
        return gtk_widget_has_css_class(UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self), name)
            != 0
    }

    /// The innermost descendant at a position that takes pointer events; nil if there is none.
    public final func descendant(at x: Double, _ y: Double) -> Widget? {
        gtk_widget_pick(widget, x, y, GTK_PICK_DEFAULT).map(Widget.init)
    }

    /// The button that this widget is, or belongs to; nil if there is none.
    public final var enclosingButton: Button? {
        var next: UnsafeMutablePointer<GtkWidget>? = widget
        while let candidate = next {
            if jarvis_type_of(candidate) == PaintedType.button { return Button(wrapping: candidate) }
            next = gtk_widget_get_parent(candidate)
        }
        return nil
    }

    /// True if `other` is this widget or one of its ancestors.
    public final func isInside(_ other: Widget) -> Bool {
        raw == other.raw || gtk_widget_is_ancestor(widget, other.widget) != 0
    }

    /// True while the pointer is over the widget.
    public final var isHovered: Bool {
        gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_PRELIGHT.rawValue != 0
    }

    /// True while the widget is pressed.
    public final var isPressed: Bool {
        gtk_widget_get_state_flags(widget).rawValue & GTK_STATE_FLAG_ACTIVE.rawValue != 0
    }

    /// Activates the widget, as Enter does.
    @discardableResult
    public final func activate() -> Bool { gtk_widget_activate(widget) != 0 }

    /// Activates an action of this widget, its window or the application ("app.mute").
    @discardableResult
    public final func activate(action name: String) -> Bool {
        gtk_widget_activate_action_variant(widget, name, nil) != 0
    }

    /// Copies a text to the clipboard of the widget's display.
    public final func copyToClipboard(_ text: String) {
        gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), text)
    }
}

extension Label {
    /// Requests the width of the unwrapped text, and wraps only if there is less space.
    public func wantsOneLine() { gtk_label_set_natural_wrap_mode(opaque, GTK_NATURAL_WRAP_NONE) }
}

extension KeyPress {
    /// True for the keys that open a context menu.
    public var opensMenu: Bool {
        key == Self.menu || (key == UInt32(GDK_KEY_F10) && isShiftDown && !isControlDown && !isAltDown)
    }

    /// True for the keys that activate the focused widget.
    public var activates: Bool {
        [Self.space, UInt32(GDK_KEY_Return), UInt32(GDK_KEY_KP_Enter), UInt32(GDK_KEY_ISO_Enter)].contains(key)
    }

    /// True for the key that moves to the next control, false for the one that moves back; nil for any other.
    public var leaves: Bool? {
        guard !isControlDown, !isAltDown else { return nil }
        if key == UInt32(GDK_KEY_ISO_Left_Tab) { return false }
        return key == UInt32(GDK_KEY_Tab) ? !isShiftDown : nil
    }

    /// True for the keys that copy.
    public var copies: Bool { key == UInt32(GDK_KEY_c) && isControlDown && !isShiftDown && !isAltDown }
}
