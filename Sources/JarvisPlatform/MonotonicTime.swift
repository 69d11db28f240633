// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the clock for measuring, which changes to the time of day don't affect.

import Glibc

/// Reads the monotonic clock.
public enum MonotonicTime {
    /// Nanoseconds since the computer was started; the same for all processes.
    public static func nanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The moment that is `duration` from now, limited to the maximum.
    public static func nanoseconds(after duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        let (whole, isLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflows) = nanoseconds().addingReportingOverflow(whole &+ attoseconds / 1_000_000_000)
        return isLong || overflows ? .max : sum
    }

    /// `nanoseconds` in seconds.
    public static func seconds() -> Double {
        Double(nanoseconds()) / 1e9
    }
}

extension Duration {
    /// Whole milliseconds, rounded down, never negative.
    public var wholeMilliseconds: Int64 {
        max(0, components.seconds) * 1000 + max(0, components.attoseconds) / 1_000_000_000_000_000
    }
}
