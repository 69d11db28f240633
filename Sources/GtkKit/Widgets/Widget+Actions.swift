// SPDX-License-Identifier: GPL-3.0-or-later
// Actions of a widget for assistive technology, which performs them by name. GTK offers one for each button by itself;
// everything else that a press, a key or a gesture does needs one of these.

import CGtk
import GioKit

/// An action of a widget.
public struct WidgetAction {
    public var name: String
    public var perform: @MainActor () -> Void

    /// - Parameter name: Lower-case words joined by hyphens.
    public init(_ name: String, _ perform: @escaping @MainActor () -> Void) {
        self.name = name
        self.perform = perform
    }
}

extension Widget {
    /// Offers actions to assistive technology, in place of those offered before.
    public final func offer(_ actions: [WidgetAction]) {
        let group = GObjectRef(adopting: UnsafeMutableRawPointer(g_simple_action_group_new()))
        for offered in actions {
            guard let action = g_simple_action_new(offered.name, nil) else { continue }
            let owned = GObjectRef(adopting: UnsafeMutableRawPointer(action))
            owned.on("activate", offered.perform)
            g_action_map_add_action(group.opaque, action)
        }
        gtk_widget_insert_action_group(widget, "jarvis", group.opaque)
    }

    /// Offers a press of each item to assistive technology, since GTK's own menu items have no action, and names the
    /// pages of the menu, which would be named after their class.
    final func offerMenuItems(of label: String) {
        let type = g_type_name(jarvis_type_of(raw)).map { String(cString: $0) }
        if type == "GtkModelButton" {
            // The widget owns the action, so it is there when the action is performed.
            offer([WidgetAction("press") { [widget] in gtk_widget_activate(widget) }])
        }
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            if type == "GtkStack" { gtk_stack_page_set_title(gtk_stack_get_page(opaque, next), label) }
            Widget(next).offerMenuItems(of: label)
            child = gtk_widget_get_next_sibling(next)
        }
    }
}
