// SPDX-License-Identifier: GPL-3.0-or-later
// Durations as calendars define them: months vary in days, and days in seconds.

/// A spoken duration. Its parts are never negative.
package struct CalendarDuration: Hashable, Sendable {
    package var months = 0
    package var days = 0
    package var seconds = 0.0

    package init(months: Int = 0, days: Int = 0, seconds: Double = 0) {
        self.months = months
        self.days = days
        self.seconds = seconds
    }

    /// The total in seconds, at most 10¹⁰, with days of 86 400 seconds; nil if it includes months, which vary.
    package var wholeSeconds: Int64? {
        months == 0 ? Int64(min(Double(days) * 86_400 + seconds, 1e10).rounded()) : nil
    }

    /// True if it consists of days and months alone, without hours, minutes or seconds.
    package var isByDay: Bool { seconds == 0 && (months > 0 || days > 0) }

    /// "P1M2DT3600S", for diagnostics
    package var canonical: String {
        let date = (months > 0 ? "\(months)M" : "") + (days > 0 ? "\(days)D" : "")
        let rest = seconds.rounded() == seconds ? "\(Int64(min(seconds, 1e15)))" : "\(seconds)"
        return "P" + date + (seconds > 0 || date.isEmpty ? "T\(rest)S" : "")
    }
}
