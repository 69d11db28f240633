// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of one kind below their heading. A row stays while its content changes, so it keeps the keyboard focus.

import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class ReminderSection {
    let root: Widget
    let kind: Reminder.Kind
    /// In display order.
    private(set) var rows: [ReminderRow] = []

    private let card = Box(.column)

    init(_ kind: Reminder.Kind) {
        self.kind = kind
        let title =
            switch kind {
            case .timer: localized("Timers")
            case .alarm: localized("Alarms")
            case .reminder: localized("Reminders")
            }
        let heading = Label(title, classes: ["section-title"])
        heading.setTextAlignment(0)
        card.addClass("glass-card")
        let column = Box(.column, spacing: DesignTokens.Panes.headingSpacing, [heading, card])
        column.setRole(.group)
        column.setAccessibleLabel(title)
        root = column
        root.isVisible = false
    }

    /// - Parameter make: creates the row of a reminder that has none yet.
    func show(_ reminders: [Reminder], make: @MainActor (Reminder) -> ReminderRow) {
        var known = Dictionary(rows.map { ($0.reminder.id, $0) }) { first, _ in first }
        let wanted = Set(reminders.map(\.id))
        for row in rows where !wanted.contains(row.reminder.id) { card.remove(row.root) }
        rows = reminders.map { reminder in
            if let row = known.removeValue(forKey: reminder.id) {
                if row.reminder != reminder { row.show(reminder) }
                return row
            }
            let row = make(reminder)
            card.append(row.root)
            return row
        }
        var previous: Widget?
        for row in rows {
            card.move(row.root, after: previous)
            previous = row.root
        }
        root.isVisible = !rows.isEmpty
    }
}
