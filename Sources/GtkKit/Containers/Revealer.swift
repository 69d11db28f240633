// SPDX-License-Identifier: GPL-3.0-or-later
// Slides or fades a widget in and out.

import CGtk
import GioKit

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

    /// True from the moment when the child starts to appear until it has disappeared.
    public var isChildShown: Bool { gtk_revealer_get_child_revealed(opaque) != 0 || isRevealed }
}
