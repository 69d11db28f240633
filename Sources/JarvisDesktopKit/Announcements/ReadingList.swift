// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of text that can be read with the keyboard: screen readers read what has the focus, and reach no other text. The
// list is a single Tab stop; arrow keys, Home and End move in it.

import GioKit
package import GtkKit

@MainActor
package final class ReadingList {
    private var rows: [Widget] = []
    private var place = 0

    package init() {}

    /// Makes a widget a row of the list.
    /// - Parameter text: The whole row as a screen reader should say it.
    package func add(_ row: Widget, _ text: String) {
        row.setRole(.listItem)
        row.setAccessibleLabel(text)
        row.addClass("readable")
        row.isFocusable = rows.isEmpty
        rows.append(row)
        let number = rows.count - 1
        let focus = FocusController()
        focus.onEnter { [weak self] in self?.place = number }
        row.add(focus)
    }

    /// Lets arrow keys move the focus in this widget, which contains the rows.
    package func takesKeys(of root: Widget) {
        root.setRole(.list)
        let keys = KeyController()
        keys.captures()
        keys.onPress { [weak self] in self?.take($0) ?? false }
        root.add(keys)
    }

    private func take(_ press: KeyPress) -> Bool {
        guard press.isPlain, rows.indices.contains(place), rows[place].hasFocus else { return false }
        switch press.key {
        case KeyPress.down: go(to: min(place + 1, rows.count - 1))
        case KeyPress.up: go(to: max(place - 1, 0))
        case KeyPress.home: go(to: 0)
        case KeyPress.end: go(to: rows.count - 1)
        default: return false
        }
        return true
    }

    private func go(to next: Int) {
        guard next != place else { return }
        let before = rows[place]
        // The old row must stay focusable until the next one has the focus.
        rows[next].isFocusable = true
        rows[next].grabFocus()
        before.isFocusable = false
    }
}

extension Widget {
    /// Makes a text a focus stop of its own while a screen reader runs; without one, Tab passes it by.
    /// - Parameter text: Returns what a screen reader should say when the focus comes.
    package func isReadable(_ text: @escaping @MainActor () -> String) {
        addClass("readable")
        // Of a list item, unlike of other roles, readers say the name alone.
        setRole(.listItem)
        connect("map") { arguments in
            guard let widget = Widget(arguments), widget.hasScreenReader else { return }
            widget.isFocusable = true
            widget.setAccessibleLabel(text())
        }
        // A changed name of the focused widget would be said at once, so it follows only when the focus has gone.
        connect("notify::has-focus") { arguments in
            guard let widget = Widget(arguments), !widget.hasFocus else { return }
            widget.setAccessibleLabel(text())
        }
    }
}
