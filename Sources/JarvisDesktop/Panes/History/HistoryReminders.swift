// SPDX-License-Identifier: GPL-3.0-or-later
// The pending reminders while the history is open, with a timer for their countdowns.

import GioKit
import JarvisCore
import JarvisDesktopKit

@MainActor
final class HistoryReminders {
    private(set) var pending: [Reminder] = []
    /// Called when the countdowns on the screen are out of date.
    var onTick: (@MainActor () -> Void)?

    private let clock: any WallClock
    private var ticking: LoopTimer?

    init(_ clock: any WallClock) { self.clock = clock }

    /// - Returns: true if the reminders have changed or the timer isn't running.
    func take(_ pending: [Reminder]) -> Bool {
        guard pending != self.pending || ticking == nil else { return false }
        self.pending = pending
        tick()
        return true
    }

    func stop() { ticking = nil }

    /// Runs once a second while a timer is running; otherwise rarely, but often enough to show a new day soon after
    /// midnight.
    private func tick() {
        onTick?()
        let wait = PendingReminders(pending).untilNextSecond(at: clock.now())
        ticking = .once(milliseconds: wait ?? DesignTokens.Panes.calendarMilliseconds) { [weak self] in self?.tick() }
    }
}
