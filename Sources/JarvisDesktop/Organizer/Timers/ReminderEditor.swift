// SPDX-License-Identifier: GPL-3.0-or-later
// A field for a new time, below the row that it edits. Marks and announces input that it can't parse.

import GtkKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class ReminderEditor {
    let root: Widget
    var onSave: (@MainActor (ReminderTimeText.Change) -> Void)?
    var onDiscard: (@MainActor () -> Void)?

    private let entry: Entry
    private let hint = Label(classes: ["setting-detail"])
    private let save = Button(label: localized("Save"))
    private let discard = Button(label: localized("Discard"))
    private let kind: Reminder.Kind
    private let help: String

    init(_ reminder: Reminder, name: String, clock: any WallClock, region: Region) {
        kind = reminder.kind
        help =
            kind == .timer
            ? localized("Time left: minutes and seconds, such as %1", CountDown(seconds: 270).text)
            : localized("Time of day, such as %1", ClockText.time(minute: 7 * 60 + 30, in: region))
        entry = Entry(placeholder: "", accessibleLabel: localized("New time of %1", name))
        entry.setAccessibleDescription(help)
        entry.text = ReminderTimeText.text(reminder, clock: clock, region: region)
        entry.setSizeRequest(width: DesignTokens.Panes.dropDownWidth)
        hint.setTextAlignment(0)
        hint.wraps()
        hint.setRole(.status)
        let place = ClampBin(entry, maximum: DesignTokens.Panes.dropDownMaximumWidth, fills: true)
        place.place(.start)
        place.expand(horizontal: true)
        for button in [save, discard] { button.addClass("row-action") }
        let buttons = WrapBox(spacing: DesignTokens.Panes.rowSpacing, [save, discard])
        let row = StackingRow(place, buttons, share: 0.4, spacing: DesignTokens.Panes.rowSpacing)
        root = Box(.column, spacing: DesignTokens.Panes.rowSpacing, [row, hint])
        entry.onChange { [weak self] in self?.showHint() }
        entry.onActivate { [weak self] in self?.commit() }
        save.onClick { [weak self] in self?.commit() }
        discard.onClick { [weak self] in self?.onDiscard?() }
        showHint()
    }

    func grabFocus() {
        entry.grabFocus()
        entry.selectAll()
    }

    private var change: ReminderTimeText.Change? { ReminderTimeText.change(entry.text, of: kind) }

    private func showHint() {
        let isReadable = change != nil
        entry.setClass("error", !isReadable)
        save.isSensitive = isReadable
        hint.text = isReadable ? help : localized("That is not a time. %1", help)
        hint.setAccessibleLabel(hint.text)
    }

    private func commit() {
        if let change { onSave?(change) }
    }
}
