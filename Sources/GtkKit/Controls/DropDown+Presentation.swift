// SPDX-License-Identifier: GPL-3.0-or-later
// Drop-downs for long lists of long names.

import CGtk
import GioKit

extension DropDown {
    /// Adds a field to the list that narrows it to the names with what is typed.
    public func enableSearch() {
        let expression = gtk_property_expression_new(gtk_string_object_get_type(), nil, "string")
        gtk_drop_down_set_expression(opaque, expression)
        gtk_expression_unref(expression)
        gtk_drop_down_set_enable_search(opaque, 1)
    }

    /// Names the button within, for assistive technology that comes to it and not to the drop-down around it.
    public func nameButton(_ label: String) {
        guard let button = gtk_widget_get_first_child(widget) else { return }
        jarvis_accessible_set_text(button, GTK_ACCESSIBLE_PROPERTY_LABEL, label)
    }

    /// Shortens the selected name to the room there is instead of asking for the room of the longest one; in the list
    /// long names take more lines.
    public func ellipsizesSelection() {
        let (selection, list) = (Self.factory { $0.ellipsizes() }, Self.factory { $0.wraps() })
        gtk_drop_down_set_list_factory(opaque, list.opaque)
        gtk_drop_down_set_factory(opaque, selection.opaque)
    }

    /// Makes items of one label each.
    private static func factory(_ style: @escaping @MainActor (Label) -> Void) -> GObjectRef {
        let factory = GObjectRef(adopting: UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()))
        factory.connect("setup") { arguments in
            guard let item = arguments.object(1) else { return }
            let label = Label()
            style(label)
            label.setTextAlignment(0)
            gtk_list_item_set_child(OpaquePointer(item), label.widget)
        }
        factory.connect("bind") { arguments in
            guard let item = arguments.object(1), let child = gtk_list_item_get_child(OpaquePointer(item)),
                let string = gtk_list_item_get_item(OpaquePointer(item))
            else { return }
            let name = gtk_string_object_get_string(OpaquePointer(string))
            gtk_label_set_text(OpaquePointer(child), name)
            // The item within the button is not a stop of its own, but assistive technology sees it.
            guard let place = gtk_widget_get_parent(child) else { return }
            if gtk_widget_get_ancestor(child, gtk_popover_get_type()) == nil { gtk_widget_set_focusable(place, 0) }
            jarvis_accessible_set_text(place, GTK_ACCESSIBLE_PROPERTY_LABEL, name)
        }
        return factory
    }

    /// Names the button inside too: it is what gets the keyboard.
    public func namesButton(_ label: String) {
        guard let button = gtk_widget_get_first_child(widget) else { return }
        jarvis_accessible_set_text(button, GTK_ACCESSIBLE_PROPERTY_LABEL, label)
    }
}
