// SPDX-License-Identifier: GPL-3.0-or-later
// The days on which something comes again, period by period: day, week, month or year. Pure.

import JarvisUnderstanding

/// How much work expanding may still be: calendars come from anywhere, and a rule may be made to run for ever.
struct ExpansionBudget: Sendable {
    var steps: Int
    var isSpent: Bool { steps <= 0 }
}

/// The days of a rule from its first day on.
struct RecurrenceDays: Sendable {
    private static let lastDay = CivilDate(year: 9999, month: 12, day: 31).dayNumber

    let rule: RecurrenceRule
    let first: CivilDate

    /// All days up to `last`, in order, from the first one on.
    /// - Parameter from: where nothing is counted, days long before this one may be left out.
    func days(from: Int, through last: Int, _ budget: inout ExpansionBudget) -> [Int] {
        let start = first.dayNumber
        var days: [Int] = []
        var (period, left) = (0, rule.count ?? .max)
        if rule.count == nil, from > start { period = max(0, periods(start, from) - 1) }
        // The beginning belongs to it, whatever the rule says.
        if period == 0, start <= last {
            days.append(start)
            left -= 1
        }
        while left > 0, beginning(of: period) <= min(last, Self.lastDay) {
            budget.steps -= rule.stepsPerPeriod
            guard !budget.isSpent else { break }
            for day in self.days(of: period) where day > start && left > 0 {
                if day > last { return days }
                days.append(day)
                left -= 1
            }
            period += 1
        }
        return days
    }

    /// How many whole periods there are at least between two days.
    private func periods(_ start: Int, _ end: Int) -> Int {
        let (from, to) = (CivilDate(dayNumber: start), CivilDate(dayNumber: end))
        let count =
            switch rule.frequency {
            case .daily: end - start
            case .weekly: (end - start) / 7
            case .monthly: (to.year - from.year) * 12 + to.month - from.month
            case .yearly: to.year - from.year
            }
        return count / rule.interval
    }

    /// No day of the period is before this one.
    private func beginning(of period: Int) -> Int {
        let step = period * rule.interval
        switch rule.frequency {
        case .daily: return first.dayNumber + step
        case .weekly: return weekBeginning + 7 * step
        case .monthly:
            let (year, month) = month(after: step)
            return CivilDate(year: year, month: month, day: 1).dayNumber
        case .yearly: return CivilDate(year: first.year + step, month: 1, day: 1).dayNumber
        }
    }

    private var weekBeginning: Int { first.dayNumber - (first.weekday - rule.weekStart + 7) % 7 }

    private func month(after count: Int) -> (year: Int, month: Int) {
        let months = first.year * 12 + first.month - 1 + count
        return (months / 12, months % 12 + 1)
    }

    /// The days of a period, in order.
    private func days(of period: Int) -> [Int] {
        let step = period * rule.interval
        let found: [Int]
        switch rule.frequency {
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
        let sorted = Set(found).sorted()
        guard !rule.positions.isEmpty else { return sorted }
        let places = rule.positions.map { $0 > 0 ? $0 - 1 : sorted.count + $0 }
        return Set(places).sorted().filter(sorted.indices.contains).map { sorted[$0] }
    }

    private func days(ofYear year: Int) -> [Int] {
        if rule.months.isEmpty, rule.monthDays.isEmpty, !rule.weekdays.isEmpty {
            let (start, end) = (CivilDate(year: year, month: 1, day: 1), CivilDate(year: year + 1, month: 1, day: 1))
            return weekdays(from: start.dayNumber, to: end.dayNumber)
        }
        let months = rule.months.isEmpty ? (rule.monthDays.isEmpty ? [first.month] : Array(1...12)) : rule.months
        return months.flatMap { days(of: $0, in: year) }
    }

    private func days(of month: Int, in year: Int) -> [Int] {
        let start = CivilDate(year: year, month: month, day: 1).dayNumber
        let next = CivilDate(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1).dayNumber
        let length = next - start
        if !rule.monthDays.isEmpty {
            let days = rule.monthDays.map { $0 > 0 ? $0 : length + 1 + $0 }.filter { (1...length).contains($0) }
            return days.map { start + $0 - 1 }.filter { isWeekday(CivilDate(dayNumber: $0)) }
        }
        if !rule.weekdays.isEmpty { return weekdays(from: start, to: next) }
        return first.day <= length ? [start + first.day - 1] : []
    }

    /// The wanted weekdays of a month or a year, which ends before `end`.
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
        guard isInMonths(date), isWeekday(date) else { return false }
        guard !rule.monthDays.isEmpty else { return true }
        let next = CivilDate(
            year: date.month == 12 ? date.year + 1 : date.year, month: date.month % 12 + 1, day: 1)
        let length = next.dayNumber - CivilDate(year: date.year, month: date.month, day: 1).dayNumber
        return rule.monthDays.contains(date.day) || rule.monthDays.contains(date.day - length - 1)
    }

    private func isInMonths(_ date: CivilDate) -> Bool { rule.months.isEmpty || rule.months.contains(date.month) }

    private func isWeekday(_ date: CivilDate) -> Bool {
        rule.weekdays.isEmpty || rule.weekdays.contains { $0.day == date.weekday }
    }
}
