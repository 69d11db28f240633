// SPDX-License-Identifier: GPL-3.0-or-later
// The time of a timer, alarm or reminder as editable text: the time left for a timer, otherwise the time of day.

import JarvisCore
import JarvisDesktopKit

enum ReminderTimeText {
    /// The longest timer; alarms and reminders serve longer waits.
    static let longestSeconds: Int64 = 24 * 3600

    /// The text to edit: "4:32", "7:30 AM".
    static func text(_ reminder: Reminder, clock: any WallClock, region: Region) -> String {
        reminder.kind == .timer
            ? CountDown(reminder, at: clock.now()).text : ClockText.time(clock.local(reminder.dueAt), in: region)
    }

    /// The change that the text asks for; nil if it can't be parsed.
    static func change(_ text: String, of kind: Reminder.Kind) -> Change? {
        kind == .timer ? seconds(text).map { .length(seconds: $0) } : minute(text).map { .time(minute: $0) }
    }

    /// A change to a reminder's time.
    enum Change: Equatable, Sendable {
        /// A timer's new time left.
        case length(seconds: Int64)
        /// The minute of the local day, 0…1439.
        case time(minute: Int)
        /// The same, on these days of the week, 1 (Monday) … 7 (Sunday); on none of them, only once.
        case weekly(Set<Int>, minute: Int)
    }

    /// Parses "5" (minutes), "4:30" or "1:04:30"; nil for anything else, for zero, and for more than a day.
    static func seconds(_ text: String) -> Int64? {
        let parts = text.filter { !$0.isWhitespace }.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap(number)
        guard numbers.count == parts.count, (1...3).contains(numbers.count) else { return nil }
        guard numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
        let total = numbers.reduce(0) { $0 * 60 + $1 } * (numbers.count == 1 ? 60 : 1)
        return total > 0 && total <= longestSeconds ? total : nil
    }

    /// Parses "7:30", "19:30", "7:30 PM" or "7 pm"; nil for anything else.
    static func minute(_ text: String) -> Int? {
        var figures = text.filter { !$0.isWhitespace && $0 != "." }.lowercased()
        var half: Int?
        for (mark, hours) in marks where figures.hasSuffix(mark) {
            figures.removeLast(mark.count)
            half = hours
            break
        }
        let parts = figures.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap(number).map(Int.init)
        guard numbers.count == parts.count, numbers.count == 2 || numbers.count == 1 && half != nil else { return nil }
        let (hour, minute) = (numbers[0], numbers.count > 1 ? numbers[1] : 0)
        guard minute < 60 else { return nil }
        guard let half else { return hour < 24 ? hour * 60 + minute : nil }
        return (1...12).contains(hour) ? (hour % 12 + half) * 60 + minute : nil
    }

    /// The AM and PM marks after the hour, in the user's language and in English, with the hours that they add.
    private static var marks: [(String, Int)] {
        func mark(_ text: String) -> String { text.filter { !$0.isWhitespace && $0 != "." }.lowercased() }
        let own = [(mark(localized("%1 AM", "")), 0), (mark(localized("%1 PM", "")), 12)]
        return own.filter { !$0.0.isEmpty } + [("am", 0), ("pm", 12)]
    }

    private static func number(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.count <= 4, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Int64(text)
    }
}

extension Reminder {
    /// A copy with another time.
    func changed(_ change: ReminderTimeText.Change, at now: Timestamp, clock: any WallClock) -> Reminder {
        var copy = self
        switch change {
        case .length(let seconds):
            let left = remaining ?? dueAt.since(now)
            let more = Duration.seconds(seconds) - left
            if remaining != nil { copy.remaining = .seconds(seconds) }
            copy.dueAt = dueAt.advanced(by: more)
            copy.basis = .elapsed
        case .time(let minute):
            copy.snoozedFrom = nil
            copy.recurrence = recurrence?.atMinute(minute)
            if basis == .elapsed { copy.basis = .timeOfDay }
            copy.dueAt = Self.time(minute, on: dueAt, after: now, clock)
            // Keeps the day of the next occurrence if possible.
            let (old, new) = (clock.local(dueAt), clock.local(copy.dueAt))
            guard (old.year, old.month, old.day) != (new.year, new.month, new.day) else { break }
            switch copy.recurrence {
            case .weekdays?, .monthly?:
                copy.dueAt = copy.recurrence?.next(after: now, from: copy.dueAt, clock: clock) ?? copy.dueAt
            case .every?, .days?, nil: break
            }
        case .weekly(let days, let minute):
            let rule: Recurrence? =
                days.isEmpty
                ? nil : days.count == 7 ? .days(1, atMinute: minute) : .weekdays(days, atMinute: minute)
            copy.snoozedFrom = nil
            copy.recurrence = rule
            if basis == .elapsed { copy.basis = .timeOfDay }
            let next = rule ?? .days(1, atMinute: minute)
            copy.dueAt = next.next(after: now, from: now, clock: clock)
        }
        return copy
    }

    /// The days of the week on which it rings; empty for once, nil if it repeats in another way.
    var weekdays: Set<Int>? {
        switch recurrence {
        case nil: []
        case .days(1, _)?: Set(1...7)
        case .weekdays(let days, _)?: days
        case .every?, .days?, .monthly?: nil
        }
    }

    /// The instant at this minute of the due day; if that has passed, the next one after `now`.
    private static func time(_ minute: Int, on day: Timestamp, after now: Timestamp, _ clock: any WallClock)
        -> Timestamp
    {
        var local = clock.local(day)
        (local.hour, local.minute, local.second) = (minute / 60, minute % 60, 0)
        let time = clock.instant(of: local)
        return time > now ? time : Recurrence.days(1, atMinute: minute).next(after: now, from: time, clock: clock)
    }
}
