// SPDX-License-Identifier: GPL-3.0-or-later
// A heading and a glass card of rows.

import GtkKit
import JarvisCore

@MainActor
final class SettingsSection {
    let root: Box
    private let rows: [any SettingRow]

    init(_ title: String, _ rows: [any SettingRow]) {
        self.rows = rows
        let heading = Label(title, classes: ["section-title"])
        heading.setTextAlignment(0)
        let card = Box(.column, rows.map(\.root))
        card.addClass("glass-card")
        root = Box(.column, spacing: 12, [heading, card])
        root.setRole(.group)
        root.setAccessibleLabel(title)
    }

    func show(_ settings: Settings) {
        for row in rows { row.show(settings) }
    }

    func finish() {
        for row in rows { row.finish() }
    }
}
