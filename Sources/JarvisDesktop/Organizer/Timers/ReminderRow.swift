// SPDX-License-Identifier: GPL-3.0-or-later
// A timer, alarm or reminder in the list: its name, when it rings, and buttons to pause, change and cancel it.

import GtkKit
import JarvisCore
import JarvisDesktopKit

/// The actions on a reminder in the list.
enum ReminderIntent {
    case pause, resume, cancel
    /// Opens the field for a new time.
    case edit
    case change(ReminderTimeText.Change)
}

@MainActor
final class ReminderRow {
    let root: Widget
    var onIntent: (@MainActor (ReminderIntent, Reminder) -> Void)?
    private(set) var reminder: Reminder

    private let title = Label(classes: ["setting-title"])
    private let value = Label(classes: ["time-left"])
    private let detail = Label(classes: ["setting-detail"])
    private let texts: Box
    private let pause = Button(label: "")
    private let edit = Button(label: localized("Edit"))
    private let cancel = Button(label: localized("Cancel", context: "a timer, alarm or reminder"))
    private let column = Box(.column, spacing: DesignTokens.Panes.rowSpacing)
    private var editor: ReminderEditor?
    private let clock: any WallClock
    private let region: Region

    init(_ reminder: Reminder, clock: any WallClock, region: Region) {
        self.reminder = reminder
        self.clock = clock
        self.region = region
        for label in [title, value, detail] {
            label.setTextAlignment(0)
            label.wraps()
        }
        let texts = Box(.column, spacing: 2, [title, value, detail])
        self.texts = texts
        for label in [title, value, detail] { label.setRole(.none) }
        texts.expand(horizontal: true)
        texts.align(vertical: .center)
        for button in [pause, edit, cancel] {
            button.addClass("row-action")
            button.align(vertical: .center)
        }
        let buttons = WrapBox(spacing: DesignTokens.Panes.rowSpacing, [pause, edit, cancel])
        buttons.align(vertical: .center)
        column.append(StackingRow(texts, buttons, share: 0.4, spacing: DesignTokens.Panes.rowSpacing))
        column.addClass("setting-row")
        column.setRole(.group)
        root = column
        pause.onClick { [weak self] in
            guard let self else { return }
            send(self.reminder.isPaused ? .resume : .pause)
        }
        edit.onClick { [weak self] in self?.send(.edit) }
        cancel.onClick { [weak self] in self?.send(.cancel) }
        texts.isReadable { [weak self] in self?.spoken ?? "" }
        show(reminder)
    }

    /// True while the field for a new time is open.
    var isEditing: Bool { editor != nil }

    func show(_ reminder: Reminder) {
        self.reminder = reminder
        let caption = tick()
        let name = caption.subject
        column.setAccessibleLabel(name)
        pause.isVisible = (reminder.kind == .timer || reminder.isPaused) && !reminder.isRinging
        pause.setLabel(reminder.isPaused ? localized("Resume") : localized("Pause"))
        pause.setAccessibleLabel(reminder.isPaused ? localized("Resume %1", name) : localized("Pause %1", name))
        // The banner answers a ringing reminder, so its row has no edit button.
        edit.isVisible = !reminder.isRinging && (reminder.kind == .timer || !reminder.isPaused)
        edit.setAccessibleLabel(localized("Change the time of %1", name))
        cancel.setAccessibleLabel(localized("Cancel %1", name))
        if !edit.isVisible { closeEditor() }
    }

    /// Updates the texts, which depend on the time.
    @discardableResult
    func tick() -> ReminderCaption {
        let caption = ReminderCaption(reminder, clock: clock, region: region)
        title.text = caption.title
        value.text = caption.value
        detail.text = caption.detail
        if !texts.hasFocus { texts.setAccessibleLabel(spoken) }
        return caption
    }

    /// The row's texts, joined for a screen reader.
    private var spoken: String { [title, value, detail].map(\.text).filter { !$0.isEmpty }.joined(separator: ", ") }

    /// Focuses the cancel button.
    func focusCancel() { cancel.grabFocus() }

    func openEditor() {
        guard editor == nil else { return }
        let editor = ReminderEditor(reminder, name: tick().subject, clock: clock, region: region)
        self.editor = editor
        editor.onSave = { [weak self] in self?.send(.change($0)) }
        editor.onDiscard = { [weak self] in self?.closeEditor() }
        column.append(editor.root)
        editor.grabFocus()
    }

    /// Closes the field for a new time, and returns the focus to the button that opened it.
    func closeEditor() {
        guard let editor else { return }
        self.editor = nil
        let hadFocus = editor.root.containsFocus
        column.remove(editor.root)
        if hadFocus { edit.grabFocus() }
    }

    private func send(_ intent: ReminderIntent) { onIntent?(intent, reminder) }
}
