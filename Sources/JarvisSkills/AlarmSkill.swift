// SPDX-License-Identifier: GPL-3.0-or-later
// Alarms: ring at a time of day.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct AlarmSkill: Skill {
    let help = CommandHelp(
        skill: "alarm", title: "Alarms", summary: "Wakes you at a time, lists and cancels alarms.",
        examples: [
            "set an alarm for seven thirty a m", "wake me up at six tomorrow", "when is my next alarm",
            "cancel all alarms",
        ], icon: "alarm-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                [
                    "((set|create|make) (an|the|my|another) alarm (for|at)|wake me [up] at) {time} [[on|for] {day}]",
                    "((set|create|make) (an|the|my|another) alarm for|wake me [up]) {day} at {time}",
                    "(set|create|make) (a|an) {time} alarm",
                ],
                typed: [
                    "alarm [for|at] {time} [[on] {day}]", "alarm {day} [at] {time}", "{time} alarm",
                    "(set|create) alarm [for|at] {time} [[on|for] {day}]",
                ], named: "alarm.set", answer: Self.set),
            SkillIntent(
                ["(wake me [up]|set an alarm) in {length:duration}"], named: "alarm.after", answer: Self.setAfter),
            SkillIntent(
                ["(set|create) (an|another) alarm"], typed: ["set alarm", "new alarm"], named: "alarm.ask",
                answer: Self.ask),
            SkillIntent(
                [
                    "(what|which) alarms (are set|do i have)", "(list|show) [me] [all] (the|my) alarms",
                    "when is (the|my) [next] alarm", "do i have (any alarms|an alarm)",
                    "what time is my [next] alarm",
                ], typed: ["(list|show) alarms", "alarms"], named: "alarm.list", answer: Self.list),
            SkillIntent(
                [
                    "(cancel|delete|remove|clear|turn off|stop) (the|my) (alarm|alarms)",
                    "(cancel|delete|remove|clear|turn off|stop) (all|every) [[of] (the|my)] (alarm|alarms)",
                    "(cancel|delete|remove|clear|turn off|stop) (the|my) alarm (for|at) {time}",
                ],
                typed: [
                    "(cancel|delete|remove|clear|stop) (alarm|alarms)",
                    "(cancel|delete|remove|clear|turn off|stop) (the|my) {time} alarm",
                ], named: "alarm.cancel", answer: Self.cancel),
        ]
    }

    func answerFollowUp(_ invocation: SkillInvocation) async throws -> SkillReply? {
        if case .after(let seconds) = WhenPhrase.moment(of: invocation.words) {
            var after = invocation
            after.slots["length"] = .duration(seconds)
            return try await Self.setAfter(after)
        }
        guard let (time, day) = WhenPhrase.time(of: invocation.words) else { return nil }
        return try await Self.set(
            WhenPhrase.narrowed(time, in: invocation.words), day, prefersMorning: false, invocation)
    }

    private static func ask(_ invocation: SkillInvocation) -> SkillReply {
        SkillReply("For what time?", followUp: .dictation)
    }

    private static func set(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let time = invocation.time("time") else { return ask(invocation) }
        return try await set(
            WhenPhrase.narrowed(time, in: invocation.words), invocation.day("day"),
            prefersMorning: invocation.words.contains("wake"), invocation)
    }

    private static func set(
        _ time: ClockTime, _ day: DayReference?, prefersMorning: Bool, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        let resolution = TimeResolution(clock: invocation.services.clock)
        guard let dueAt = resolution.instant(of: time, on: day, prefersMorning: prefersMorning) else {
            return SkillReply("That time has already passed. Please give me a later one.")
        }
        return try await keep(dueAt, invocation)
    }

    private static func setAfter(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let seconds = invocation.duration("length"), seconds > 0, seconds <= 7 * 86_400 else {
            return SkillReply("An alarm can be at most 7 days away.")
        }
        return try await keep(invocation.services.clock.now().advanced(by: .seconds(seconds)), invocation)
    }

    private static func keep(_ dueAt: Timestamp, _ invocation: SkillInvocation) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        let alarm = try await book.add(.alarm, label: "", dueAt: dueAt)
        return SkillReply(
            "Your alarm is set for \(book.when(dueAt)).", values: book.values(dueAt),
            undo: book.undoAdding([alarm], "I've taken the alarm back."))
    }

    private static func list(_ invocation: SkillInvocation) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        let alarms = try await book.pending(.alarm)
        let values = ["count": String(alarms.count)]
        guard let first = alarms.first else { return SkillReply("You have no alarms.", values: values) }
        let isNextOnly = invocation.words.starts(with: ["when"]) || invocation.words.contains("next")
        if alarms.count == 1 || isNextOnly {
            return SkillReply("Your next alarm is \(book.when(first.dueAt, saysToday: true)).", values: values)
        }
        let times = alarms.prefix(5).map { book.when($0.dueAt) }
        return SkillReply("You have \(alarms.count) alarms: \(SpokenFormat.list(times)).", values: values)
    }

    private static func cancel(_ invocation: SkillInvocation) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        let alarms = try await book.pending(.alarm)
        guard !alarms.isEmpty else { return SkillReply("You have no alarms.", values: ["count": "0"]) }
        var wanted = alarms
        if let time = invocation.time("time") {
            wanted = alarms.filter { alarm in
                let due = invocation.services.clock.local(alarm.dueAt)
                let hourFits = due.hour == time.hour || (time.isAmbiguous && due.hour % 12 == time.hour % 12)
                return hourFits && due.minute == time.minute
            }
            if wanted.isEmpty { return SkillReply("You have no alarm at that time.", values: ["count": "0"]) }
        } else if alarms.count > 1, Set(invocation.words).isDisjoint(with: ["all", "every", "alarms"]) {
            return which(alarms, book)
        }
        if wanted.count == 1 {
            return try await remove(wanted, "I've canceled your alarm for \(book.when(wanted[0].dueAt)).", book)
        }
        let all = wanted
        return SkillReply(
            "That's \(all.count) alarms. Shall I cancel all of them?", values: ["count": "0"],
            proposal: DeferredAction { invocation in
                try await remove(all, "I've canceled \(all.count) alarms.", ReminderBook(invocation))
            })
    }

    /// Asks which alarm is meant, by its time.
    private static func which(_ alarms: [Reminder], _ book: ReminderBook) -> SkillReply {
        let times = SpokenFormat.list(alarms.prefix(4).map { book.when($0.dueAt, saysToday: true) }, joiner: "or")
        return SkillReply(
            "You have \(alarms.count) alarms: \(times). Which one?", values: ["count": "0"],
            choices: alarms.map { alarm in
                let when = book.when(alarm.dueAt, saysToday: true)
                let hour = book.services.clock.local(alarm.dueAt).hour
                return SkillChoice([when, String(hour % 12 == 0 ? 12 : hour % 12)]) { invocation in
                    let book = ReminderBook(invocation)
                    return try await remove(
                        [alarm], "I've canceled your alarm for \(book.when(alarm.dueAt)).", book)
                }
            })
    }

    private static func remove(
        _ alarms: [Reminder], _ text: String, _ book: ReminderBook
    ) async throws -> SkillReply {
        try await book.remove(alarms)
        let again = alarms.count == 1 ? "Your alarm is set again." : "Your alarms are set again."
        return SkillReply(text, values: ["count": String(alarms.count)], undo: book.undoRemoving(alarms, again))
    }
}
