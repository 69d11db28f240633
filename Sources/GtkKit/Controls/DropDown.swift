// SPDX-License-Identifier: GPL-3.0-or-later
// Lets the user choose one item from a list. As in GTK, changing the choice from code also calls the change handler.

import CGtk
import GioKit

/// Lets the user choose a name from a list.
public final class DropDown: Widget {
    public init(_ names: [String], accessibleLabel: String) {
        super.init(gtk_drop_down_new(nil, nil))
        setAccessibleLabel(accessibleLabel)
        setNames(names)
        // GTK's list opens by an action, but nothing in it has one.
        offer([
            WidgetAction("next") { [weak self] in self?.step(1) },
            WidgetAction("previous") { [weak self] in self?.step(-1) },
        ])
    }

    private func step(_ step: Int) {
        let count = Int(g_list_model_get_n_items(gtk_drop_down_get_model(opaque)))
        let next = (selected ?? 0) + step
        if next >= 0, next < count { selected = next }
    }

    /// Replaces the names, and selects the first one.
    public func setNames(_ names: [String]) {
        guard let list = gtk_string_list_new(nil) else { return }
        for name in names { gtk_string_list_append(list, name) }
        gtk_drop_down_set_model(opaque, list)
        g_object_unref(UnsafeMutableRawPointer(list))
    }

    /// The index of the selected name; nil if there is none.
    public var selected: Int? {
        get {
            let index = gtk_drop_down_get_selected(opaque)
            return index == GTK_INVALID_LIST_POSITION ? nil : Int(index)
        }
        set { if newValue != selected { gtk_drop_down_set_selected(opaque, newValue.map(guint.init) ?? .max) } }
    }

    public func onChange(_ handler: @escaping @MainActor (Int?) -> Void) {
        connect("notify::selected") { [weak self] _ in
            if let self { handler(self.selected) }
        }
    }
}
