// SPDX-License-Identifier: GPL-3.0-or-later
// Feasts whose date is another one every year.

/// A feast that moves.
package struct Feast: Hashable, Sendable {
    private enum Rule: Hashable, Sendable {
        /// Days from Easter Sunday.
        case easter(Int)
        /// The nth such weekday of a month, 1 (Monday) … 7 (Sunday), with days added.
        case weekday(Int, number: Int, month: Int, plus: Int)
    }

    private let rule: Rule

    /// - Parameter name: In small letters, without apostrophes.
    package init?(_ name: String) {
        guard let rule = Self.rules[name] else { return nil }
        self.rule = rule
    }

    package func date(in year: Int) -> CivilDate {
        switch rule {
        case .easter(let days):
            return Self.easterSunday(in: year).adding(days: days)
        case .weekday(let weekday, let number, let month, let plus):
            let first = CivilDate(year: year, month: month, day: 1)
            return first.adding(days: (weekday - first.weekday + 7) % 7 + 7 * (number - 1) + plus)
        }
    }

    /// Of the Gregorian calendar. Source: the anonymous algorithm of Nature 13 (1876), as in Meeus, Astronomical
    /// Algorithms, chapter 8.
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

    private static let rules: [String: Rule] = [
        "easter": .easter(0), "easter sunday": .easter(0), "easter monday": .easter(1), "good friday": .easter(-2),
        "ash wednesday": .easter(-46), "palm sunday": .easter(-7), "ascension day": .easter(39),
        "pentecost": .easter(49), "whit monday": .easter(50),
        "thanksgiving": .weekday(4, number: 4, month: 11, plus: 0),
        "thanksgiving day": .weekday(4, number: 4, month: 11, plus: 0),
        "black friday": .weekday(4, number: 4, month: 11, plus: 1),
        "labor day": .weekday(1, number: 1, month: 9, plus: 0),
    ]
}
