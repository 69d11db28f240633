// SPDX-License-Identifier: GPL-3.0-or-later
// A field for a new time, below the row that it edits, and for an alarm the days of the week. Marks and announces input
// that it can't parse.

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
    private let former: Set<Int>?
    /// The chips of the days, from Monday; empty unless it is an alarm that can have some.
    private let days: [ToggleButton]

    init(_ reminder: Reminder, name: String, clock: any WallClock, region: Region) {
        kind = reminder.kind
        former = reminder.kind == .alarm ? reminder.weekdays : nil
        days = former.map(Self.chips) ?? []
        help =
            kind == .timer
            ? localized("Time left, such as %1", CountDown(seconds: 270).text)
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
        let week = WrapBox(spacing: DesignTokens.Panes.chipSpacing, days)
        week.setRole(.group)
        week.setAccessibleLabel(localized("Repeat on"))
        week.isVisible = !days.isEmpty
        root = Box(.column, spacing: DesignTokens.Panes.rowSpacing, [row, week, hint])
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

    private static func chips(_ chosen: Set<Int>) -> [ToggleButton] {
        (1...7).map { day in
            let name = TimeCaption.weekday(day)
            let face = Label(String(name.prefix(3)), classes: ["chip-face"])
            face.align(vertical: .center)
            let chip = ToggleButton(face, accessibleLabel: name)
            chip.addClass("chip")
            chip.isOn = chosen.contains(day)
            return chip
        }
    }

    private var change: ReminderTimeText.Change? {
        let change = ReminderTimeText.change(entry.text, of: kind)
        let chosen = Set(days.enumerated().filter(\.element.isOn).map { $0.offset + 1 })
        guard case .time(let minute)? = change, let former, chosen != former else { return change }
        return .weekly(chosen, minute: minute)
    }

    private func showHint() {
        let isReadable = change != nil
        entry.setClass("error", !isReadable)
        save.isSensitive = isReadable
        hint.tell(isReadable ? help : localized("That's not a time. %1", help), .change)
    }

    private func commit() {
        if let change { onSave?(change) }
    }
}
