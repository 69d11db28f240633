// SPDX-License-Identifier: GPL-3.0-or-later
// Spoken days, independent of today's date.

package import JarvisCore

/// A day as said, resolved by `date(from:)`.
package indirect enum DayReference: Hashable, Sendable {
    /// This many days from today.
    case offset(Int)
    /// This many months from today, or the last day of a shorter month.
    case months(Int)
    /// The next such weekday, 1 (Monday) … 7 (Sunday); the one of next week with `isNextWeek`, as in "next friday".
    case weekday(Int, isNextWeek: Bool)
    /// The last such weekday before today: "last friday".
    case lastWeekday(Int)
    /// A weekday of the week this many weeks from now.
    case weekdayOfWeek(Int, weeks: Int)
    /// The next occurrence of a day of the year.
    case yearly(month: Int, day: Int)
    /// The next occurrence of a day of the month: "the fifteenth".
    case monthly(Int)
    /// The next such day of the month that falls on this weekday: "Friday the 13th".
    case weekdayOfMonthly(Int, day: Int)
    /// A day of the month this many months from now: "the first of next month".
    case ofMonth(MonthDay, months: Int)
    /// A day of a named month, the next occurrence if no year was said: "the last Friday of November".
    case ofNamedMonth(MonthDay, month: Int, year: Int?)
    /// The next occurrence of a movable feast.
    case feast(Feast)
    /// The occurrence of a feast or a day of the year in this year.
    case inYear(DayReference, Int)
    /// A complete date.
    case exact(CivilDate)
    /// The last day of the month this many months from now.
    case endOfMonth(Int)
    /// A number of months and days from another day: "the day after Christmas".
    case shifted(DayReference, months: Int, days: Int)

    /// The date meant on the day `today`. A weekday is today or one of the next six days; "next friday" is the Friday
    /// of next week.
    package func date(from today: CivilDate) -> CivilDate {
        switch self {
        case .offset(let days):
            return today.adding(days: days)
        case .months(let months):
            return today.adding(months: months)
        case .weekday(let weekday, isNextWeek: false):
            return today.adding(days: (weekday - today.weekday + 7) % 7)
        case .weekday(let weekday, isNextWeek: true):
            return today.adding(days: 7 - today.weekday + weekday)
        case .lastWeekday(let weekday):
            let days = (today.weekday - weekday + 7) % 7
            return today.adding(days: days == 0 ? -7 : -days)
        case .weekdayOfWeek(let weekday, let weeks):
            return today.adding(days: 7 * weeks - today.weekday + weekday)
        case .yearly(let month, let day):
            // Leap days can be up to eight years apart.
            let dates = (0...8).map { CivilDate(year: today.year + $0, month: month, day: day) }
            return dates.first { $0.exists && $0 >= today } ?? today
        case .monthly(let day):
            return months(from: today, count: 3) { CivilDate(year: $0.year, month: $0.month, day: day) } ?? today
        case .weekdayOfMonthly(let weekday, let day):
            // Every day of the month falls on every weekday within four years.
            return months(from: today, count: 100) { month in
                let date = CivilDate(year: month.year, month: month.month, day: day)
                return date.weekday == weekday ? date : nil
            } ?? today
        case .ofMonth(let day, let months):
            let month = CivilDate(year: today.year, month: today.month, day: 1).adding(months: months)
            return month.dayOfMonth(day)
        case .ofNamedMonth(let day, let month, let year):
            if let year { return CivilDate(year: year, month: month, day: 1).dayOfMonth(day) }
            let dates = (0...1).map { CivilDate(year: today.year + $0, month: month, day: 1).dayOfMonth(day) }
            return dates.first { $0 >= today } ?? today
        case .feast(let feast):
            return (0...1).map { feast.date(in: today.year + $0) }.first { $0 >= today } ?? today
        case .inYear(let day, let year):
            return day.date(from: CivilDate(year: year, month: 1, day: 1))
        case .exact(let date):
            return date
        case .endOfMonth(let months):
            return CivilDate(year: today.year, month: today.month, day: 1).adding(months: months + 1).adding(days: -1)
        case .shifted(let day, let months, let days):
            let date = day.date(from: today).adding(months: months).adding(days: days)
            // Not in the past: on Christmas Day, "the day before Christmas" means next year's.
            guard day.recursYearly, date < today else { return date }
            return day.date(from: today).adding(days: 1).next(day).adding(months: months).adding(days: days)
        }
    }

    /// The first existing day, from today on, that `make` returns for this month or one of the following ones.
    private func months(from today: CivilDate, count: Int, _ make: (CivilDate) -> CivilDate?) -> CivilDate? {
        let first = CivilDate(year: today.year, month: today.month, day: 1)
        for step in 0..<count {
            if let date = make(first.adding(months: step)), date.exists, date >= today { return date }
        }
        return nil
    }

    /// True for a day such as "the 31st" if the coming month lacks it and a later month is meant.
    package func skipsMonth(from today: CivilDate) -> Bool {
        guard case .monthly(let day) = self else { return false }
        let month = today.day <= day ? 0 : 1
        let first = CivilDate(year: today.year, month: today.month, day: 1).adding(months: month)
        return !CivilDate(year: first.year, month: first.month, day: day).exists
    }

    /// True if it recurs every year or month, so it can be resolved from another day than today.
    package var recursYearly: Bool {
        switch self {
        case .yearly, .monthly, .feast, .weekdayOfMonthly: true
        case .ofNamedMonth(_, _, let year): year == nil
        case .shifted(let day, _, _): day.recursYearly
        case .offset, .months, .weekday, .lastWeekday, .weekdayOfWeek, .ofMonth, .inYear, .exact, .endOfMonth: false
        }
    }

    /// The last occurrence up to today of a yearly day or a weekday; other days as in `date(from:)`.
    package func pastDate(from today: CivilDate) -> CivilDate {
        switch self {
        case .yearly(let month, let day):
            let dates = (0...8).map { CivilDate(year: today.year - $0, month: month, day: day) }
            return dates.first { $0.exists && $0 <= today } ?? today
        case .ofNamedMonth(let day, let month, nil):
            let dates = (0...1).map { CivilDate(year: today.year - $0, month: month, day: 1).dayOfMonth(day) }
            return dates.first { $0 <= today } ?? today
        case .feast(let feast):
            return (0...1).map { feast.date(in: today.year - $0) }.first { $0 <= today } ?? today
        case .weekday(let weekday, isNextWeek: false):
            return today.adding(days: -((today.weekday - weekday + 7) % 7))
        default: return date(from: today)
        }
    }
}

extension CivilDate {
    fileprivate func next(_ day: DayReference) -> CivilDate { day.date(from: self) }
}
