// SPDX-License-Identifier: GPL-3.0-or-later
// Simple recurrences: "every weekday at seven", "every two hours", "on mondays and thursdays", "daily at nine".

package import JarvisCore

/// A spoken recurrence.
package struct Schedule: Hashable, Sendable {
    /// How it recurs.
    package enum Step: Hashable, Sendable {
        /// At an interval in seconds.
        case seconds(Int64)
        /// At an interval in days.
        case days(Int)
        /// On these weekdays, 1 (Monday) … 7 (Sunday).
        case weekdays(Set<Int>)
        /// On this weekday, every second week or less often.
        case weeks(Int, weekday: Int)
        /// On this day of every month; nil if none was said.
        case monthly(MonthDay?)
        /// On several days every few weeks, in steps of months, yearly, or with an end. JARVIS can't schedule these.
        case calendar
    }

    package var step: Step
    /// The time of day; nil if none was said.
    package var time: ClockTime?
    /// The raw value of a `PartOfDay`, such as "morning"; nil if none was said.
    package var partOfDay: String?

    package init(step: Step, time: ClockTime? = nil, partOfDay: String? = nil) {
        self.step = step
        self.time = time
        self.partOfDay = partOfDay
    }

    /// The recurrence to schedule; nil if JARVIS can't schedule it.
    /// - Parameter time: The time of day, for all steps but seconds.
    package func recurrence(at time: ClockTime) -> Recurrence? {
        let minute = time.hour * 60 + time.minute
        switch step {
        case .seconds(let seconds): return .every(seconds: seconds)
        case .days(let count): return .days(count, atMinute: minute)
        case .weekdays(let days): return .weekdays(days, atMinute: minute)
        case .weeks(let count, _): return .days(7 * count, atMinute: minute)
        case .monthly(let day): return day.map { .monthly($0, atMinute: minute) }
        case .calendar: return nil
        }
    }

    /// The first occurrence after `now`; nil if JARVIS can't schedule it.
    package func first(at time: ClockTime, after now: Timestamp, clock: any WallClock) -> Timestamp? {
        let minute = time.hour * 60 + time.minute
        if case .weeks(_, let weekday) = step {
            return Recurrence.weekdays([weekday], atMinute: minute).next(after: now, from: now, clock: clock)
        }
        return recurrence(at: time)?.next(after: now, from: now, clock: clock)
    }

    /// The time of day, with the morning or afternoon decided, or the default time for the part of the day; nil if
    /// neither was said.
    /// - Parameter prefersMorning: Decides an ambiguous time if no part of the day was said. Otherwise seven to eleven
    ///   is the morning.
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

/// Reads recurrences.
package enum SchedulePhrase {
    /// The schedule if all of `words` form one; otherwise nil.
    package static func schedule(of words: some Collection<String>) -> Schedule? {
        ValueParser.whole(words)?.recurrence(0..<words.count).map(Schedule.init)
    }
}

extension Schedule {
    init(_ recurrence: SpokenRecurrence) {
        self.init(
            step: recurrence.isPlain ? Step(recurrence.step) : .calendar, time: recurrence.times.first,
            partOfDay: recurrence.part?.rawValue)
    }
}

extension Schedule.Step {
    /// Becomes `calendar` for steps that JARVIS can't schedule.
    fileprivate init(_ step: SpokenRecurrence.Step) {
        switch step {
        case .every(let length):
            switch (length.months, length.wholeSeconds) {
            case (1, _): self = length.days == 0 && length.seconds == 0 ? .monthly(nil) : .calendar
            case (_, let seconds?) where seconds > 0:
                self = seconds % 86_400 == 0 ? .days(Int(seconds / 86_400)) : .seconds(seconds)
            default: self = .calendar
            }
        case .weekdays(let days, weeks: 1): self = .weekdays(days)
        case .weekdays(let days, let weeks) where days.count == 1:
            self = days.first.map { .weeks(weeks, weekday: $0) } ?? .calendar
        case .monthly(let day, months: 1): self = .monthly(day)
        case .weekdays, .monthly, .yearly, .often: self = .calendar
        }
    }
}
