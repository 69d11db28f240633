// SPDX-License-Identifier: GPL-3.0-or-later
// Sets repeating reminders.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

extension ReminderSkill {
    /// The shortest interval in seconds. A shorter one would be a nuisance and is likely misheard.
    private static let shortestSeconds: Int64 = 60

    static func remindAgain(_ schedule: Schedule, _ invocation: SkillInvocation) async throws -> SkillReply {
        guard let label = invocation.text("label"), !label.isEmpty else {
            // Remember the schedule as words: the next answer is the label, and the schedule is parsed again.
            let words = invocation.words.drop { $0 == "remind" || $0 == "me" }
            return SkillReply(
                "What should I remind you of?", values: ["schedule": words.joined(separator: " ")],
                followUp: .dictation)
        }
        return try await keep(label, schedule, invocation)
    }

    static func keep(
        _ label: String, _ schedule: Schedule, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        let label = DigitPhrase.written(label)
        let time = schedule.clockTime(prefersMorning: false) ?? ClockTime(hour: 9, minute: 0)
        if case .monthly(nil) = schedule.step {
            return SkillReply(
                "On which day of the month?", values: ["label": label, "monthly": time.canonical], followUp: .dictation)
        }
        let clock = invocation.services.clock
        let now = clock.now()
        guard let recurrence = schedule.recurrence(at: time),
            var dueAt = schedule.first(at: time, after: now, clock: clock)
        else {
            return SkillReply(
                "I can't repeat a reminder like that, only every few hours or days, on weekdays or monthly."
            )
        }
        if case .every(let seconds) = recurrence {
            guard (shortestSeconds...longestSeconds).contains(seconds) else {
                return SkillReply("Reminders can repeat at intervals from one minute to one year.")
            }
            dueAt = now.advanced(by: .seconds(seconds))
        }
        let book = ReminderBook(invocation)
        let reminder = try await book.add(.reminder, label: label, dueAt: dueAt, recurrence: recurrence)
        var values = book.values(dueAt)
        values["label"] = label
        return SkillReply(
            "I'll remind you \(book.when(reminder)): \(label). The first one is \(book.when(dueAt, saysToday: true)).",
            values: values, undo: book.undoAdding([reminder])
        ).about(reminder)
    }
}
