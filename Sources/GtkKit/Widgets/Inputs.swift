// SPDX-License-Identifier: GPL-3.0-or-later
// Controls that hold a value. Setting a value from code calls the change handler too, as GTK does.

import CGtk
import GioKit

/// A slider.
public final class Scale: Widget {
    public init(_ range: ClosedRange<Double>, step: Double, page: Double) {
        super.init(gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, range.lowerBound, range.upperBound, step))
        gtk_scale_set_draw_value(pointer(), 0)
        gtk_range_set_increments(pointer(), step, page)
    }

    public var value: Double {
        get { gtk_range_get_value(pointer()) }
        set { if newValue != value { gtk_range_set_value(pointer(), newValue) } }
    }

    public func onChange(_ handler: @escaping @MainActor (Double) -> Void) {
        connect("value-changed") { [weak self] _ in
            if let self { handler(self.value) }
        }
    }
}

/// One line of text to type into.
public final class Entry: Widget {
    public init(placeholder: String, accessibleLabel: String) {
        super.init(gtk_entry_new())
        gtk_entry_set_placeholder_text(pointer(), placeholder)
        setAccessibleLabel(accessibleLabel)
    }

    public var text: String {
        get { String(cString: gtk_editable_get_text(opaque)) }
        set { gtk_editable_set_text(opaque, newValue) }
    }

    public func selectAll() { gtk_editable_select_region(opaque, 0, -1) }
    /// Enter was pressed.
    public func onActivate(_ handler: @escaping @MainActor () -> Void) { on("activate", handler) }
    public func onChange(_ handler: @escaping @MainActor () -> Void) { on("changed", handler) }
}

/// An entry with a magnifying glass; its change handler waits for a pause in typing.
public final class SearchEntry: Widget {
    public init(placeholder: String, accessibleLabel: String) {
        super.init(gtk_search_entry_new())
        jarvis_object_set_string(raw, "placeholder-text", placeholder)
        setAccessibleLabel(accessibleLabel)
    }

    public var text: String {
        get { String(cString: gtk_editable_get_text(opaque)) }
        set { gtk_editable_set_text(opaque, newValue) }
    }

    public func onSearch(_ handler: @escaping @MainActor () -> Void) { on("search-changed", handler) }
}

/// On or off.
public final class Switch: Widget {
    public init(accessibleLabel: String) {
        super.init(gtk_switch_new())
        setAccessibleLabel(accessibleLabel)
        align(vertical: .center)
    }

    public var isOn: Bool {
        get { gtk_switch_get_active(opaque) != 0 }
        set { if newValue != isOn { gtk_switch_set_active(opaque, newValue ? 1 : 0) } }
    }

    public func onChange(_ handler: @escaping @MainActor (Bool) -> Void) {
        connect("notify::active") { [weak self] _ in
            if let self { handler(self.isOn) }
        }
    }
}

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
