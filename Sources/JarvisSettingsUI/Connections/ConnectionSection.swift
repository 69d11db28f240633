// SPDX-License-Identifier: GPL-3.0-or-later
// A section of servers: a heading, a form while an entry is added or changed, and a card of rows. A row stays while
// others come and go.

import GtkKit
import JarvisDesktopKit

@MainActor
final class ConnectionSection {
    let root: Box

    private let card = Box(.column)
    private let nothing: Label
    private let formPlace = Box(.column)

    /// - Parameter hint: shown while there are no rows.
    init(_ title: String, hint: String) {
        let heading = Label(title, classes: ["section-title"])
        nothing = Label(hint, classes: ["setting-detail"])
        for label in [heading, nothing] {
            label.setTextAlignment(0)
            label.wraps()
        }
        nothing.addClass("setting-row")
        card.append(nothing)
        card.addClass("glass-card")
        formPlace.isVisible = false
        root = Box(.column, spacing: DesignTokens.Panes.headingSpacing, [heading, formPlace, card])
        root.setRole(.group)
        root.setAccessibleLabel(title)
    }

    /// Puts the rows into the card in this order.
    func show(_ rows: [Widget], removing gone: [Widget], adding new: [Widget]) {
        for row in gone { card.remove(row) }
        for row in new { card.append(row) }
        var previous: Widget = nothing
        for row in rows {
            card.move(row, after: previous)
            previous = row
        }
        nothing.isVisible = rows.isEmpty
    }

    /// Shows a form, replacing any open one; nil closes it.
    func show(form: Widget?) {
        formPlace.removeAll()
        if let form { formPlace.append(form) }
        formPlace.isVisible = form != nil
    }
}
