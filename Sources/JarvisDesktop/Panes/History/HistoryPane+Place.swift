// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the history at a message, for the desktop's search.

import GtkKit
import JarvisCore

extension HistoryPane {
    /// - Parameter place: the identity of a message, a space, and the search text that found it.
    func show(place: String) {
        let parts = place.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        sought = parts.first.map { MessageID(rawValue: String($0)) }
        var query = HistoryQuery()
        query.only = kinds
        query.text = parts.count > 1 ? String(parts[1]) : ""
        searchEntry.text = query.text
        if feed.query == query { seek() } else { feed.show(query) }
    }

    /// Goes to the requested message once it is in the list.
    func seek() {
        guard let id = sought, let position = rows.position(of: id) else { return }
        sought = nil
        list.focusSoon(at: position)
    }
}
