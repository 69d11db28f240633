// SPDX-License-Identifier: GPL-3.0-or-later
// The timers in a widget, each with the time left. Redraws once a second, and only while a timer runs and the widget is
// visible.

import GioKit
import GtkKit
import JarvisCore
import JarvisDesktopKit
import JarvisPlatform

@MainActor
final class WidgetTimers {
    let root: Widget

    private let rows: [Row]
    private let nothing = Label(localized("No timers running"), classes: ["body"])
    private let more = Label(classes: ["footnote", "widget-detail"])
    private let clock: any WallClock
    private let region: Region
    private var timers: [Reminder] = []
    private var ticking: LoopTimer?

    init(clock: any WallClock, region: Region = Environment.region()) {
        self.clock = clock
        self.region = region
        rows = (0..<DesignTokens.Widgets.mostTimers).map { _ in Row() }
        let heading = Label(localized("Timers"), classes: ["widget-heading"])
        for label in [heading, nothing, more] {
            label.wraps()
            label.setTextAlignment(0)
        }
        let card = Box(
            .column, spacing: DesignTokens.Widgets.lineGap, [heading, nothing] + rows.map(\.root) + [more])
        card.addClass("glass-card")
        card.addClass("widget-card")
        card.setRole(.group)
        card.setAccessibleLabel(localized("Timers"))
        root = card
        root.connect("map", after: true) { [weak self] _ in self?.tick() }
        root.connect("unmap", after: true) { [weak self] _ in self?.ticking = nil }
        show([])
    }

    func show(_ reminders: [Reminder]) {
        timers = PendingReminders(reminders).runningTimers
        nothing.isVisible = timers.isEmpty
        for (place, row) in rows.enumerated() {
            row.root.isVisible = place < timers.count
            guard place < timers.count else { continue }
            let timer = timers[place]
            let subject = ReminderCaption(timer, clock: clock, region: region).subject
            row.name.text = timer.label.isEmpty ? subject : timer.label.capitalizedFirst
            // The accessible name has the end time, because a screen reader would read a countdown every second.
            row.root.setAccessibleLabel(
                localized("%1, ends at %2", subject, ClockText.time(clock.local(timer.dueAt), in: region)))
        }
        let others = max(0, timers.count - rows.count)
        more.text = localized("%1 more", "%1 more", count: others)
        more.isVisible = others > 0
        tick()
    }

    private func tick() {
        let now = clock.now()
        for (timer, row) in zip(timers, rows) { row.left.text = CountDown(timer, at: now).text }
        // Timers start at any fraction of a second, so wait for the row that changes first.
        let next = zip(timers, rows).map { timer, _ in CountDown.untilNext(timer, at: now) }.min()
        guard root.isMapped, let next else { return ticking = nil }
        ticking = .once(milliseconds: next) { [weak self] in self?.tick() }
    }

    @MainActor
    private final class Row {
        let root: Box
        let name = Label(classes: ["body"])
        let left = Label(classes: ["body", "time-figures"])

        init() {
            name.ellipsizes()
            name.setTextAlignment(0)
            name.expand(horizontal: true)
            for label in [name, left] { label.setRole(.none) }
            root = Box(.row, spacing: DesignTokens.Widgets.gap, [name, left])
            root.setRole(.group)
        }
    }
}
