// SPDX-License-Identifier: GPL-3.0-or-later
// What is pending while the history is open, and the clock that counts it down there.

import GioKit
import JarvisCore

@MainActor
final class HistoryReminders {
    private(set) var pending: [Reminder] = []
    /// What is shown of the time that is left is old.
    var onTick: (@MainActor () -> Void)?

    private let clock: any WallClock
    private var ticking: LoopTimer?

    init(_ clock: any WallClock) { self.clock = clock }

    /// - Returns: false when nothing has changed.
    func take(_ pending: [Reminder]) -> Bool {
        guard pending != self.pending || ticking == nil else { return false }
        self.pending = pending
        tick()
        return true
    }

    func stop() { ticking = nil }

    /// Once a second while a timer runs; otherwise so seldom that nothing is wrong for long after midnight.
    private func tick() {
        onTick?()
        let wait = PendingReminders(pending).untilNextSecond(at: clock.now())
        ticking = .once(milliseconds: wait ?? DesignTokens.Panes.calendarMilliseconds) { [weak self] in self?.tick() }
    }
}
