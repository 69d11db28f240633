// SPDX-License-Identifier: GPL-3.0-or-later
// The time since a start, as a stopwatch shows it. Computed from the clock each time, never counted up.

import JarvisCore

/// Seconds since a start.
package struct ElapsedTime: Equatable {
    /// The number of whole seconds that have passed.
    var seconds: Int

    /// - Parameters:
    ///   - start: monotonic seconds.
    ///   - now: monotonic seconds.
    package init(from start: Double, to now: Double) {
        seconds = max(0, Int(now - start))
    }

    /// "07:05"; from an hour on, "1:07:05".
    package var text: String {
        let hours = seconds / 3600
        let rest = "\((seconds / 60 % 60).padded()):\((seconds % 60).padded())"
        return hours > 0 ? "\(hours):\(rest)" : rest
    }

    /// Milliseconds until the text changes, which it does at whole seconds after the start.
    static func untilNext(from start: Double, to now: Double) -> Int {
        let elapsed = max(0, now - start)
        // One more than the rest, because a timer that fires a fraction early would show the same second twice.
        return Int((elapsed.rounded(.down) + 1 - elapsed) * 1000) + 1
    }
}
