// SPDX-License-Identifier: GPL-3.0-or-later
// Describes a recurrence in the few words that fit a row.

import JarvisCore
import JarvisDesktopKit

enum RecurrenceCaption {
    /// "Every day", "Every weekday", "Every Monday, Thursday", "Every 2 hours"
    static func text(_ recurrence: Recurrence) -> String {
        switch recurrence {
        case .every(let seconds): length(seconds)
        case .days(let count, _):
            count == 1 ? localized("Every day") : localized("Every %1 day", "Every %1 days", count: count)
        case .weekdays(let days, _): text(days.sorted())
        case .monthly(let day, _): text(day)
        }
    }

    private static func text(_ days: [Int]) -> String {
        switch days {
        case [1, 2, 3, 4, 5]: localized("Every weekday")
        case [1, 2, 3, 4, 5, 6, 7]: localized("Every day")
        // Translators: %1 is one or more weekdays, such as "Monday, Friday".
        default: localized("Every %1", days.map(TimeCaption.weekday).joined(separator: ", "))
        }
    }

    private static func text(_ day: MonthDay) -> String {
        switch day {
        case .date(let date): localized("Monthly on day %1", String(date))
        case .last: localized("Last day of every month")
        case .weekday(let weekday, 1): localized("First %1 of every month", TimeCaption.weekday(weekday))
        case .weekday(let weekday, 2): localized("Second %1 of every month", TimeCaption.weekday(weekday))
        case .weekday(let weekday, 3): localized("Third %1 of every month", TimeCaption.weekday(weekday))
        case .weekday(let weekday, 4): localized("Fourth %1 of every month", TimeCaption.weekday(weekday))
        case .weekday(let weekday, _): localized("Last %1 of every month", TimeCaption.weekday(weekday))
        }
    }

    private static func length(_ seconds: Int64) -> String {
        if seconds % 3600 == 0 { return localized("Every %1 hour", "Every %1 hours", count: Int(seconds / 3600)) }
        if seconds % 60 == 0 { return localized("Every %1 minute", "Every %1 minutes", count: Int(seconds / 60)) }
        // Translators: %1 is a length, such as "1:30:00".
        return localized("Every %1", context: "an interval", CountDown(seconds: seconds).text)
    }
}
