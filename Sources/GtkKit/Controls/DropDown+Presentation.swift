// SPDX-License-Identifier: GPL-3.0-or-later
// Adapts drop-downs to many or long names.

import CGtk
import GioKit

extension DropDown {
    /// Adds a search field to the list of names.
    public func enableSearch() {
        let expression = gtk_property_expression_new(gtk_string_object_get_type(), nil, "string")
        gtk_drop_down_set_expression(opaque, expression)
        gtk_expression_unref(expression)
        gtk_drop_down_set_enable_search(opaque, 1)
    }

    /// Names the inner button, which assistive technology focuses instead of the drop-down around it.
    public func nameButton(_ label: String) {
        guard let button = gtk_widget_get_first_child(widget) else { return }
        jarvis_accessible_set_text(button, GTK_ACCESSIBLE_PROPERTY_LABEL, label)
    }

    /// Shortens the selected name to the available space, instead of requesting space for the longest name. In the
    /// list, long names wrap.
    public func ellipsizesSelection() {
        let (selection, list) = (Self.factory { $0.ellipsizes() }, Self.factory { $0.wraps() })
        gtk_drop_down_set_list_factory(opaque, list.opaque)
        gtk_drop_down_set_factory(opaque, selection.opaque)
    }

    /// Makes a factory for items that are labels.
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
            // The item inside the button need not be a focus stop, but assistive technology sees it, so it needs a
            // name.
            guard let place = gtk_widget_get_parent(child) else { return }
            if gtk_widget_get_ancestor(child, gtk_popover_get_type()) == nil { gtk_widget_set_focusable(place, 0) }
            jarvis_accessible_set_text(place, GTK_ACCESSIBLE_PROPERTY_LABEL, name)
            let position = gtk_list_item_get_position(OpaquePointer(item))
            Widget(place).offer([WidgetAction("choose") { choose(position, in: place) }])
        }
        return factory
    }

    /// Names the inner button, too, since it receives the keyboard focus.
    public func namesButton(_ label: String) {
        guard let button = gtk_widget_get_first_child(widget) else { return }
        jarvis_accessible_set_text(button, GTK_ACCESSIBLE_PROPERTY_LABEL, label)
    }
}

/// Chooses an item of a list by GTK's own actions of lists, as a click does.
@MainActor
private func choose(_ position: guint, in item: UnsafeMutablePointer<GtkWidget>) {
    func activate(_ action: String, _ value: OpaquePointer?) {
        let owned = g_variant_ref_sink(value)
        defer { g_variant_unref(owned) }
        gtk_widget_activate_action_variant(item, action, owned)
    }
    var selection: [OpaquePointer?] = [
        g_variant_new_uint32(position), g_variant_new_boolean(0), g_variant_new_boolean(0),
    ]
    activate("list.select-item", g_variant_new_tuple(&selection, gsize(selection.count)))
    activate("list.activate-item", g_variant_new_uint32(position))
}
