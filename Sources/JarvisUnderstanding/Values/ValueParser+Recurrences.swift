// SPDX-License-Identifier: GPL-3.0-or-later
// Parses recurrences: "every other Tuesday", "weekdays except Friday at nine", "every two hours between nine and five",
// "on the first of each month until June", "twice a day".

import JarvisCore

extension ValueParser {
    /// The recurrences that begin at a place, longest first.
    func recurrences(at place: Int) -> [Found<SpokenRecurrence>] {
        var found: [Found<SpokenRecurrence>] = []
        for step in steps(at: place) {
            found += completed(step)
        }
        // "At seven every weekday"
        let start = skip(.at, at: skipHedges(at: place))
        for time in times(at: start) {
            for step in steps(at: time.end) where step.value.step.isByDay && step.value.times.isEmpty {
                var whole = step
                whole.value.times = [step.value.part.map(time.value.inPart) ?? time.value]
                found += completed(whole)
            }
        }
        return longestFirst(found)
    }

    /// The steps that begin at a place, without times, ends and exceptions.
    private func steps(at place: Int) -> [Found<SpokenRecurrence>] {
        var found: [Found<SpokenRecurrence>] = []
        func add(_ end: Int, _ step: SpokenRecurrence.Step, _ part: PartOfDay? = nil) {
            var value = SpokenRecurrence(step: step)
            value.part = part
            found.append(Found(end: end, value: value))
        }
        let start = skip(.on, at: place)
        if let word = terminal(.eachDay, at: start) { add(word.end, .every(CalendarDuration(days: Int(word.number)))) }
        if let word = terminal(.eachHour, at: start) { add(word.end, .every(CalendarDuration(seconds: 3600))) }
        if let word = terminal(.eachMonth, at: start) {
            add(word.end, .monthly(nil, months: Int(word.number)))
            if word.number == 1, let day = dayOfAnyMonth(at: word.end) { add(day.end, .monthly(day.value, months: 1)) }
        }
        if let word = terminal(.workdays, at: start) { add(word.end, .weekdays([1, 2, 3, 4, 5], weeks: 1)) }
        if let word = terminal(.weekends, at: start), words[start].utf8.last == UInt8(ascii: "s") || start == place {
            if !has(.definite, at: place) { add(word.end, .weekdays([6, 7], weeks: 1)) }
        }
        for list in weekdayList(at: start, .weekdays) { add(list.end, .weekdays(list.value.0, weeks: 1), list.value.1) }
        if let every = terminal(.every, at: start) {
            for step in intervals(at: every.end) { found.append(step) }
        }
        found += monthly(at: start) + often(at: place)
        return found
    }

    /// The steps that can follow "every".
    private func intervals(at place: Int) -> [Found<SpokenRecurrence>] {
        var found: [Found<SpokenRecurrence>] = []
        func add(_ end: Int, _ step: SpokenRecurrence.Step, _ part: PartOfDay? = nil) {
            var value = SpokenRecurrence(step: step)
            value.part = part
            found.append(Found(end: end, value: value))
        }
        if let unit = lengthUnit(at: place) { add(unit.end, .every(unit.once)) }
        if let word = terminal(.barePart, at: place), let part = PartOfDay(rawValue: word.text) {
            add(word.end, .every(CalendarDuration(days: 1)), part)
        }
        if let word = terminal(.workdays, at: place) {
            let part = terminal(.barePart, at: word.end)
            add(
                part?.end ?? word.end, .weekdays([1, 2, 3, 4, 5], weeks: 1),
                part.flatMap { PartOfDay(rawValue: $0.text) })
        }
        if let word = terminal(.weekends, at: place) { add(word.end, .weekdays([6, 7], weeks: 1)) }
        if let word = terminal(.quarterWord, at: place), lengthUnit(at: word.end) == nil, !has(.of, at: word.end) {
            add(word.end, .monthly(nil, months: 3))
        }
        let other = terminal(.other, at: place)
        if let other, let unit = lengthUnit(at: other.end) { add(unit.end, .every(unit.once + unit.once)) }
        let count = ordinal(at: place)
        if let count, (3...31).contains(count.value), let unit = lengthUnit(at: count.end) {
            add(unit.end, .every(unit.once.times(count.value)))
        }
        for length in durations(at: place) { add(length.end, .every(length.value)) }
        for (weeks, start) in [(1, place), (2, other?.end ?? -1)] + (count.map { [($0.value, $0.end)] } ?? [])
        where start >= 0 {
            guard start == place || (2...8).contains(weeks) else { continue }
            for list in weekdayList(at: start, .weekday) {
                add(list.end, .weekdays(list.value.0, weeks: weeks), list.value.1)
            }
        }
        for date in monthDay(at: place) {
            if case .yearly = date.value { add(date.end, .yearly(date.value)) }
        }
        if let word = terminal(.date, at: place) ?? terminal(.easter, at: place) ?? terminal(.feast, at: place),
            let day = days(at: place).first(where: { $0.end == word.end })
        {
            add(day.end, .yearly(day.value))
        }
        return found
    }

    /// "monday, wednesday and friday", "mondays and thursdays", "tuesday evening"
    private func weekdayList(at place: Int, _ role: ValueRole) -> [Found<(Set<Int>, PartOfDay?)>] {
        var days: Set<Int> = []
        var end = place
        var found: [Found<(Set<Int>, PartOfDay?)>] = []
        while true {
            let start = days.isEmpty ? place : skip(.on, .every, at: skip(.and, at: end))
            guard let day = terminal(role, at: start) ?? terminal(role == .weekday ? .shortWeekday : role, at: start)
            else { break }
            // "Monday to Friday", "Mondays through Fridays"
            if days.isEmpty, let to = terminal(.range, at: day.end), let last = terminal(role, at: to.end) {
                let (first, last, end) = (Int(day.number), Int(last.number), last.end)
                let range = first <= last ? Set(first...last) : Set(first...7).union(1...last)
                return [Found(end: end, value: (range, nil))]
            }
            days.insert(Int(day.number))
            end = day.end
            found.append(Found(end: end, value: (days, nil)))
        }
        guard !days.isEmpty else { return [] }
        if let word = terminal(.barePart, at: end), let part = PartOfDay(rawValue: word.text) {
            found.append(Found(end: word.end, value: (days, part)))
        }
        return found.reversed()
    }

    // MARK: By the month

    /// "on the first of each month", "every last friday of the month", "every month on the 3rd", "the 15th every month"
    private func monthly(at place: Int) -> [Found<SpokenRecurrence>] {
        var found: [Found<SpokenRecurrence>] = []
        func add(_ end: Int, _ day: MonthDay?, _ months: Int) {
            found.append(Found(end: end, value: SpokenRecurrence(step: .monthly(day, months: months))))
        }
        if let every = terminal(.every, at: place) {
            if let month = terminal(.monthWord, at: every.end) {
                add(month.end, nil, 1)
                if let day = dayOfAnyMonth(at: month.end) { add(day.end, day.value, 1) }
            }
            // "Every last day of the month"
            if let day = dayInMonth(at: every.end), let of = sequenceOf(at: day.end) { add(of, day.value, 1) }
        }
        if let day = dayOfAnyMonth(at: place) {
            let of = skip(.of, .in, at: day.end)
            if let every = terminal(.every, at: of) {
                if let month = terminal(.monthWord, at: every.end) { add(month.end, day.value, 1) }
                let other = terminal(.other, at: every.end)
                if let other, let month = terminal(.monthWord, at: other.end) { add(month.end, day.value, 2) }
                if let count = small(2...11, at: every.end), let unit = terminal(.months, at: count.end),
                    unit.number == 1
                {
                    add(unit.end, day.value, count.value)
                }
            }
            if let word = terminal(.eachMonth, at: day.end), word.number == 1 { add(word.end, day.value, 1) }
        }
        return found
    }

    /// "of the month", "in the month"
    private func sequenceOf(at place: Int) -> Int? {
        let of = skip(.of, .in, at: place)
        return of > place ? terminal(.sameMonth, at: of)?.end : nil
    }

    private func dayOfAnyMonth(at place: Int) -> Found<MonthDay>? {
        let on = skip(.on, at: place)
        let start = skip(.definite, at: on)
        if let day = dayInMonth(at: start) { return day }
        guard start > on, let word = terminal(.endOf, at: on) else { return nil }
        return Found(end: word.end, value: .last)
    }

    /// "twice a day", "three times a week", "once every two hours"
    private func often(at place: Int) -> [Found<SpokenRecurrence>] {
        let count: Int
        let end: Int
        if let word = terminal(.times, at: place) {
            (count, end) = (Int(word.number), word.end)
        } else if let number = small(1...100, at: place), let times = terminal(.timesWord, at: number.end) {
            (count, end) = (number.value, times.end)
        } else {
            return []
        }
        guard let per = terminal(.per, at: end) else { return [] }
        if let unit = lengthUnit(at: per.end) {
            let step = count == 1 ? SpokenRecurrence.Step.every(unit.once) : .often(count, per: unit.once)
            return [Found(end: unit.end, value: SpokenRecurrence(step: step))]
        }
        guard has(.every, at: end), let length = durations(at: per.end).first else { return [] }
        return [Found(end: length.end, value: SpokenRecurrence(step: .often(count, per: length.value)))]
    }

    // MARK: What stands behind

    /// The step alone, and with the times, exceptions, beginning and end that follow it.
    private func completed(_ step: Found<SpokenRecurrence>) -> [Found<SpokenRecurrence>] {
        var found = [step]
        var frontier = [step]
        while let current = frontier.popLast(), found.count < 40 {
            for next in additions(to: current) {
                found.append(next)
                frontier.append(next)
            }
        }
        return found
    }

    private func additions(to step: Found<SpokenRecurrence>) -> [Found<SpokenRecurrence>] {
        var found: [Found<SpokenRecurrence>] = []
        let value = step.value
        func add(_ end: Int, _ change: (inout SpokenRecurrence) -> Void) {
            var next = step
            next.end = end
            change(&next.value)
            found.append(next)
        }
        if value.step.isByDay, value.window.isEmpty {
            let start = skip(.at, at: skipHedges(at: value.times.isEmpty ? step.end : skip(.and, at: step.end)))
            if value.times.isEmpty || start > step.end {
                for time in times(at: start) {
                    add(time.end) { $0.times.append(value.part.map(time.value.inPart) ?? time.value) }
                }
            }
            if value.part == nil, value.times.isEmpty, let word = terminal(.part, at: step.end) {
                add(word.end) { $0.part = PartOfDay(rawValue: word.text) }
            }
        }
        if let except = terminal(.except, at: step.end) {
            let start = skip(.on, at: except.end)
            for list in weekdayList(at: start, .weekday) + weekdayList(at: start, .weekdays) {
                if let kept = value.step.without(list.value.0) { add(list.end) { $0.step = kept } }
            }
            if let word = terminal(.weekends, at: skip(.definite, at: start)), let kept = value.step.without([6, 7]) {
                add(word.end) { $0.step = kept }
            }
        }
        guard value.end == nil, value.start == nil || has(.until, at: step.end), value.window.isEmpty else {
            return found
        }
        for period in periods(at: step.end) {
            guard case .between(let from, let to) = period.value else { continue }
            if let from = from?.time, let to = to?.time {
                add(period.end) { $0.window = [from, to] }
            } else if from?.time == nil, to?.time == nil || from == nil {
                if from == nil, to?.day == nil, let time = to?.time, value.step.isByDay {
                    _ = time
                    continue
                }
                add(period.end) {
                    $0.start = from ?? $0.start
                    $0.end = to
                }
            }
        }
        return found
    }
}

extension ValueParser.LengthUnit {
    /// The duration of one unit.
    var once: CalendarDuration {
        switch role {
        case .months: CalendarDuration(months: Int(number))
        case .days: CalendarDuration(days: Int(number))
        default: CalendarDuration(seconds: number)
        }
    }
}

extension CalendarDuration {
    func times(_ count: Int) -> CalendarDuration {
        CalendarDuration(months: months * count, days: days * count, seconds: seconds * Double(count))
    }
}

extension SpokenRecurrence.Step {
    /// True if it falls on days, so it can have a time of day.
    var isByDay: Bool {
        switch self {
        case .every(let length): length.seconds == 0 && length.months == 0
        case .weekdays, .monthly, .yearly: true
        case .often: false
        }
    }

    /// The step without these weekdays; nil if no day is left or the step has no weekdays.
    func without(_ days: Set<Int>) -> Self? {
        switch self {
        case .weekdays(let kept, let weeks):
            let rest = kept.subtracting(days)
            return rest.isEmpty ? nil : .weekdays(rest, weeks: weeks)
        case .every(CalendarDuration(days: 1)): return .weekdays(Set(1...7).subtracting(days), weeks: 1)
        default: return nil
        }
    }
}
