// SPDX-License-Identifier: GPL-3.0-or-later
// The card for what rings, in the middle of the main screen: what it is and since when, a large button to stop it, and
// one to snooze it. Whatever else rings is a small list below.

package import GtkKit
package import JarvisAssistant
package import JarvisConversation
package import JarvisCore

@MainActor
package final class RingCard {
    package let root: Widget

    private let bell = RingingBell()
    private let title = Label(classes: ["ring-title"])
    private let detail = Label(classes: ["ring-detail"])
    private let stop = Button(label: localized("Stop"))
    private let snooze = Button(label: localized("Snooze"))
    private let others = Box(.column, spacing: DesignTokens.Panes.rowSpacing)
    private let assistant: Assistant
    private let clock: any WallClock
    private var shown: [Reminder] = []

    package init(_ assistant: Assistant, clock: any WallClock) {
        self.assistant = assistant
        self.clock = clock
        for label in [title, detail] {
            label.wraps()
            label.centersLines()
            label.setRole(.none)
        }
        stop.addClass("ring-stop")
        snooze.addClass("ring-snooze")
        // Without tooltips: the card appears where the pointer may rest, and the line below the buttons names the keys.
        snooze.setAccessibleDescription(localized("Ring again in 9 minutes (S)"))
        let buttons = WrapBox(spacing: DesignTokens.Ringing.spacing, [stop, snooze])
        buttons.align(horizontal: .center)
        others.addClass("ring-others")
        let column = Box(
            .column, spacing: DesignTokens.Ringing.spacing, [bell.root, title, detail, buttons, others])
        column.addClass("ring-card")
        column.setRole(.alert)
        column.isVisible = false
        root = column
        stop.onClick { [weak self] in self?.send { .ringStopRequested($0) } }
        snooze.onClick { [weak self] in self?.send { .ringSnoozeRequested($0, nil) } }
    }

    package func show(_ ringing: Ringing) {
        let reminders = ringing.reminders.map(\.reminder)
        guard reminders != shown else { return }
        shown = reminders
        root.setAccessibleLabel(RingText.title(ringing) ?? "")
        root.isVisible = !reminders.isEmpty
        guard let first = reminders.first else { return }
        let isRoomy = TextScale.current < DesignTokens.Ringing.largestTextWithBell
        bell.root.isVisible = isRoomy
        let name = RingText.title(first, clock: clock)
        title.text = RingText.name(first, clock: clock)
        detail.text = RingText.detail(first, clock: clock)
        detail.isVisible = !detail.text.isEmpty
        stop.setAccessibleLabel(localized("Stop %1", name))
        snooze.setAccessibleLabel(localized("Snooze %1", name))
        others.removeAll()
        others.isVisible = reminders.count > 1
        let rest = reminders.dropFirst()
        let listed = isRoomy ? DesignTokens.Ringing.listed : 0
        for reminder in rest.prefix(listed) { others.append(row(reminder)) }
        if !rest.isEmpty { others.append(stopAll(hidden: rest.count - listed)) }
    }

    private func send(_ event: (String) -> AssistantEvent) {
        if let first = shown.first { assistant.send(event(first.id)) }
    }

    private func row(_ reminder: Reminder) -> Widget {
        let name = RingText.title(reminder, clock: clock)
        let label = Label(name, classes: ["banner-text"])
        label.wraps()
        label.setTextAlignment(0)
        label.expand(horizontal: true)
        let stop = Button(label: localized("Stop"))
        stop.setAccessibleLabel(localized("Stop %1", name))
        stop.align(vertical: .center)
        stop.onClick { [assistant] in assistant.send(.ringStopRequested(reminder.id)) }
        let row = Box(.row, spacing: DesignTokens.Ringing.spacing, [label, stop])
        row.expand(horizontal: true)
        return row
    }

    /// - Parameter hidden: how many more ring than are listed.
    private func stopAll(hidden: Int) -> Widget {
        let label = Label(hidden > 0 ? localized("+%1", String(hidden)) : "", classes: ["banner-text"])
        label.setTextAlignment(0)
        label.expand(horizontal: true)
        let button = Button(label: localized("Stop all"))
        button.onClick { [assistant] in assistant.send(.ringStopRequested(nil)) }
        return Box(.row, spacing: DesignTokens.Ringing.spacing, [label, button])
    }
}
