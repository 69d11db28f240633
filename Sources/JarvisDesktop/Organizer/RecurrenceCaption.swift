// SPDX-License-Identifier: GPL-3.0-or-later
// When something comes again, in the few words of a row.

import JarvisCore

enum RecurrenceCaption {
    /// "Every day", "Every weekday", "Every Monday, Thursday", "Every 2 hours"
    static func text(_ recurrence: Recurrence) -> String {
        switch recurrence {
        case .every(let seconds): length(seconds)
        case .days(let count, _):
            count == 1 ? localized("Every day") : localized("Every %1 day", "Every %1 days", count: count)
        case .weekdays(let days, _): text(days.sorted())
        }
    }

    private static func text(_ days: [Int]) -> String {
        switch days {
        case [1, 2, 3, 4, 5]: localized("Every weekday")
        case [1, 2, 3, 4, 5, 6, 7]: localized("Every day")
        default: localized("Every %1", days.map(TimeCaption.weekday).joined(separator: ", "))
        }
    }

    private static func length(_ seconds: Int64) -> String {
        if seconds % 3600 == 0 { return localized("Every %1 hour", "Every %1 hours", count: Int(seconds / 3600)) }
        if seconds % 60 == 0 { return localized("Every %1 minute", "Every %1 minutes", count: Int(seconds / 60)) }
        return localized("Every %1", CountDown(seconds: seconds).text)
    }
}
