// SPDX-License-Identifier: GPL-3.0-or-later
// The roles of words in values. The grammar in `ValueParser` refers only to roles; each language supplies the words.

/// The role of a word or phrase in a number, duration or time. The raw value is its name in the language's file.
package enum ValueRole: String, Hashable, Sendable, CaseIterable {
    // Numbers
    case cardinal, zero, scale, ordinal, fraction, fractions, group, point, minus, slash, percent, article, definite
    case and, of
    case dash
    case writtenScale = "written-scale"
    case ordinalEnding = "ordinal-ending"
    case belowZero = "below-zero"
    // Durations and measures; the value of a unit is its index in `UnitTable.all`
    case seconds, days, months, unit
    case hourMark = "hour-mark"
    case secondUnit = "second-unit"
    // Times of day; the value of `clock` is in minutes since midnight
    case clock, past, to, am, pm, night, sharp, hundred
    case minutesWord = "minutes-word"
    case oClock = "o-clock"
    case hoursWord = "hours-word"
    case part, daytime
    case barePart = "bare-part"
    // Days
    case day, weekday, weekdays, month, date, easter, feast, next, this, last
    case dayPart = "day-part"
    case shortWeekday = "short-weekday"
    case lastOne = "last-one"
    case afterNext = "after-next"
    case dayWord = "day-word"
    case weekWord = "week-word"
    case weekendWord = "weekend-word"
    case monthWord = "month-word"
    case yearWord = "year-word"
    case quarterWord = "quarter-word"
    case sameMonth = "same-month"
    case `in`, ago, later, from, following, before, on, at, by, `for`, until, since, starting, between, range, hedge
    case inTime = "in-time"
    case fromNow = "from-now"
    case startOf = "start-of"
    case endOf = "end-of"
    case timeWord = "time-word"
    // Recurrences
    case every, other, workdays, weekends, except, times, per
    case eachDay = "each-day"
    case eachHour = "each-hour"
    case eachMonth = "each-month"
    case timesWord = "times-word"
    // Zones
    case zone
    // Sums: what is said of an operation, of one on several numbers, of a multiple, and what money is counted in
    case operation, fold, multiple, currency
}
