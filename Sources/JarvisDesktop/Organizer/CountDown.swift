// SPDX-License-Identifier: GPL-3.0-or-later
// The time that is left until something rings, as a stopwatch shows it; always read off the clock, never counted.

import JarvisCore

/// The time left, in whole seconds, rounded up: a fresh timer has its whole length left.
struct CountDown: Equatable {
    var seconds: Int64

    init(seconds: Int64) { self.seconds = max(0, seconds) }

    /// Of a reminder that runs, or that is paused.
    init(_ reminder: Reminder, at now: Timestamp) {
        self.init(reminder.remaining ?? reminder.dueAt.since(now))
    }

    private init(_ left: Duration) {
        let (seconds, rest) = left.components
        self.init(seconds: seconds + (rest > 0 ? 1 : 0))
    }

    /// "4:32", "0:09", and "1:04:32" from an hour on.
    var text: String {
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0
            ? "\(hours):\(minutes.padded()):\((seconds % 60).padded())" : "\(minutes):\((seconds % 60).padded())"
    }

    /// Milliseconds until another whole second is over.
    static func untilNext(_ reminder: Reminder, at now: Timestamp) -> Int {
        let left = reminder.dueAt.millisecondsSinceEpoch - now.millisecondsSinceEpoch
        // One more than the rest: a loop that is a fraction early would show the same second twice.
        return Int((left % 1000 + 1000) % 1000) + 1
    }
}
