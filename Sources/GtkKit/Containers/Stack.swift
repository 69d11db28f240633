// SPDX-License-Identifier: GPL-3.0-or-later
// Widgets at one place, of which one is seen.

import CGtk
import GioKit

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
