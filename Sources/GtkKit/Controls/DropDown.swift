// SPDX-License-Identifier: GPL-3.0-or-later
// A choice of one from a list. Setting its choice from code calls the change handler too, as GTK does.

import CGtk
import GioKit

/// A choice from a list of names.
public final class DropDown: Widget {
    public init(_ names: [String], accessibleLabel: String) {
        super.init(gtk_drop_down_new(nil, nil))
        setAccessibleLabel(accessibleLabel)
        setNames(names)
    }

    /// Replaces the names; the first becomes selected.
    public func setNames(_ names: [String]) {
        guard let list = gtk_string_list_new(nil) else { return }
        for name in names { gtk_string_list_append(list, name) }
        gtk_drop_down_set_model(opaque, list)
        g_object_unref(UnsafeMutableRawPointer(list))
    }

    /// Index of the selected name; nil when there is none.
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
