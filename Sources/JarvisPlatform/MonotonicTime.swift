// SPDX-License-Identifier: GPL-3.0-or-later
// The clock for measuring: it never jumps, whatever happens to the time of day.

import Glibc

/// The monotonic clock.
public enum MonotonicTime {
    /// Nanoseconds since an arbitrary moment (at boot); the same for all processes.
    public static func nanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The moment `duration` from now; the end of time for what is longer than that.
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
