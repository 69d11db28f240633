// SPDX-License-Identifier: GPL-3.0-or-later
// Pending timers, alarms and reminders: the time left or the due time, and buttons to pause, change and cancel them.
// The pane follows the state, so changes by voice or on the command line also appear here.

import GioKit
import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktopKit
import JarvisPlatform

@MainActor
final class TimersPane: Pane {
    let title = localized("Timers")
    var content: Widget { organizer.root }

    private let services: DesktopServices
    private let clock: any WallClock
    private let region: Region
    private let sections = [Reminder.Kind.timer, .alarm, .reminder].map { ReminderSection($0) }
    private let organizer: OrganizerContent
    private var pending = PendingReminders()
    private var observation: Observation?
    private var ticking: LoopTimer?
    /// The identity of the reminder whose row gets the focus after another was cancelled.
    private var nextFocus: String?

    init(
        _ services: DesktopServices, clock: any WallClock = SystemWallClock(), region: Region = Environment.region()
    ) {
        self.services = services
        self.clock = clock
        self.region = region
        let column = Box(.column, spacing: DesignTokens.Panes.sectionSpacing, sections.map(\.root))
        let hint = OrganizerHint(
            localized("Nothing set"),
            localized("Say “%1”, “%2” or “%3”.", "Set a timer for 10 minutes", "Wake me at 7", "Remind me at 5")
        )
        organizer = OrganizerContent(column, hint: hint, services.assistant)
        organizer.onUndo = { [weak self] in self?.undo() ?? false }
        show(services.assistant.state.reminders)
    }

    func paneDidOpen() {
        observation = services.assistant.observe { [weak self] in self?.show($0.reminders) }
    }

    func closeInner() -> Bool {
        guard let row = rows.first(where: \.isEditing) else { return false }
        row.closeEditor()
        return true
    }

    func paneWillClose() {
        observation?.cancel()
        ticking = nil
    }

    private var rows: [ReminderRow] { sections.flatMap(\.rows) }

    private func show(_ reminders: [Reminder]) {
        let pending = PendingReminders(reminders)
        guard pending != self.pending || ticking == nil else { return }
        self.pending = pending
        for section in sections {
            section.show(pending.all(section.kind)) { reminder in
                let row = ReminderRow(reminder, clock: clock, region: region)
                row.onIntent = { [weak self, weak row] in self?.take($0, $1, row) }
                return row
            }
        }
        organizer.show(isEmpty: pending.isEmpty)
        moveFocus()
        tick()
    }

    /// Runs once a second while a timer is running; otherwise rarely, but often enough to show a new day soon after
    /// midnight.
    private func tick() {
        for row in rows { row.tick() }
        let wait = pending.untilNextSecond(at: clock.now()) ?? DesignTokens.Panes.calendarMilliseconds
        ticking = .once(milliseconds: wait) { [weak self] in self?.tick() }
    }

    private func take(_ intent: ReminderIntent, _ reminder: Reminder, _ row: ReminderRow?) {
        let changes = services.reminderChanges
        let name = ReminderCaption(reminder, clock: clock, region: region).subject
        switch intent {
        case .pause: organizer.perform { try await changes.pause(reminder) }
        case .resume: organizer.perform { try await changes.resume(reminder) }
        case .edit:
            let wasOpen = row?.isEditing ?? false
            _ = closeInner()
            if !wasOpen { row?.openEditor() }
        case .change(let change):
            row?.closeEditor()
            organizer.perform { [weak self] in
                try await changes.change(reminder, change)
                self?.organizer.toast.show(localized("Changed the time of %1", name), isUndoable: true)
            }
        case .cancel:
            let rows = rows
            let index = rows.firstIndex { $0.reminder.id == reminder.id } ?? 0
            nextFocus = rows.dropFirst(index + 1).first?.reminder.id ?? rows.prefix(index).last?.reminder.id
            organizer.perform { [weak self] in
                let isUndoable = try await changes.cancel(reminder)
                self?.organizer.toast.show(localized("Cancelled %1", name), isUndoable: isUndoable)
                self?.moveFocus()
            }
        }
    }

    /// Moves the focus to another row, because a button that disappears takes the focus with it.
    private func moveFocus() {
        guard !rows.contains(where: { $0.root.containsFocus }) else { return }
        guard let row = rows.first(where: { $0.reminder.id == nextFocus }) else {
            if pending.isEmpty { _ = organizer.toast.grabFocus() }
            return
        }
        nextFocus = nil
        row.focusCancel()
    }

    /// Undoes the last cancellation or change; false if there is nothing to undo.
    private func undo() -> Bool {
        let changes = services.reminderChanges
        guard !changes.isEmpty else { return false }
        organizer.toast.hide()
        organizer.perform { [weak self] in
            guard let outcome = try await changes.undo(), let self else { return }
            switch outcome {
            case .restored(let reminder):
                organizer.toast.show(localized("Restored %1", self.name(reminder)), isUndoable: false)
            case .tooLate(let reminder):
                organizer.toast.show(localized("Too late to restore %1", self.name(reminder)), isUndoable: false)
            }
        }
        return true
    }

    private func name(_ reminder: Reminder) -> String {
        ReminderCaption(reminder, clock: clock, region: region).subject
    }
}
