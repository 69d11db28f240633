// SPDX-License-Identifier: GPL-3.0-or-later
// Movable feasts.

import JarvisCore

/// A feast with a different date every year.
package struct Feast: Hashable, Sendable {
    private enum Rule: Hashable, Sendable {
        /// Days from Easter Sunday.
        case easter(Int)
        /// The nth such weekday, 1 (Monday) … 7 (Sunday), of a month, plus days.
        case weekday(Int, number: Int, month: Int, plus: Int)
    }

    private let rule: Rule

    /// - Parameter days: Days after Easter Sunday; may be negative.
    init(easter days: Int) { rule = .easter(days) }

    /// - Parameters:
    ///   - number: 1…4; 5 for the last one.
    ///   - days: Days after that weekday.
    init(weekday: Int, number: Int, month: Int, days: Int) {
        rule = .weekday(weekday, number: number, month: month, plus: days)
    }

    package func date(in year: Int) -> CivilDate {
        switch rule {
        case .easter(let days):
            return Self.easterSunday(in: year).adding(days: days)
        case .weekday(let weekday, let number, let month, let plus):
            let first = CivilDate(year: year, month: month, day: 1)
            return first.dayOfMonth(.weekday(weekday, week: number)).adding(days: plus)
        }
    }

    /// Easter Sunday in the Gregorian calendar. Source: the anonymous algorithm of Nature 13 (1876), as in Meeus,
    /// Astronomical Algorithms, chapter 8.
    static func easterSunday(in year: Int) -> CivilDate {
        let (a, b, c) = (year % 19, year / 100, year % 100)
        let (d, e) = (b / 4, b % 4)
        let g = (8 * b + 13) / 25
        let h = (19 * a + b - d - g + 15) % 30
        let (i, k) = (c / 4, c % 4)
        let l = (32 + 2 * e + 2 * i - h - k) % 7
        let m = (a + 11 * h + 19 * l) / 433
        let month = (h + l - 7 * m + 90) / 25
        return CivilDate(year: year, month: month, day: (h + l - 7 * m + 33 * month + 19) % 32)
    }
}
