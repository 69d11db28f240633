// SPDX-License-Identifier: GPL-3.0-or-later
// Widgets that hold others.

import CGtk
public import GioKit

/// Children in a row or column.
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

    /// Removes every child.
    public func removeAll() {
        while let child = gtk_widget_get_first_child(widget) { gtk_box_remove(pointer(), child) }
    }

    /// True stacks the children, false lines them up.
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

/// Layers over one main child.
public final class Overlay: Widget {
    public init(_ child: Widget? = nil) {
        super.init(gtk_overlay_new())
        setRole(.group)
        if let child { setChild(child) }
    }

    public func setChild(_ child: Widget?) { gtk_overlay_set_child(opaque, child?.widget) }

    /// Adds a layer on top; `isMeasured` lets it claim room.
    public func addLayer(_ layer: Widget, isMeasured: Bool = false) {
        gtk_overlay_add_overlay(opaque, layer.widget)
        if isMeasured { gtk_overlay_set_measure_overlay(opaque, layer.widget, 1) }
    }

    public func removeLayer(_ layer: Widget) { gtk_overlay_remove_overlay(opaque, layer.widget) }
}

/// Children of which one is seen; another fades in over it.
public final class Stack: Widget {
    public init(crossfadeMilliseconds: Int) {
        super.init(gtk_stack_new())
        gtk_stack_set_transition_type(opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
        gtk_stack_set_transition_duration(opaque, guint(crossfadeMilliseconds))
    }

    public func add(_ child: Widget) { gtk_stack_add_child(opaque, child.widget) }
    public func show(_ child: Widget) { gtk_stack_set_visible_child(opaque, child.widget) }
}

/// Slides or fades its child in and out.
public final class Revealer: Widget {
    public enum Transition { case none, fade, slideUp, slideDown, slideLeft, slideRight }

    public init(_ child: Widget, transition: Transition, milliseconds: Int = 300) {
        super.init(gtk_revealer_new())
        gtk_revealer_set_child(opaque, child.widget)
        let type: GtkRevealerTransitionType =
            switch transition {
            case .none: GTK_REVEALER_TRANSITION_TYPE_NONE
            case .fade: GTK_REVEALER_TRANSITION_TYPE_CROSSFADE
            case .slideUp: GTK_REVEALER_TRANSITION_TYPE_SLIDE_UP
            case .slideDown: GTK_REVEALER_TRANSITION_TYPE_SLIDE_DOWN
            case .slideLeft: GTK_REVEALER_TRANSITION_TYPE_SLIDE_LEFT
            case .slideRight: GTK_REVEALER_TRANSITION_TYPE_SLIDE_RIGHT
            }
        gtk_revealer_set_transition_type(opaque, type)
        gtk_revealer_set_transition_duration(opaque, guint(milliseconds))
    }

    public var isRevealed: Bool {
        get { gtk_revealer_get_reveal_child(opaque) != 0 }
        set { gtk_revealer_set_reveal_child(opaque, newValue ? 1 : 0) }
    }

    /// True from the start of the appearance to the end of the disappearance.
    public var isChildShown: Bool { gtk_revealer_get_child_revealed(opaque) != 0 || isRevealed }
}

/// A view onto a child that may be larger.
public final class ScrolledWindow: Widget {
    public init(_ child: Widget? = nil, horizontal: Bool = false, vertical: Bool = true) {
        super.init(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(
            opaque, horizontal ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER,
            vertical ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER)
        // Screen readers move through the content itself; the bars would be controls without a name.
        for bar in [gtk_scrolled_window_get_hscrollbar(opaque), gtk_scrolled_window_get_vscrollbar(opaque)] {
            jarvis_accessible_set_role(bar, GTK_ACCESSIBLE_ROLE_PRESENTATION)
        }
        if let child { setChild(child) }
    }

    public func setChild(_ child: Widget?) { gtk_scrolled_window_set_child(opaque, child?.widget) }

    /// Wants the height of the content, and shows no bar where it gets less: its container sets the limit.
    public func growsWithContent() {
        gtk_scrolled_window_set_propagate_natural_height(opaque, 1)
        gtk_scrolled_window_set_policy(opaque, GTK_POLICY_NEVER, GTK_POLICY_EXTERNAL)
    }

    /// Position, page and full height of the content, in logical pixels.
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

    /// The adjustment, to follow scrolling by its signals "value-changed" and "changed".
    public var verticalAdjustment: GObjectRef {
        // A scrolled window always has one.
        GObjectRef(retaining: UnsafeMutableRawPointer(gtk_scrolled_window_get_vadjustment(opaque)))
    }
}

/// Drags the window by its empty places.
public final class WindowHandle: Widget {
    public init(_ child: Widget) {
        super.init(gtk_window_handle_new())
        gtk_window_handle_set_child(opaque, child.widget)
    }
}

/// The window manager's minimise, maximise and close buttons, as the desktop arranges them.
public final class WindowControls: Widget {
    public enum Side { case start, end }

    public init(_ side: Side) {
        super.init(gtk_window_controls_new(side == .start ? GTK_PACK_START : GTK_PACK_END))
    }
}
