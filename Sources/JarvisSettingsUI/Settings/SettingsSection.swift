// SPDX-License-Identifier: GPL-3.0-or-later
// A section of the settings: a heading, and a glass card with rows.

import GtkKit
import JarvisCore

@MainActor
final class SettingsSection {
    let root: Box
    let rows: [any SettingRow]

    /// - Parameter below: a widget to place under the card's rows.
    init(_ title: String, _ rows: [any SettingRow], below: Widget? = nil) {
        self.rows = rows
        let heading = Label(title, classes: ["section-title"])
        heading.setTextAlignment(0)
        heading.wraps()
        let card = Box(.column, rows.map(\.root))
        if let below { card.append(below) }
        card.addClass("glass-card")
        root = Box(.column, spacing: 12, [heading, card])
        root.setRole(.group)
        root.setAccessibleLabel(title)
    }
}
