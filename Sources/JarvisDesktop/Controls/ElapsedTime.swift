// SPDX-License-Identifier: GPL-3.0-or-later
// The time since something began, as a stopwatch shows it; always read off the clock, never counted.

import JarvisCore

/// Seconds since a start.
struct ElapsedTime: Equatable {
    /// Whole seconds that have passed.
    var seconds: Int

    /// - Parameters:
    ///   - start: monotonic seconds.
    ///   - now: monotonic seconds.
    init(from start: Double, to now: Double) {
        seconds = max(0, Int(now - start))
    }

    /// "07:05", and "1:07:05" after an hour.
    var text: String {
        let hours = seconds / 3600
        let rest = "\((seconds / 60 % 60).padded()):\((seconds % 60).padded())"
        return hours > 0 ? "\(hours):\(rest)" : rest
    }

    /// Milliseconds until the text changes: the next whole second after the start.
    static func untilNext(from start: Double, to now: Double) -> Int {
        let elapsed = max(0, now - start)
        // One more than the rest: a timer that is a fraction early would show the same second twice.
        return Int((elapsed.rounded(.down) + 1 - elapsed) * 1000) + 1
    }
}
