// SPDX-License-Identifier: GPL-3.0-or-later
// Puts recurrences into words.

import JarvisCore
import JarvisUnderstanding

enum RecurrenceText {
    /// The recurrence in words: "every weekday at 7:30 AM", "every 2 hours", "every Monday and Thursday at noon".
    static func text(_ recurrence: Recurrence, in region: Region) -> String {
        switch recurrence {
        case .every(let seconds):
            let length = SpokenFormat.duration(seconds: seconds)
            // "Every hour", but "every 2 hours" and "every 1 hour and 30 minutes".
            return "every "
                + (length.hasPrefix("1 ") && !length.contains(" and ") ? String(length.dropFirst(2)) : length)
        case .days(let count, let minute):
            let days = count == 1 ? "day" : count == 2 ? "other day" : count == 7 ? "week" : "\(count) days"
            return "every \(days) at \(time(minute, region))"
        case .weekdays(let days, let minute):
            return "every \(names(days)) at \(time(minute, region))"
        case .monthly(let day, let minute):
            return "on the \(name(day)) of every month at \(time(minute, region))"
        }
    }

    /// "15th", "last day", "first Monday"
    private static func name(_ day: MonthDay) -> String {
        switch day {
        case .date(let date): SpokenFormat.ordinal(date)
        case .last: "last day"
        case .weekday(let weekday, let week):
            "\(week == 5 ? "last" : CalendarNames.ordinals[(week - 1) % 4]) \(CalendarNames.weekdays[(weekday - 1) % 7])"
        }
    }

    private static func names(_ days: Set<Int>) -> String {
        switch days.sorted() {
        case [1, 2, 3, 4, 5]: "weekday"
        case [1, 2, 3, 4, 5, 6, 7]: "day"
        case let sorted: SpokenFormat.list(sorted.map { CalendarNames.weekdays[($0 - 1) % 7] })
        }
    }

    private static func time(_ minute: Int, _ region: Region) -> String {
        SpokenFormat.time(hour: minute / 60, minute: minute % 60, in: region)
    }
}
