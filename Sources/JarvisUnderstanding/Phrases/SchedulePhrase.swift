// SPDX-License-Identifier: GPL-3.0-or-later
// When something comes again: "every weekday at seven", "every two hours", "on mondays and thursdays", "daily at nine".

package import JarvisCore

/// What comes again, as it was said.
package struct Schedule: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        /// After this number of seconds.
        case seconds(Int64)
        /// Every this number of days.
        case days(Int)
        /// On these days of the week, 1 (Monday) … 7 (Sunday).
        case weekdays(Set<Int>)
        /// On this day of every month; nil where none was said.
        case monthly(MonthDay?)
        /// By several months or by the year, which nothing here can do.
        case calendar
    }

    package var step: Step
    /// nil where none was said.
    package var time: ClockTime?
    /// "morning" and the like, where it was said.
    package var partOfDay: String?

    package init(step: Step, time: ClockTime? = nil, partOfDay: String? = nil) {
        self.step = step
        self.time = time
        self.partOfDay = partOfDay
    }

    /// The recurrence, at `time` where it has one by the day; nil for what nothing here can do.
    package func recurrence(at time: ClockTime) -> Recurrence? {
        let minute = time.hour * 60 + time.minute
        switch step {
        case .seconds(let seconds): return .every(seconds: seconds)
        case .days(let count): return .days(count, atMinute: minute)
        case .weekdays(let days): return .weekdays(days, atMinute: minute)
        case .monthly(let day): return day.map { .monthly($0, atMinute: minute) }
        case .calendar: return nil
        }
    }

    /// The time of day: the one that was said, without doubt about its half of the day, or what the part of the day
    /// suggests; nil where nothing was said.
    package func clockTime(prefersMorning: Bool) -> ClockTime? {
        guard let time else {
            switch partOfDay {
            case "morning": return ClockTime(hour: 9, minute: 0)
            case "afternoon": return ClockTime(hour: 15, minute: 0)
            case "evening", "night": return ClockTime(hour: 20, minute: 0)
            default: return nil
            }
        }
        guard time.isAmbiguous else { return time }
        let isMorning = partOfDay.map { $0 == "morning" } ?? (prefersMorning || (7..<12).contains(time.hour))
        return ClockTime(hour: time.hour % 12 + (isMorning ? 0 : 12), minute: time.minute)
    }
}

/// Reads what comes again.
package enum SchedulePhrase {
    /// The schedule that `words` are, all of them; nil when they are none.
    package static func schedule(of words: some Collection<String>) -> Schedule? {
        let words = Array(words)
        guard !words.isEmpty, words.count <= 14 else { return nil }
        if let plain = step(words[...]) { return plain }
        for split in words.indices.dropFirst() {
            let (head, tail) = (words[..<split], words[split...])
            if var found = step(head), found.isByDay, let time = time(tail) {
                found.time = time
                return found
            }
            if var found = step(tail), found.isByDay, let time = time(head) {
                found.time = time
                return found
            }
        }
        return nil
    }

    private static func time(_ words: ArraySlice<String>) -> ClockTime? {
        TimePhrase.time(of: words.first == "at" ? words.dropFirst() : words)
    }

    /// What comes again, without its time.
    private static func step(_ words: ArraySlice<String>) -> Schedule? {
        var words = words
        if words.first == "on", words.count > 1 { words = words.dropFirst() }
        switch words.joined(separator: " ") {
        case "daily", "every single day": return Schedule(step: .days(1))
        case "hourly": return Schedule(step: .seconds(3600))
        case "yearly", "annually": return Schedule(step: .calendar)
        case "weekday", "weekdays", "workdays", "working days": return Schedule(step: .weekdays([1, 2, 3, 4, 5]))
        case "weekend", "weekends": return Schedule(step: .weekdays([6, 7]))
        default: break
        }
        if let monthly = MonthDayPhrase.monthly(words) { return Schedule(step: .monthly(monthly.day)) }
        guard let first = words.first else { return nil }
        if first == "every" || first == "each" { return interval(words.dropFirst()) ?? days(words.dropFirst(), "") }
        return days(words, "s")
    }

    /// "two hours", "other day", "half hour", "day", "morning", "weekday"
    private static func interval(_ words: ArraySlice<String>) -> Schedule? {
        let phrase = words.joined(separator: " ")
        switch phrase {
        case "day": return Schedule(step: .days(1))
        case "other day", "second day": return Schedule(step: .days(2))
        case "week": return Schedule(step: .days(7))
        case "other week", "second week": return Schedule(step: .days(14))
        case "morning", "afternoon", "evening", "night": return Schedule(step: .days(1), partOfDay: phrase)
        case "weekday", "workday", "working day": return Schedule(step: .weekdays([1, 2, 3, 4, 5]))
        case "weekday morning": return Schedule(step: .weekdays([1, 2, 3, 4, 5]), partOfDay: "morning")
        case "weekend": return Schedule(step: .weekdays([6, 7]))
        case "hour": return Schedule(step: .seconds(3600))
        case "half hour", "half an hour": return Schedule(step: .seconds(1800))
        case "quarter hour", "quarter of an hour": return Schedule(step: .seconds(900))
        case "minute": return Schedule(step: .seconds(60))
        case "other hour", "second hour": return Schedule(step: .seconds(7200))
        case "year", "other month", "quarter": return Schedule(step: .calendar)
        default: break
        }
        if let last = words.last, ["months", "years"].contains(last) { return Schedule(step: .calendar) }
        guard let seconds = DurationPhrase.seconds(of: words), seconds > 0 else { return nil }
        return Schedule(step: seconds % 86_400 == 0 ? .days(Int(seconds / 86_400)) : .seconds(seconds))
    }

    /// "monday", "monday and thursday", "mondays", "friday evening"
    private static func days(_ words: ArraySlice<String>, _ ending: String) -> Schedule? {
        var words = words
        var part: String?
        if let last = words.last, ["morning", "afternoon", "evening", "night"].contains(last) {
            part = last
            words = words.dropLast()
        }
        let names = words.filter { $0 != "and" && $0 != "every" && $0 != "on" }
        let days = names.compactMap { name in
            CalendarNames.weekdays.firstIndex { $0.lowercased() + ending == name }.map { $0 + 1 }
        }
        guard !days.isEmpty, days.count == names.count else { return nil }
        return Schedule(step: .weekdays(Set(days)), partOfDay: part)
    }
}

extension Schedule {
    /// It comes on days, so that it can have a time of day.
    fileprivate var isByDay: Bool {
        switch step {
        case .days, .weekdays, .monthly: time == nil
        case .seconds, .calendar: false
        }
    }
}
