// SPDX-License-Identifier: GPL-3.0-or-later
// Sets repeating alarms, and snoozes alarms.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

extension AlarmSkill {
    /// Sets a repeating alarm, or asks for its time.
    static func keep(_ schedule: Schedule, _ invocation: SkillInvocation) async throws -> SkillReply {
        var isOften = false
        switch schedule.step {
        case .weekdays, .weeks, .days(1): isOften = true
        case .days, .monthly(.some): break
        case .monthly(nil): return try await askMonthDay(schedule, invocation)
        case .seconds:
            return SkillReply("Alarms can repeat on certain days. For every few hours, set a reminder.")
        case .calendar:
            return SkillReply(
                "I can't repeat an alarm like that, only every few days, on weekdays or monthly.")
        }
        // Don't guess: "every morning" is early for some people and late for others.
        guard schedule.time != nil || !isOften, let time = schedule.clockTime(prefersMorning: true) else {
            return SkillReply(
                "At what time?", values: ["schedule": schedule.step.canonical ?? ""], followUp: .dictation)
        }
        let clock = invocation.services.clock
        let now = clock.now()
        guard let recurrence = schedule.recurrence(at: time),
            let dueAt = schedule.first(at: time, after: now, clock: clock)
        else { return SkillReply("For what time?") }
        let book = ReminderBook(invocation)
        let alarm = try await book.add(.alarm, label: "", dueAt: dueAt, recurrence: recurrence)
        return SkillReply(
            "Your alarm is set for \(book.whenItIs(alarm)). It first rings \(book.when(dueAt, saysToday: true)).",
            values: book.values(dueAt), undo: book.undoAdding([alarm])
        ).about(alarm)
    }

    private static func askMonthDay(_ schedule: Schedule, _ invocation: SkillInvocation) async throws -> SkillReply {
        var values = ["monthly": "yes"]
        if let time = schedule.clockTime(prefersMorning: true) { values["at"] = time.canonical }
        return SkillReply("On which day of the month?", values: values, followUp: .dictation)
    }

    /// Handles the answer to "On which day of the month?": "on the first", "the last day at seven".
    static func answerMonthDay(_ invocation: SkillInvocation) async throws -> SkillReply? {
        guard var schedule = SchedulePhrase.schedule(of: ["every", "month"] + invocation.words),
            case .monthly(.some) = schedule.step
        else { return nil }
        if schedule.time == nil { schedule.time = invocation.previousValues["at"].flatMap(ClockTime.init(canonical:)) }
        return try await keep(schedule, invocation)
    }

    /// Snoozes everything that rings, or else the alarm that was snoozed last.
    static func snooze(_ invocation: SkillInvocation) async throws -> SkillReply {
        let delay = invocation.duration("length").map { Duration.seconds($0) } ?? Reminder.usualSnooze
        guard delay > .zero, delay <= .seconds(86_400) else {
            return SkillReply("I can snooze it for up to 24 hours.")
        }
        let book = ReminderBook(invocation)
        let all = try await invocation.services.reminders.pending()
        let ringing = all.filter(\.isRinging)
        let snoozed = all.filter { $0.snoozedFrom != nil }
        let last = snoozed.max { ($0.snoozedFrom ?? $0.dueAt) < ($1.snoozedFrom ?? $1.dueAt) }
        let wanted = ringing.isEmpty ? last.map { [$0] } ?? [] : ringing
        guard !wanted.isEmpty else {
            return SkillReply("Nothing is ringing. Say \"wake me in ten minutes\" to set an alarm.")
        }
        let now = invocation.services.clock.now()
        let undone = wanted.map { PendingSkill.undone($0, book.whenItIs($0)) }.joined(separator: " ")
        let undo = try await book.change(wanted, undone: undone) { $0.snoozed(for: delay, at: now) }
        let length = SpokenFormat.duration(seconds: delay.components.seconds)
        var reply = SkillReply(
            "OK, again in \(length).", values: ["length": String(delay.components.seconds)],
            undo: ringing.isEmpty ? undo : nil)
        reply.isFinal = !ringing.isEmpty
        return reply
    }
}

extension Schedule.Step {
    /// The step as text, to remember it while JARVIS asks for the time: "days 2", "weekdays 1 5", "weeks 2 5" for
    /// every second Friday, "date 15", "last", or "weekday 1 3" for the third Monday; `nil` for steps other than these.
    fileprivate var canonical: String? {
        switch self {
        case .days(let count): "days \(count)"
        case .weekdays(let days): "weekdays " + days.sorted().map(String.init).joined(separator: " ")
        case .weeks(let count, let weekday): "weeks \(count) \(weekday)"
        case .monthly(.date(let date)?): "date \(date)"
        case .monthly(.last?): "last"
        case .monthly(.weekday(let weekday, week: let week)?): "weekday \(weekday) \(week)"
        case .seconds, .monthly(nil), .calendar: nil
        }
    }

    init?(canonical: String) {
        let words = canonical.split(separator: " ")
        let numbers = words.dropFirst().compactMap { Int($0) }
        switch (words.first, numbers.count) {
        case ("days", 1): self = .days(numbers[0])
        case ("weekdays", 1...): self = .weekdays(Set(numbers))
        case ("weeks", 2): self = .weeks(numbers[0], weekday: numbers[1])
        case ("date", 1): self = .monthly(.date(numbers[0]))
        case ("last", 0): self = .monthly(.last)
        case ("weekday", 2): self = .monthly(.weekday(numbers[0], week: numbers[1]))
        default: return nil
        }
    }
}
