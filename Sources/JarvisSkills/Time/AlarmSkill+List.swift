// SPDX-License-Identifier: GPL-3.0-or-later
// Which alarms there are, and cancelling them: by their time, by their day, and for one day only.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

extension AlarmSkill {
    static func list(_ invocation: SkillInvocation) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        let all = try await book.pending(.alarm)
        guard !all.isEmpty else { return SkillReply("You have no alarms.", values: ["count": "0"]) }
        let alarms = chosen(all, invocation)
        let values = ["count": String(alarms.count)]
        guard let first = alarms.first else { return SkillReply("You have no alarm then.", values: values) }
        let isNextOnly = invocation.words.starts(with: ["when"]) || invocation.words.contains("next")
        if isNextOnly || alarms.count == 1 && first.recurrence == nil {
            return SkillReply("Your next alarm is \(book.when(first.dueAt, saysToday: true)).", values: values)
        }
        if alarms.count == 1 { return SkillReply("You have an alarm \(book.when(first)).", values: values) }
        let times = alarms.map { book.when($0) }
        return SkillReply("You have \(alarms.count) alarms: \(SpokenFormat.list(times)).", values: values)
    }

    static func cancel(_ invocation: SkillInvocation) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        let alarms = try await book.pending(.alarm)
        guard !alarms.isEmpty else { return SkillReply("You have no alarms.", values: ["count": "0"]) }
        let wanted = chosen(alarms, invocation)
        let isAny = !["time", "day", "when"].contains { invocation.slots[$0] != nil }
        if wanted.isEmpty {
            let text = invocation.time("time") == nil ? "You have no such alarm." : "You have no alarm at that time."
            return SkillReply(text, values: ["count": "0"])
        }
        if isAny, alarms.count > 1, Set(invocation.words).isDisjoint(with: ["all", "every", "alarms"]) {
            return SkillReply(
                "You have \(alarms.count) alarms. Say which one by its time, or say \"cancel all alarms\".",
                values: ["count": "0"])
        }
        if wanted.count == 1, let alarm = wanted.first {
            if isOneOfMany(alarm, invocation) { return try await skip(alarm, book) }
            return try await remove(wanted, "I've canceled your alarm for \(book.when(alarm)).", book)
        }
        return SkillReply(
            "That's \(wanted.count) alarms. Shall I cancel all of them?", values: ["count": "0"],
            proposal: DeferredAction { invocation in
                try await remove(wanted, "I've canceled \(wanted.count) alarms.", ReminderBook(invocation))
            })
    }

    /// Those at the time and on the day that were named; all where none was.
    private static func chosen(_ alarms: [Reminder], _ invocation: SkillInvocation) -> [Reminder] {
        let clock = invocation.services.clock
        let schedule = invocation.schedule("when")
        return alarms.filter { alarm in
            let due = clock.local(alarm.dueAt)
            if let time = invocation.time("time") ?? schedule?.time {
                let hourFits = due.hour == time.hour || (time.isAmbiguous && due.hour % 12 == time.hour % 12)
                guard hourFits, due.minute == time.minute else { return false }
            }
            if let day = invocation.day("day") {
                let date = day.date(from: invocation.today)
                guard CivilDate(due) == date || comes(alarm, on: date.weekday) else { return false }
            }
            switch (schedule?.step, alarm.recurrence) {
            case (nil, _), (.days(1), .days(1, _)): return true
            case (.weekdays(let wanted), .weekdays(let days, _)): return wanted == days
            default: return false
            }
        }
    }

    private static func comes(_ alarm: Reminder, on weekday: Int) -> Bool {
        switch alarm.recurrence {
        case .weekdays(let days, _): days.contains(weekday)
        case .days(1, _): true
        default: false
        }
    }

    /// "No alarm tomorrow" leaves out one of many; "cancel my Monday alarm" means all of them.
    private static func isOneOfMany(_ alarm: Reminder, _ invocation: SkillInvocation) -> Bool {
        guard let day = invocation.day("day"), let recurrence = alarm.recurrence else { return false }
        let date = day.date(from: invocation.today)
        guard CivilDate(invocation.services.clock.local(alarm.dueAt)) == date else { return false }
        guard case .weekday = day, case .weekdays(let days, _) = recurrence else { return true }
        return days.count > 1
    }

    private static func skip(_ alarm: Reminder, _ book: ReminderBook) async throws -> SkillReply {
        let clock = book.services.clock
        let skipped = book.when(alarm.dueAt, saysToday: true)
        guard let next = alarm.next(after: alarm.dueAt, clock: clock) else {
            return try await remove([alarm], "I've canceled your alarm for \(skipped).", book)
        }
        let undo = try await book.change([alarm], undone: "Your alarm rings \(skipped) again.") { current in
            current.next(after: current.dueAt, clock: clock) ?? current
        }
        return SkillReply(
            "I'll leave out your alarm \(skipped). The next one is \(book.when(next.dueAt)).", values: ["count": "1"],
            undo: undo)
    }
}
