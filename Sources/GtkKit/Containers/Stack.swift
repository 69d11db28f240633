// SPDX-License-Identifier: GPL-3.0-or-later
// Widgets at one place, of which one is seen.

import CGtk
import GioKit

/// Children of which one is seen; another fades in over it, or is turned to.
public final class Stack: Widget {
    /// How another child comes.
    public enum Turn {
        case fade
        /// As if the children were the sides of a block that is turned to the left or back.
        case forward, back
    }

    public init(crossfadeMilliseconds: Int) {
        super.init(gtk_stack_new())
        gtk_stack_set_transition_type(opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
        gtk_stack_set_transition_duration(opaque, guint(crossfadeMilliseconds))
    }

    public func add(_ child: Widget) { gtk_stack_add_child(opaque, child.widget) }
    public func show(_ child: Widget) { gtk_stack_set_visible_child(opaque, child.widget) }
    public func remove(_ child: Widget) { gtk_stack_remove(opaque, child.widget) }

    /// Shows a child, which comes in this way.
    public func show(_ child: Widget, by turn: Turn, milliseconds: Int) {
        let type: GtkStackTransitionType =
            switch turn {
            case .fade: GTK_STACK_TRANSITION_TYPE_CROSSFADE
            case .forward: GTK_STACK_TRANSITION_TYPE_ROTATE_LEFT
            case .back: GTK_STACK_TRANSITION_TYPE_ROTATE_RIGHT
            }
        gtk_stack_set_transition_type(opaque, type)
        gtk_stack_set_transition_duration(opaque, guint(milliseconds))
        show(child)
    }
}
