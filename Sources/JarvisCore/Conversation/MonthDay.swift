// SPDX-License-Identifier: GPL-3.0-or-later
// A day of every month: a date, the last day, or a weekday such as "the first monday".

/// A day within any month.
public enum MonthDay: Hashable, Sendable {
    /// 1…31; in shorter months, their last day.
    case date(Int)
    case last
    /// 1 (Monday) … 7 (Sunday), first to fourth of the month; `week` 5 is the last one.
    case weekday(Int, week: Int)

    /// The date in a given month.
    /// - Parameter firstWeekday: The weekday on which the month begins, 1 (Monday) … 7 (Sunday).
    func date(year: Int, month: Int, firstWeekday: Int) -> Int {
        let length = Self.length(year: year, month: month)
        switch self {
        case .date(let date): return min(max(1, date), length)
        case .last: return length
        case .weekday(let weekday, let week):
            let first = 1 + (weekday - firstWeekday + 7) % 7
            let date = first + 7 * (min(max(1, week), 5) - 1)
            return date > length ? date - 7 : date
        }
    }

    private static func length(year: Int, month: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
