// SPDX-License-Identifier: GPL-3.0-or-later
// A single-line text field. As in GTK, changing the text from code also calls the change handler.

import CGtk
import GioKit

/// A text field for a single line.
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

    /// True if the cursor is at the end and nothing is selected.
    public var isAtEnd: Bool {
        Int(gtk_editable_get_position(opaque)) == text.unicodeScalars.count
            && gtk_editable_get_selection_bounds(opaque, nil, nil) == 0
    }
    /// Shows dots instead of the text, and hides it from input methods and completion.
    public func hidesText() {
        gtk_entry_set_visibility(pointer(), 0)
        gtk_entry_set_input_purpose(pointer(), GTK_INPUT_PURPOSE_PASSWORD)
    }

    public func moveToEnd() { gtk_editable_set_position(opaque, -1) }
    public func selectAll() { gtk_editable_select_region(opaque, 0, -1) }
    /// Calls `handler` when Enter is pressed.
    public func onActivate(_ handler: @escaping @MainActor () -> Void) { on("activate", handler) }
    public func onChange(_ handler: @escaping @MainActor () -> Void) { on("changed", handler) }
}
