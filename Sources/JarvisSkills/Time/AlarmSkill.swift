// SPDX-License-Identifier: GPL-3.0-or-later
// Sets alarms: by time of day, by day, or after a length of time.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct AlarmSkill: Skill {
    let allowsDryRun = true
    let help = CommandHelp(
        skill: "alarm", title: "Alarms", summary: "Sets, lists, snoozes and cancels alarms.",
        examples: [
            "set an alarm for seven thirty a m", "wake me up at six tomorrow", "wake me up every weekday at seven",
            "when is my next alarm", "snooze the alarm", "cancel all alarms",
        ], icon: "alarm-symbolic")

    func amendment(of subject: String) -> DeferredAction? { PendingSkill.amendment(of: subject) }

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .adds,
                [
                    "((set|create|make) (an|the|my|another) alarm (for|at)|wake me [up] at) {time} [[on|for] {day}]",
                    "((set|create|make) (an|the|my|another) alarm for|wake me [up]) {day} at {time}",
                    "(set|create|make) (a|an) {time} alarm", "(wake me [up]|set an alarm [for]) {when:schedule}",
                ],
                typed: [
                    "alarm {when:schedule}", "{when:schedule} alarm", "{when:schedule} wake me [up]",
                    "alarm [for|at] {time} [[on] {day}]", "alarm {day} [at] {time}", "{time} alarm",
                    "(set|create) alarm [for|at] {time} [[on|for] {day}]",
                ], named: "alarm.set", answer: Self.set),
            SkillIntent(
                .adds, ["(wake me [up]|set an alarm) in {length:duration}"], named: "alarm.after", answer: Self.setAfter
            ),
            SkillIntent(
                .adds, [],
                typed: [
                    "(set an alarm|set my alarm|set the alarm|wake me [up]) [for] {length:duration} "
                        + "before [the|my|our] "
                        + "{event:text}"
                ], answer: Self.setBefore),
            SkillIntent(
                .adds, ["(set|create) (an|another) alarm"], typed: ["set alarm", "new alarm"], named: "alarm.ask",
                answer: Self.ask),
            SkillIntent(
                .tells,
                [
                    "(what|which) alarms (are set|do i have)", "(list|show) [me] [all] (the|my) alarms",
                    "when is (the|my) [next] alarm", "do i have (any alarms|an alarm)",
                    "what time is my [next] alarm",
                ],
                typed: [
                    "(list|show) alarms", "alarms",
                    "(go over|review|run through) [all] my alarms",
                    "how {question:text} (until|till|before) (the|my) [next] alarm [goes off|rings]",
                ], named: "alarm.list", answer: Self.list),
            SkillIntent(
                .removes,
                [
                    "(cancel|delete|remove|clear|turn off|stop) (the|my) (alarm|alarms)",
                    "(cancel|delete|remove|clear|turn off|stop) (all|every) [[of] (the|my)] (alarm|alarms)",
                    "(cancel|delete|remove|clear|turn off|stop) (the|my) alarm (for|at) {time}",
                ],
                typed: [
                    "(cancel|delete|remove|clear|stop) (alarm|alarms)", "call (the|my) (alarm|alarms) off",
                    "(cancel|delete|remove|clear|turn off|stop) (the|my) {time} alarm",
                    "(cancel|delete|remove|clear|turn off|stop) (the|my) {day} alarm",
                    "(cancel|delete|remove|clear|turn off|stop) (the|my) {when:schedule} alarm",
                ], named: "alarm.cancel", answer: Self.cancel
            ).needing(.plain),
            SkillIntent(
                .removes, [],
                typed: [
                    "(skip|leave out) (the|my) alarm [on|for] {day}", "(skip|leave out) [the|my] {day} alarm",
                    "skip [the|my] alarm", "skip the next alarm", "(don't|do not) wake me [up] [on] {day}",
                    "don't let my alarm (ring|go off) {day}",
                ], answer: Self.skip
            ).needing(.plain),
            SkillIntent(
                .changes, ["snooze [the alarm]", "snooze [the alarm] for {length:duration}"],
                typed: ["snooze {length:duration}"], named: "alarm.snooze", answer: Self.snooze),
        ]
    }

    func names(_ services: SkillServices) async -> [String] {
        let alarms = ((try? await services.reminders.pending()) ?? []).filter { $0.kind == .alarm }
        return alarms.map(\.label).filter { !$0.isEmpty }
    }

    func answerFollowUp(_ invocation: SkillInvocation) async throws -> SkillReply? {
        if invocation.previousValues["monthly"] != nil { return try await Self.answerMonthDay(invocation) }
        if ImpossibleMoment.range(in: invocation.words) != nil { return Self.ask(invocation) }
        if let said = invocation.previousValues["schedule"] {
            let time = TimePhrase.time(of: invocation.words.drop { $0 == "at" || $0 == "for" })
            guard let time, let step = Schedule.Step(canonical: said) else { return nil }
            return try await Self.keep(Schedule(step: step, time: time), invocation)
        }
        if case .after(let seconds) = WhenPhrase.moment(of: invocation.words) {
            var after = invocation
            after.slots["length"] = .duration(seconds)
            return try await Self.setAfter(after)
        }
        guard let (time, day) = WhenPhrase.time(of: invocation.words) else { return nil }
        return try await Self.set(
            WhenPhrase.narrowed(time, in: invocation.words), day,
            prefersMorning: invocation.previousValues["wakes"] != nil, invocation)
    }

    private static func ask(_ invocation: SkillInvocation) -> SkillReply {
        let wakes = wakes(invocation) || invocation.previousValues["wakes"] != nil
        let impossible = ImpossibleMoment.range(in: invocation.words).map { invocation.utterance.original($0) }
        return SkillReply(
            (impossible.map { "There's no \($0). " } ?? "") + "For what time?",
            values: invocation.previousValues.merging(wakes ? ["wakes": "yes"] : [:]) { $1 }, followUp: .dictation)
    }

    /// True for words that end sleep, so the time is in the morning: "wake me", "get me out of bed", "I have to be up".
    private static func wakes(_ invocation: SkillInvocation) -> Bool {
        let words = invocation.words
        return !Set(words).isDisjoint(with: ["wake", "woken", "awake", "bed"])
            || zip(words, words.dropFirst()).contains { ["be", "get", "am"].contains($0) && $1 == "up" }
    }

    private static func set(_ invocation: SkillInvocation) async throws -> SkillReply {
        if let schedule = invocation.schedule("when") { return try await keep(schedule, invocation) }
        guard let time = invocation.time("time"), ImpossibleMoment.range(in: invocation.words) == nil else {
            return ask(invocation)
        }
        return try await set(
            WhenPhrase.narrowed(time, in: invocation.words), invocation.day("day"),
            prefersMorning: wakes(invocation), invocation)
    }

    private static func set(
        _ time: ClockTime, _ day: DayReference?, prefersMorning: Bool, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        let resolution = TimeResolution(clock: invocation.services.clock)
        guard let dueAt = resolution.instant(of: time, on: day, prefersMorning: prefersMorning) else {
            return SkillReply("That time has already passed. Try a later one.")
        }
        return try await keep(dueAt, day.basis, invocation)
    }

    private static func setAfter(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let seconds = invocation.duration("length"), seconds > 0, seconds <= 7 * 86_400 else {
            return SkillReply("An alarm can be at most 7 days away.")
        }
        return try await keep(invocation.services.clock.now().advanced(by: .seconds(seconds)), .elapsed, invocation)
    }

    /// An alarm some time before an appointment.
    private static func setBefore(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let seconds = invocation.duration("length"), let event = invocation.text("event") else { return .notMine }
        guard let found = await ReminderSkill.appointment(named: event, invocation) else {
            return SkillReply("I can't find \(event) on your calendar. For what time?", followUp: .dictation)
        }
        let dueAt = found.start.advanced(by: .seconds(-seconds))
        guard dueAt > invocation.services.clock.now() else {
            return SkillReply("That time has already passed. For what time?", followUp: .dictation)
        }
        return try await keep(dueAt, .date, invocation)
    }

    private static func keep(
        _ dueAt: Timestamp, _ basis: Reminder.Basis, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        let alarm = try await book.add(.alarm, label: "", dueAt: dueAt, basis: basis)
        return SkillReply(
            "Your alarm is set for \(book.when(dueAt)).", values: book.values(dueAt),
            undo: book.undoAdding([alarm])
        ).about(alarm)
    }

    static func remove(
        _ alarms: [Reminder], _ text: String, _ book: ReminderBook
    ) async throws -> SkillReply {
        try await book.remove(alarms)
        return SkillReply(text, values: ["count": String(alarms.count)], undo: book.undoRemoving(alarms))
    }
}
