// SPDX-License-Identifier: GPL-3.0-or-later
// The countdown of the next timer on the main screen; a click opens the list. Redraws once a second, and only while a
// timer runs and the pill is visible.

import GioKit
import GtkKit
import JarvisCore
import JarvisDesktopKit
import JarvisPlatform

@MainActor
final class TimerPill {
    let root: Button
    /// Called when the user wants the list of timers.
    var onOpen: (@MainActor () -> Void)?

    private let name = Label(classes: ["callout"])
    private let left = Label(classes: ["callout", "time-figures"])
    private let more = Label(classes: ["callout"])
    private let clock: any WallClock
    private let region: Region
    private var timers: [Reminder] = []
    private var ticking: LoopTimer?

    init(clock: any WallClock = SystemWallClock(), region: Region = Environment.region()) {
        self.clock = clock
        self.region = region
        let icon = Image(icon: "alarm-symbolic", pixels: DesignTokens.Panes.icon)
        icon.setRole(.none)
        let content = Box(.row, spacing: DesignTokens.Panes.rowSpacing, [icon, name, left, more])
        root = Button(content, accessibleLabel: localized("Timers"))
        // The accessible name has the end time, because a screen reader would read a countdown every second.
        for label in [name, left, more] { label.setRole(.none) }
        name.ellipsizes()
        root.addClass("timer-pill")
        root.setTooltip(localized("Timers (Ctrl+T)"))
        root.isVisible = false
        root.onClick { [weak self] in self?.onOpen?() }
        root.connect("map", after: true) { [weak self] _ in self?.tick() }
        root.connect("unmap", after: true) { [weak self] _ in self?.ticking = nil }
    }

    /// True while the pill is visible, which it is while a timer runs.
    var isShown: Bool { root.isVisible }

    func show(_ reminders: [Reminder]) {
        let timers = PendingReminders(reminders).runningTimers
        guard timers != self.timers else { return }
        self.timers = timers
        root.isVisible = !timers.isEmpty
        guard let next = timers.first else { return ticking = nil }
        name.text = next.label.capitalizedFirst
        name.isVisible = !next.label.isEmpty
        more.text = localized("+%1", String(timers.count - 1))
        more.isVisible = timers.count > 1
        let subject = ReminderCaption(next, clock: clock, region: region).subject
        let end = ClockText.time(clock.local(next.dueAt), in: region)
        root.setAccessibleLabel(
            timers.count == 1
                ? localized("Show timers: %1 ends at %2", subject, end)
                : localized("Show timers: %1 ends at %2, and %3 more", subject, end, String(timers.count - 1)))
        tick()
    }

    private func tick() {
        guard let next = timers.first else { return ticking = nil }
        left.text = CountDown(next, at: clock.now()).text
        guard root.isMapped else { return ticking = nil }
        ticking = .once(milliseconds: CountDown.untilNext(next, at: clock.now())) { [weak self] in self?.tick() }
    }
}
