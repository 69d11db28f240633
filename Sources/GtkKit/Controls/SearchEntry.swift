// SPDX-License-Identifier: GPL-3.0-or-later
// A search field that waits for a pause in typing.

import CGtk
import GioKit

/// An entry with a magnifying glass. Its change handler is called after a pause in typing.
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

    public func selectAll() { gtk_editable_select_region(opaque, 0, -1) }

    public func onSearch(_ handler: @escaping @MainActor () -> Void) { on("search-changed", handler) }
}
