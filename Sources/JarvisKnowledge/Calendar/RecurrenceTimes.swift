// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the times of a recurrence one period (second, minute, hour, day, week, month or year) at a time. Pure.

import JarvisUnderstanding

/// The work that an expansion may still do. Calendars come from untrusted sources, and a rule may be crafted to run for
/// ever.
struct ExpansionBudget: Sendable {
    var steps: Int
    var isSpent: Bool { steps <= 0 }
}

/// The times of a rule on the wall clock of its series, starting with the series' first time.
struct RecurrenceTimes {
    private static let lastDay = CivilDate(year: 9999, month: 12, day: 31).dayNumber
    private static let day = CalendarTime.day

    let rule: RecurrenceRule
    let start: CalendarTime
    private let first: CivilDate
    /// The seconds of a day at which a rule of whole days takes place, in order.
    private let secondsOfDay: [Int64]

    init(rule: RecurrenceRule, start: CalendarTime) {
        self.rule = rule
        self.start = start
        first = CivilDate(dayNumber: start.dayNumber)
        // Times of day mean nothing to whole days (RFC 5545, 3.3.10).
        secondsOfDay = start.isDate ? [0] : Self.combined(rule, Int(start.secondOfDay))
    }

    /// All combinations of the rule's hours, minutes and seconds. A part that the rule omits is that of the first time.
    private static func combined(_ rule: RecurrenceRule, _ start: Int) -> [Int64] {
        let hours = rule.hours.isEmpty ? [start / 3600] : rule.hours
        let minutes = rule.minutes.isEmpty ? [start / 60 % 60] : rule.minutes
        let seconds = rule.seconds.isEmpty ? [start % 60] : rule.seconds.map { min($0, 59) }
        let all = hours.flatMap { hour in
            minutes.flatMap { minute in seconds.map { Int64(hour * 3600 + minute * 60 + $0) } }
        }
        return Set(all).sorted()
    }

    /// All times from `from` up to `last`, in order, in seconds since 1970 on the wall clock.
    func times(from: Int64, through last: Int64, _ budget: inout ExpansionBudget) -> [Int64] {
        var times: [Int64] = []
        var (period, left, latest) = (0, rule.count ?? .max, start.seconds)
        if rule.count == nil, from > start.seconds { period = max(0, periods(until: from) - 1) }
        // The first time always belongs to the series, whatever the rule says.
        if period == 0, start.seconds <= last {
            if start.seconds >= from { times.append(start.seconds) }
            left -= 1
        }
        let end = min(last, Int64(Self.lastDay) * Self.day)
        while left > 0 {
            let beginning = beginning(of: period)
            if beginning > end { break }
            budget.steps -= rule.stepsPerPeriod
            guard !budget.isSpent else { break }
            if rule.frequency.seconds != nil, let next = periodOfNextDay(after: beginning) {
                period = max(next, period + 1)
                continue
            }
            for time in self.times(of: period, beginning) where time > latest && left > 0 {
                if time > last { return times }
                if time >= from { times.append(time) }
                latest = time
                left -= 1
            }
            period += 1
        }
        return times
    }

    /// A lower bound on the number of whole periods until a time.
    private func periods(until end: Int64) -> Int {
        let (from, to) = (first, CivilDate(dayNumber: CalendarTime(seconds: end, zone: .utc).dayNumber))
        let days = to.dayNumber - from.dayNumber
        let count =
            switch rule.frequency {
            case .secondly, .minutely, .hourly: Int((end - start.seconds) / (rule.frequency.seconds ?? 1))
            case .daily: days
            case .weekly: days / 7
            case .monthly: (to.year - from.year) * 12 + to.month - from.month
            case .yearly: to.year - from.year
            }
        return count / rule.interval
    }

    /// The earliest possible time of the period.
    private func beginning(of period: Int) -> Int64 {
        let (step, isOver) = period.multipliedReportingOverflow(by: rule.interval)
        // More than any calendar lasts.
        if isOver || step > (rule.frequency.seconds == nil ? 4_000_000 : 400_000_000_000) { return .max }
        let number: Int
        switch rule.frequency {
        case .secondly, .minutely, .hourly:
            let unit = rule.frequency.seconds ?? 1
            return start.seconds - start.secondOfDay % unit + Int64(step) * unit
        case .daily: number = first.dayNumber + step
        case .weekly: number = weekBeginning + 7 * step
        case .monthly:
            let (year, month) = month(after: step)
            number = CivilDate(year: year, month: month, day: 1).dayNumber
        case .yearly: number = CivilDate(year: first.year + step, month: 1, day: 1).dayNumber
        }
        return Int64(number) * Self.day
    }

    private var weekBeginning: Int { first.dayNumber - (first.weekday - rule.weekStart + 7) % 7 }

    private func month(after count: Int) -> (year: Int, month: Int) {
        let months = first.year * 12 + first.month - 1 + count
        return (months / 12, months % 12 + 1)
    }

    /// For a rule of hours, minutes or seconds, the first period of the next day if nothing happens on this one.
    private func periodOfNextDay(after beginning: Int64) -> Int? {
        let today = CalendarTime(seconds: beginning, zone: .utc).dayNumber
        if isWanted(CivilDate(dayNumber: today)) { return nil }
        let unit = (rule.frequency.seconds ?? 1) * Int64(rule.interval)
        let away = Int64(today + 1) * Self.day - self.beginning(of: 0)
        return Int((away + unit - 1) / unit)
    }

    /// The times of a period, in order.
    private func times(of period: Int, _ beginning: Int64) -> [Int64] {
        let all =
            if let unit = rule.frequency.seconds {
                times(from: beginning, unit)
            } else {
                days(of: period).flatMap { day in secondsOfDay.map { Int64(day) * Self.day + $0 } }
            }
        guard !rule.positions.isEmpty else { return all }
        let places = rule.positions.map { $0 > 0 ? $0 - 1 : all.count + $0 }
        return Set(places).sorted().filter(all.indices.contains).map { all[$0] }
    }

    /// The times within an hour, a minute or a second.
    private func times(from beginning: Int64, _ unit: Int64) -> [Int64] {
        let day = beginning - CalendarTime(seconds: beginning, zone: .utc).secondOfDay
        let second = Int(beginning - day)
        func isWithin(_ values: [Int], _ value: Int) -> Bool { values.isEmpty || values.contains(value) }
        guard isWithin(rule.hours, second / 3600), unit == 3600 || isWithin(rule.minutes, second / 60 % 60),
            unit > 1 || isWithin(rule.seconds, second % 60)
        else { return [] }
        if unit == 1 { return [beginning] }
        let ownSecond = Int(start.secondOfDay % 60)
        let seconds = rule.seconds.isEmpty ? [ownSecond] : Set(rule.seconds.map { min($0, 59) }).sorted()
        if unit == 60 { return seconds.map { beginning + Int64($0) } }
        let minutes = rule.minutes.isEmpty ? [Int(start.secondOfDay / 60 % 60)] : rule.minutes.sorted()
        return minutes.flatMap { minute in seconds.map { beginning + Int64(minute * 60 + $0) } }
    }

    /// The days of a period, in order.
    private func days(of period: Int) -> [Int] {
        let step = period * rule.interval
        let found: [Int]
        switch rule.frequency {
        case .secondly, .minutely, .hourly: found = []
        case .daily:
            let date = first.adding(days: step)
            found = isWanted(date) ? [date.dayNumber] : []
        case .weekly:
            let days = rule.weekdays.isEmpty ? [first.weekday] : rule.weekdays.map(\.day)
            found = days.map { weekBeginning + 7 * step + ($0 - rule.weekStart + 7) % 7 }
                .filter { isInMonths(CivilDate(dayNumber: $0)) }
        case .monthly:
            let (year, month) = month(after: step)
            found = rule.months.isEmpty || rule.months.contains(month) ? days(of: month, in: year) : []
        case .yearly: found = days(ofYear: first.year + step)
        }
        return Set(found).sorted()
    }

    private func days(ofYear year: Int) -> [Int] {
        if !rule.weekNumbers.isEmpty || !rule.yearDays.isEmpty { return numberedDays(of: year) }
        if rule.months.isEmpty, rule.monthDays.isEmpty, !rule.weekdays.isEmpty {
            let (start, end) = (CivilDate(year: year, month: 1, day: 1), CivilDate(year: year + 1, month: 1, day: 1))
            return weekdays(from: start.dayNumber, to: end.dayNumber)
        }
        let months = rule.months.isEmpty ? (rule.monthDays.isEmpty ? [first.month] : Array(1...12)) : rule.months
        return months.flatMap { days(of: $0, in: year) }
    }

    /// The days of a year that are given by their number or that of their week.
    private func numberedDays(of year: Int) -> [Int] {
        let start = CivilDate(year: year, month: 1, day: 1).dayNumber
        let end = CivilDate(year: year + 1, month: 1, day: 1).dayNumber
        let weeks = rule.weekNumbers.isEmpty ? nil : self.weeks(around: year)
        // A week alone means the weekday of the first time.
        let needsWeekday = rule.yearDays.isEmpty && rule.monthDays.isEmpty && rule.weekdays.isEmpty
        return (start..<end).filter { day in
            if let weeks, !weeks.contains(where: { $0.contains(day) }) { return false }
            if !rule.yearDays.isEmpty, !isInYearDays(day, start, end) { return false }
            let date = CivilDate(dayNumber: day)
            if needsWeekday, date.weekday != first.weekday { return false }
            return isInMonths(date) && isWeekday(date) && isInMonthDays(date)
        }
    }

    /// The chosen weeks that have days in a year. A week belongs to the year that has most of its days.
    private func weeks(around year: Int) -> [Range<Int>] {
        (year - 1...year + 1).flatMap { year -> [Range<Int>] in
            let (start, next) = (firstWeek(of: year), firstWeek(of: year + 1))
            let count = (next - start) / 7
            return rule.weekNumbers.map { $0 > 0 ? $0 - 1 : count + $0 }.filter { (0..<count).contains($0) }
                .map { start + 7 * $0..<start + 7 * $0 + 7 }
        }
    }

    private func firstWeek(of year: Int) -> Int {
        let day = CivilDate(year: year, month: 1, day: 1)
        let before = (day.weekday - rule.weekStart + 7) % 7
        return day.dayNumber - before + (before > 3 ? 7 : 0)
    }

    private func isInYearDays(_ day: Int, _ start: Int, _ end: Int) -> Bool {
        rule.yearDays.contains(day - start + 1) || rule.yearDays.contains(day - end)
    }

    private func days(of month: Int, in year: Int) -> [Int] {
        let start = CivilDate(year: year, month: month, day: 1).dayNumber
        let next = CivilDate(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1).dayNumber
        let length = next - start
        if rule.monthDays.isEmpty, !rule.weekdays.isEmpty { return weekdays(from: start, to: next) }
        let wanted = rule.monthDays.isEmpty ? [first.day] : rule.monthDays
        let days = wanted.compactMap { number -> Int? in
            let day = number > 0 ? number : length + 1 + number
            if (1...length).contains(day) { return day }
            switch rule.skip {
            case .omit: return nil
            case .backward: return day > length ? length : nil
            case .forward: return day > length ? length + 1 : nil
            }
        }
        let all = days.map { start + $0 - 1 }
        return rule.monthDays.isEmpty ? all : all.filter { isWeekday(CivilDate(dayNumber: $0)) }
    }

    /// The matching weekdays of a month or a year, which ends before `end`.
    private func weekdays(from start: Int, to end: Int) -> [Int] {
        rule.weekdays.flatMap { wanted -> [Int] in
            let first = start + (wanted.day - CivilDate(dayNumber: start).weekday + 7) % 7
            let all = Array(stride(from: first, to: end, by: 7))
            guard wanted.ordinal != 0 else { return all }
            let place = wanted.ordinal > 0 ? wanted.ordinal - 1 : all.count + wanted.ordinal
            return all.indices.contains(place) ? [all[place]] : []
        }
    }

    private func isWanted(_ date: CivilDate) -> Bool {
        guard isInMonths(date), isWeekday(date), isInMonthDays(date) else { return false }
        guard !rule.yearDays.isEmpty else { return true }
        let start = CivilDate(year: date.year, month: 1, day: 1).dayNumber
        return isInYearDays(date.dayNumber, start, CivilDate(year: date.year + 1, month: 1, day: 1).dayNumber)
    }

    private func isInMonthDays(_ date: CivilDate) -> Bool {
        guard !rule.monthDays.isEmpty else { return true }
        let length = CivilDate.length(year: date.year, month: date.month)
        return rule.monthDays.contains(date.day) || rule.monthDays.contains(date.day - length - 1)
    }

    private func isInMonths(_ date: CivilDate) -> Bool { rule.months.isEmpty || rule.months.contains(date.month) }

    /// Whether it is one of the weekdays. Beside days of the month, "-1FR" is only the last Friday of the month or year.
    private func isWeekday(_ date: CivilDate) -> Bool {
        rule.weekdays.isEmpty
            || rule.weekdays.contains { wanted in
                wanted.day == date.weekday && (wanted.ordinal == 0 || isAt(wanted.ordinal, date))
            }
    }

    private func isAt(_ ordinal: Int, _ date: CivilDate) -> Bool {
        let place: Int
        let length: Int
        switch rule.frequency {
        case .monthly,
            .yearly where !rule.months.isEmpty:
            (place, length) = (date.day, CivilDate.length(year: date.year, month: date.month))
        case .yearly:
            let start = CivilDate(year: date.year, month: 1, day: 1).dayNumber
            place = date.dayNumber - start + 1
            length = CivilDate(year: date.year + 1, month: 1, day: 1).dayNumber - start
        case .secondly, .minutely, .hourly, .daily, .weekly: return true
        }
        return ordinal > 0 ? (place - 1) / 7 + 1 == ordinal : (length - place) / 7 + 1 == -ordinal
    }
}
