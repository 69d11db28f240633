// SPDX-License-Identifier: GPL-3.0-or-later
// Shows one of several widgets in the same place.

import CGtk
import GioKit

/// Shows one child at a time. The next one fades in, or slides in from the side.
public final class Stack: Widget {
    /// The transition to the next child.
    public enum Turn {
        case fade
        /// Slides as if the children were side by side: to the left, or back to the right. GTK's own rotating cube
        /// needs 3D transforms, which are painted as pink areas without a GPU.
        case forward, back
        /// Slides upwards, as a line of text that gives way to the next.
        case up
    }

    public init(crossfadeMilliseconds: Int) {
        super.init(gtk_stack_new())
        gtk_stack_set_transition_type(opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
        gtk_stack_set_transition_duration(opaque, guint(crossfadeMilliseconds))
    }

    /// - Parameter title: What assistive technology calls the page; a page without a title is named after its class.
    public func add(_ child: Widget, title: String) { gtk_stack_add_titled(opaque, child.widget, nil, title) }

    /// Changes what assistive technology calls a page.
    public func setTitle(_ title: String, of child: Widget) {
        gtk_stack_page_set_title(gtk_stack_get_page(opaque, child.widget), title)
    }

    public func show(_ child: Widget) { gtk_stack_set_visible_child(opaque, child.widget) }
    public func remove(_ child: Widget) { gtk_stack_remove(opaque, child.widget) }

    /// True while a transition is in progress.
    public var isTurning: Bool { gtk_stack_get_transition_running(opaque) != 0 }

    /// Shows a child, with a transition of this duration.
    public func show(_ child: Widget, by turn: Turn, milliseconds: Int) {
        let type: GtkStackTransitionType =
            switch turn {
            case .fade: GTK_STACK_TRANSITION_TYPE_CROSSFADE
            case .forward: GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT
            case .back: GTK_STACK_TRANSITION_TYPE_SLIDE_RIGHT
            case .up: GTK_STACK_TRANSITION_TYPE_SLIDE_UP
            }
        gtk_stack_set_transition_type(opaque, type)
        gtk_stack_set_transition_duration(opaque, guint(milliseconds))
        show(child)
    }
}
