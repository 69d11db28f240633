// SPDX-License-Identifier: GPL-3.0-or-later
// Pending reminders in display order.

import JarvisCore

/// Timers, alarms and reminders, sorted.
struct PendingReminders: Equatable {
    /// Ringing reminders first, then running ones, the soonest first, then paused ones.
    private let sorted: [Reminder]

    init(_ reminders: [Reminder] = []) {
        func rank(_ reminder: Reminder) -> Int { reminder.isRinging ? 0 : reminder.isPaused ? 2 : 1 }
        func time(_ reminder: Reminder) -> Timestamp {
            // Paused reminders are sorted by the time they have left.
            reminder.remaining.map { Timestamp(millisecondsSinceEpoch: 0).advanced(by: $0) } ?? reminder.dueAt
        }
        sorted = reminders.sorted {
            (rank($0), time($0), $0.id) < (rank($1), time($1), $1.id)
        }
    }

    var isEmpty: Bool { sorted.isEmpty }

    func all(_ kind: Reminder.Kind) -> [Reminder] { sorted.filter { $0.kind == kind } }

    /// The running timers, soonest first.
    var runningTimers: [Reminder] { all(.timer).filter { !$0.isPaused && !$0.isRinging } }

    /// Milliseconds until the soonest timer shows another second; nil if no timer runs.
    func untilNextSecond(at now: Timestamp) -> Int? {
        runningTimers.first.map { CountDown.untilNext($0, at: now) }
    }
}
