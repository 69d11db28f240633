// SPDX-License-Identifier: GPL-3.0-or-later
// How a reminder repeats: after an interval, or at a local time of day that daylight saving does not shift.

/// How a reminder repeats.
public enum Recurrence: Hashable, Sendable {
    /// This many seconds after the last time.
    case every(seconds: Int64)
    /// Every given number of days, at this minute of the local day.
    case days(Int, atMinute: Int)
    /// On these days of the week, 1 (Monday) … 7 (Sunday), at this minute of the local day.
    case weekdays(Set<Int>, atMinute: Int)
    /// On this day of every month, at this minute of the local day.
    case monthly(MonthDay, atMinute: Int)

    /// The first occurrence after `now`; missed ones are skipped.
    /// - Parameter due: Any earlier or later occurrence to count from.
    public func next(after now: Timestamp, from due: Timestamp, clock: any WallClock) -> Timestamp {
        switch self {
        case .every(let seconds):
            let step = max(1, seconds)
            let passed = max(-1, now.since(due).components.seconds / step)
            let first = due.advanced(by: .seconds((passed + 1) * step))
            return first > now ? first : first.advanced(by: .seconds(step))
        case .days(let count, let minute):
            let count = max(1, count)
            // If the clock was set back, `due` may be ahead of it, so the search also steps backwards.
            let days = Int(now.since(due).components.seconds / 86_400)
            var step = (days / count - (days < 0 ? 3 : 1)) * count
            if days >= 0 { step = max(0, step) }
            while true {
                let time = Self.instant(due, days: step, minute, clock)
                if time > now { return time }
                step += count
            }
        case .weekdays(let days, let minute):
            for step in 0...7 {
                let time = Self.instant(now, days: step, minute, clock)
                if time > now, days.contains(clock.local(time).weekday) { return time }
            }
            return Self.instant(now, days: 1, minute, clock)
        case .monthly(let day, let minute):
            var month = clock.local(now)
            (month.hour, month.minute, month.second) = (minute / 60, minute % 60, 0)
            while true {
                month.day = 1
                let first = clock.local(clock.instant(of: month)).weekday
                month.day = day.date(year: month.year, month: month.month, firstWeekday: first)
                let time = clock.instant(of: month)
                if time > now { return time }
                (month.year, month.month) = (month.year + month.month / 12, month.month % 12 + 1)
            }
        }
    }

    /// The minute of the local day at which it occurs; nil for intervals.
    public var minute: Int? {
        switch self {
        case .every: nil
        case .days(_, let minute), .weekdays(_, let minute), .monthly(_, let minute): minute
        }
    }

    /// The same rule at another minute of the day; intervals stay as they are.
    public func atMinute(_ minute: Int) -> Recurrence {
        switch self {
        case .every: self
        case .days(let count, _): .days(count, atMinute: minute)
        case .weekdays(let days, _): .weekdays(days, atMinute: minute)
        case .monthly(let day, _): .monthly(day, atMinute: minute)
        }
    }

    /// This minute of the day, `days` days after `start`.
    private static func instant(_ start: Timestamp, days: Int, _ minute: Int, _ clock: any WallClock) -> Timestamp {
        var day = clock.local(start).adding(days: days, clock)
        (day.hour, day.minute, day.second) = (minute / 60, minute % 60, 0)
        return clock.instant(of: day)
    }
}
