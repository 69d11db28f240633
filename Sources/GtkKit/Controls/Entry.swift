// SPDX-License-Identifier: GPL-3.0-or-later
// A line to type into. Setting its text from code calls the change handler too, as GTK does.

import CGtk
import GioKit

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

    /// True when the cursor stands behind the last letter, and nothing is selected.
    public var isAtEnd: Bool {
        Int(gtk_editable_get_position(opaque)) == text.unicodeScalars.count
            && gtk_editable_get_selection_bounds(opaque, nil, nil) == 0
    }
    /// Shows dots in place of what is typed, and keeps it from input methods and completions.
    public func hidesText() {
        gtk_entry_set_visibility(pointer(), 0)
        gtk_entry_set_input_purpose(pointer(), GTK_INPUT_PURPOSE_PASSWORD)
    }

    public func moveToEnd() { gtk_editable_set_position(opaque, -1) }
    public func selectAll() { gtk_editable_select_region(opaque, 0, -1) }
    /// Enter was pressed.
    public func onActivate(_ handler: @escaping @MainActor () -> Void) { on("activate", handler) }
    public func onChange(_ handler: @escaping @MainActor () -> Void) { on("changed", handler) }
}
