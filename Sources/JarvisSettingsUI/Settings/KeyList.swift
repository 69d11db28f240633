// SPDX-License-Identifier: GPL-3.0-or-later
// A list of buttons that is a single Tab stop. Arrow keys, Home and End move within it.

import GtkKit
import JarvisDesktopKit

@MainActor
final class KeyList {
    let root: Box
    /// Called when the user presses an entry.
    var onChoose: (@MainActor (Int) -> Void)?
    /// Called when the focus has moved to an entry.
    var onPass: (@MainActor (Int) -> Void)?
    /// Called when Tab leaves the list; returns false to let GTK move the focus.
    var onLeave: (@MainActor () -> Bool)?
    /// Called for Up on the first entry.
    var onTop: (@MainActor () -> Void)?

    private var entries: [Button] = []
    private var selected = 0

    init(role: AccessibleRole, label: String) {
        root = Box(.column, spacing: DesignTokens.Settings.listSpacing)
        root.setRole(role)
        root.setAccessibleLabel(label)
        let keys = KeyController()
        keys.captures()
        keys.onPress { [weak self] in self?.take($0) ?? false }
        root.add(keys)
    }

    /// Replaces the entries; the first is selected.
    func offer(_ entries: [Button]) {
        root.removeAll()
        self.entries = entries
        for (place, entry) in entries.enumerated() {
            root.append(entry)
            entry.onClick { [weak self] in self?.onChoose?(place) }
        }
        select(0)
    }

    /// Selects an entry, which Tab then focuses.
    func select(_ place: Int) {
        guard entries.indices.contains(place) else { return }
        selected = place
        for (index, entry) in entries.enumerated() {
            entry.isFocusable = index == place
            entry.setClass("selected", index == place)
            entry.setAccessiblySelected(index == place)
        }
    }

    /// Focuses the selected entry.
    func enter() {
        if entries.indices.contains(selected) { entries[selected].grabFocus() }
    }

    private func take(_ press: KeyPress) -> Bool {
        // In GTK's own order, the next widget would be the field above.
        if press.leaves == true { return onLeave?() ?? false }
        guard press.isPlain else { return false }
        switch press.key {
        case KeyPress.down: go(to: min(selected + 1, entries.count - 1))
        case KeyPress.up where selected == 0: onTop?()
        case KeyPress.up: go(to: selected - 1)
        case KeyPress.home: go(to: 0)
        case KeyPress.end: go(to: entries.count - 1)
        default: return false
        }
        return true
    }

    private func go(to place: Int) {
        guard entries.indices.contains(place), place != selected else { return }
        // The old entry must stay focusable until the next one has the focus.
        entries[place].isFocusable = true
        entries[place].grabFocus()
        select(place)
        onPass?(place)
    }
}
