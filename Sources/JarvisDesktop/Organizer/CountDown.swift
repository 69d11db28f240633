// SPDX-License-Identifier: GPL-3.0-or-later
// The time left until a reminder rings, as a stopwatch shows it. Computed from the clock each time, never counted down.

import JarvisCore

/// The time left in whole seconds, rounded up: a new timer has its whole length left.
struct CountDown: Equatable {
    var seconds: Int64

    init(seconds: Int64) { self.seconds = max(0, seconds) }

    /// For a running or paused reminder.
    init(_ reminder: Reminder, at now: Timestamp) {
        self.init(reminder.remaining ?? reminder.dueAt.since(now))
    }

    private init(_ left: Duration) {
        let (seconds, rest) = left.components
        self.init(seconds: seconds + (rest > 0 ? 1 : 0))
    }

    /// "4:32", "0:09"; from an hour on, "1:04:32".
    var text: String {
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0
            ? "\(hours):\(minutes.padded()):\((seconds % 60).padded())" : "\(minutes):\((seconds % 60).padded())"
    }

    /// Milliseconds until the seconds shown change.
    static func untilNext(_ reminder: Reminder, at now: Timestamp) -> Int {
        let left = reminder.dueAt.millisecondsSinceEpoch - now.millisecondsSinceEpoch
        // One more than the rest, because a timer that fires a fraction early would show the same second twice.
        return Int((left % 1000 + 1000) % 1000) + 1
    }
}
