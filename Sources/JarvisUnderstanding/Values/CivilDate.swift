// SPDX-License-Identifier: GPL-3.0-or-later
// Calendar days and their arithmetic (proleptic Gregorian), independent of time zones.

package import JarvisCore

/// A day of the Gregorian calendar.
package struct CivilDate: Hashable, Comparable, Sendable {
    package var year: Int
    /// 1…12
    package var month: Int
    /// 1…31
    package var day: Int

    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    package init(_ local: LocalTime) {
        self.init(year: local.year, month: local.month, day: local.day)
    }

    /// The day with this number; 0 is 1970-01-01.
    package init(dayNumber: Int) {
        // Counts from 0000-03-01 in eras of 400 years, which puts the leap day at the end of its year.
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days since 1970-01-01.
    package var dayNumber: Int { LocalTime.dayNumber(year: year, month: month, day: day) }

    /// 1 (Monday) … 7 (Sunday)
    package var weekday: Int { ((dayNumber + 3) % 7 + 7) % 7 + 1 }

    /// "2026-01-05"
    package var canonical: String {
        "\(year)-\(month.padded())-\(day.padded())"
    }

    /// The ISO 8601 week number, 1…53.
    package var weekOfYear: Int {
        let thursday = adding(days: 4 - weekday)
        return (thursday.dayNumber - CivilDate(year: thursday.year, month: 1, day: 1).dayNumber) / 7 + 1
    }

    /// False for dates such as February 30.
    package var exists: Bool { (1...12).contains(month) && CivilDate(dayNumber: dayNumber) == self }

    /// The years accepted in spoken dates.
    package static let years = 1000...3000

    package func adding(days: Int) -> CivilDate { CivilDate(dayNumber: dayNumber + days) }

    /// The same day of another month, or the last day of a shorter month.
    package func adding(months: Int) -> CivilDate {
        let total = year * 12 + month - 1 + months
        let (newYear, newMonth) = (total >= 0 ? total / 12 : (total - 11) / 12, (total % 12 + 12) % 12 + 1)
        return CivilDate(year: newYear, month: newMonth, day: min(day, Self.length(year: newYear, month: newMonth)))
    }

    /// The number of days in a month.
    package static func length(year: Int, month: Int) -> Int {
        let next =
            month == 12 ? CivilDate(year: year + 1, month: 1, day: 1) : CivilDate(year: year, month: month + 1, day: 1)
        return next.dayNumber - CivilDate(year: year, month: month, day: 1).dayNumber
    }

    /// The given day of this month, or the last if the month is shorter.
    func dayOfMonth(_ day: MonthDay) -> CivilDate {
        let length = Self.length(year: year, month: month)
        switch day {
        case .date(let day): return CivilDate(year: year, month: month, day: min(max(1, day), length))
        case .last: return CivilDate(year: year, month: month, day: length)
        case .weekday(let weekday, let week):
            let first = CivilDate(year: year, month: month, day: 1)
            let date = 1 + (weekday - first.weekday + 7) % 7 + 7 * (week - 1)
            return CivilDate(year: year, month: month, day: week == 5 && date > length ? date - 7 : date)
        }
    }

    package static func < (lhs: CivilDate, rhs: CivilDate) -> Bool { lhs.dayNumber < rhs.dayNumber }
}
