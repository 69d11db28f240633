// SPDX-License-Identifier: GPL-3.0-or-later
// The banner for ringing reminders: a line for each, with buttons to snooze and stop it. It stays while anything rings.

package import GtkKit
package import JarvisAssistant
package import JarvisConversation
import JarvisCore

@MainActor
package final class RingBanner {
    package let root: Widget

    private let rows = Box(.column, spacing: 8)
    private let assistant: Assistant
    private var shown: [Reminder] = []

    package init(_ assistant: Assistant) {
        self.assistant = assistant
        let frame = Box(.column, [rows])
        for name in ["banner", "notice", "filled", "ring"] { frame.addClass(name) }
        frame.setRole(.alert)
        frame.align(horizontal: .fill, vertical: .end)
        frame.isVisible = false
        root = frame
    }

    package func show(_ ringing: Ringing) {
        let reminders = ringing.reminders.map(\.reminder)
        guard reminders != shown else { return }
        shown = reminders
        rows.removeAll()
        for reminder in reminders { rows.append(row(reminder)) }
        if reminders.count > 1 { rows.append(stopAll()) }
        root.setAccessibleLabel(RingText.title(ringing) ?? "")
        root.isVisible = !reminders.isEmpty
    }

    private func row(_ reminder: Reminder) -> Widget {
        let title = RingText.title(reminder)
        let icon = Image(icon: "alarm-symbolic", pixels: 20)
        icon.setRole(.none)
        let label = Label(title, classes: ["banner-text"])
        label.wraps()
        label.setTextAlignment(0)
        label.expand(horizontal: true)
        let snooze = Button(label: localized("Snooze"))
        snooze.setAccessibleLabel(localized("Snooze %1", title))
        snooze.setTooltip(localized("Ring again in 9 minutes (S)"))
        snooze.setAccessibleDescription(localized("Ring again in 9 minutes (S)"))
        snooze.onClick { [assistant] in assistant.send(.ringSnoozeRequested(reminder.id, nil)) }
        let stop = Button(label: localized("Stop"))
        stop.setAccessibleLabel(localized("Stop %1", title))
        stop.setTooltip(localized("Stop ringing (Esc)"))
        stop.onClick { [assistant] in assistant.send(.ringStopRequested(reminder.id)) }
        let buttons = Box(.row, spacing: 8, [snooze, stop])
        let text = Box(.row, spacing: 14, [icon, label])
        let row = StackingRow(text, buttons, share: 0.5, spacing: 14)
        row.expand(horizontal: true)
        return row
    }

    private func stopAll() -> Widget {
        let button = Button(label: localized("Stop all"))
        button.align(horizontal: .end)
        button.onClick { [assistant] in assistant.send(.ringStopRequested(nil)) }
        return button
    }
}
