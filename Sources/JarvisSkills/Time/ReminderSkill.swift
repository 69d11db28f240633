// SPDX-License-Identifier: GPL-3.0-or-later
// Sets reminders for a later time, and asks for the text or time if one is missing.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct ReminderSkill: Skill {
    static let longestSeconds: Int64 = 366 * 86_400
    /// The most words for a reminder without asking. A longer one is likely misheard.
    private static let longestLabel = 20

    let allowsDryRun = true
    let readsKeptTexts = true
    let help = CommandHelp(
        skill: "reminder", title: "Reminders", summary: "Reminds you of things, once or repeatedly.",
        examples: [
            "remind me in ten minutes", "remind me to call mum at six p m",
            "remind me every two hours to drink water", "what are my reminders",
            "cancel all reminders",
        ], icon: "appointment-soon-symbolic")

    func amendment(of subject: String) -> DeferredAction? { PendingSkill.amendment(of: subject) }

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .adds,
                [
                    "(remind me|(set|create) a reminder) in {length:duration}",
                    "(remind me at|(set|create) a reminder (for|at)) {time} [[on] {day}]",
                    "(remind me [on]|(set|create) a reminder for) {day} [at {time}]",
                    "remind me in {length:duration} to {label:text}",
                    "remind me to {label:text} in {length:duration}",
                    "remind me to {label:text} at {time} [[on] {day}]",
                    "remind me to {label:text} [on] {day} [at {time}]",
                    "remind me at {time} [[on] {day}] to {label:text}",
                    "remind me [on] {day} [at {time}] to {label:text}",
                    "(set|create) a reminder to {label:text} (in {length:duration}|at {time} "
                        + "[{day}]|{day} [at {time}])",
                    "don't let me forget to {label:text} (in {length:duration}|at {time} [{day}]|{day} [at {time}])",
                    "remind me {when:schedule} to {label:text}", "remind me to {label:text} {when:schedule}",
                    "{when:schedule} remind me to {label:text}",
                    "(set|create) a reminder to {label:text} {when:schedule}",
                ],
                typed: [
                    "remind me {when:schedule}", "[at|by] {time} [[on] {day}] remind me (to|about|that) {label:text}",
                    "[on] {day} [at {time}] remind me (to|about|that) {label:text}",
                    "in {length:duration} remind me (to|about|that) {label:text}",
                ], named: "reminder.set", answer: Self.remind),
            SkillIntent(
                .adds,
                [
                    "(set|create) a reminder", "remind me [of something]", "remind me (to|about) {label:text}",
                    "(set|create) a reminder (to|about) {label:text}", "don't let me forget to {label:text}",
                ],
                typed: [
                    "(set up|make|give me|open|open up|put in|add|i need|i want|i would like) a reminder "
                        + "(to|about|for) "
                        + "{label:text}",
                    "i (need|want|would like|have) to (be|get) (reminded|notified) (to|about|of) {label:text}",
                    "(set|set up|create) an alarm to remind me to {label:text}",
                    "i (need|have) to {label:text} [please] remind me",
                    // What can't be noticed is asked for as a time.
                    "(when|once|as soon as|the moment|after|before|next time) (i|we|you|he|she|they|it) {event:text} "
                        + "remind me (to|about|that) {label:text}",
                ], answer: Self.remind),
            SkillIntent(
                .adds, [],
                typed: [
                    "remind me {length:duration} before [the|my|our] {event:text}",
                    "remind me {length:duration} before [the|my|our] {event:text} to {label:text}",
                    "remind me to {label:text} {length:duration} before [the|my|our] {event:text}",
                    "(set|create) a reminder {length:duration} before [the|my|our] {event:text}",
                    "remind me (of|about) [the|my|our] {event:text} {length:duration} (before|before "
                        + "it|earlier|in advance)",
                ], answer: Self.remindBefore),
            SkillIntent(
                .tells,
                [
                    "what are my reminders", "(what|which) reminders do i have",
                    "(list|show|read) [me] [all] (the|my) reminders",
                    "do i have any reminders",
                ],
                typed: [
                    "(list|show) reminders", "reminders",
                    "(go over|review|run through) [all] my reminders",
                    "how {question:text} (until|till|before) (the|my) [next] reminder",
                    "i wanted to remember (what|something|some things) [again|what were they|what was it]",
                    "(what is it|what was it|what) [that] i wanted to remember [before|earlier]",
                    "i had a list of reminders what were they",
                ], named: "reminder.list", answer: Self.list),
            SkillIntent(
                .tells, [],
                typed: [
                    "is {item:text} [already|currently|still|now] (on|in) \(Self.kept) [already|currently|now]",
                    "(check|look|look to see|see|confirm|tell me|make sure) (if|whether|that) {item:text} is "
                        + "[already|currently] (on|in) \(Self.kept) [already|currently|now]",
                    "(check|search|look through|go through) \(Self.kept) for {item:text}",
                    "(do i have|is there|have i got|have i set|did i set|did i set up|did i make|did i "
                        + "create|did i request|"
                        + "did i ask for) (a|any|my) (reminder|reminders) [set|set up] (to|for|about|of) {item:text}",
                ], answer: Self.find),
            SkillIntent(
                .removes,
                [
                    "(cancel|delete|remove|clear) (the|my) (reminder|reminders)",
                    "(cancel|delete|remove|clear) (all|every) [[of] (the|my)] (reminder|reminders)",
                    "(cancel|delete|remove|clear) (the|my) reminder (to|about) {label:text}",
                ],
                typed: [
                    "(cancel|delete|remove|clear) reminders", "call (the|my) (reminder|reminders) off",
                    "(cancel|delete|remove|clear|stop) (the|my) {label:text} (reminder|reminders)",
                    "stop reminding me (to|about|of) {label:text} [any more|anymore|any longer]",
                    "(don't|do not|dont) remind me (to|about|of) {label:text} (any more|anymore|any longer)",
                    "i don't need the {label:text} reminder [anymore|any more]",
                ], named: "reminder.cancel", answer: Self.cancel
            ).needing(.plain),
        ]
    }

    /// What people call all that they are to be reminded of.
    private static let kept = "[the|my] (reminders|reminder list|reminders list|list of [my|the] reminders)"

    func answerFollowUp(_ invocation: SkillInvocation) async throws -> SkillReply? {
        let known = invocation.previousValues
        if let label = known["label"], let time = known["monthly"] {
            guard var schedule = SchedulePhrase.schedule(of: ["every", "month"] + invocation.words),
                case .monthly(.some) = schedule.step
            else { return nil }
            if schedule.time == nil { schedule.time = ClockTime(canonical: time) }
            return try await Self.keep(label, schedule, invocation)
        }
        if let label = known["label"] {
            if let schedule = SchedulePhrase.schedule(of: invocation.words) {
                return try await Self.keep(label, schedule, invocation)
            }
            guard let moment = WhenPhrase.moment(of: invocation.words) else { return nil }
            return try await Self.keep(label, at: moment, invocation)
        }
        let label = Self.plain(invocation.utterance.original(0..<invocation.words.count))
        guard !label.isEmpty else { return nil }
        if let schedule = known["schedule"].flatMap({
            SchedulePhrase.schedule(of: $0.split(separator: " ").map(String.init))
        }) {
            return try await Self.keep(label, schedule, invocation)
        }
        guard let due = known["due"].flatMap(Int64.init) else { return Self.askWhen(label) }
        let basis = known["basis"].flatMap(Reminder.Basis.init) ?? .timeOfDay
        return try await Self.keep(label, dueAt: Timestamp(millisecondsSinceEpoch: due), basis, invocation)
    }

    private static func remind(_ invocation: SkillInvocation) async throws -> SkillReply {
        if let schedule = invocation.schedule("when") { return try await remindAgain(schedule, invocation) }
        let label = invocation.text("label") ?? ""
        if let question = questionAboutImpossible(label) { return question }
        let hasTime = ["moment", "length", "time", "day"].contains { invocation.slots[$0] != nil }
        if !hasTime, let (rest, moment) = split(label) { return try await keep(rest, at: moment, invocation) }
        let moment: WhenPhrase.Moment
        if let said = invocation.moment("moment") {
            moment = said
        } else if let seconds = invocation.duration("length") {
            moment = .after(seconds)
        } else if let time = invocation.time("time") {
            moment = .at(WhenPhrase.narrowed(time, in: invocation.words), invocation.day("day"))
        } else if let day = invocation.day("day") {
            let time = WhenPhrase.defaultTime(in: invocation.words)
            // Late in the day, the default time for "today" may be over, so ask.
            let isOver = TimeResolution(clock: invocation.services.clock).instant(of: time, on: day) == nil
            if isOver, day == .offset(0), !label.isEmpty { return askWhen(label) }
            moment = .at(time, day)
        } else if label.isEmpty {
            return SkillReply("What should I remind you of?", followUp: .dictation)
        } else {
            return askWhen(label)
        }
        return try await keep(label, at: moment, invocation)
    }

    /// Splits a label with a time at its start or end: "call mum in the evening"; `nil` if it contains none.
    private static func split(_ label: String) -> (rest: String, moment: WhenPhrase.Moment)? {
        let utterance = Utterance(label)
        let words = utterance.words
        for start in words.indices.dropFirst() {
            let end = Array(words[start...])
            // "Chapter seven" contains no time.
            guard NumberWords.value(of: end) == nil, let moment = WhenPhrase.moment(of: end) else { continue }
            return (utterance.original(0..<start), moment)
        }
        for end in words.indices.dropFirst().reversed() where words[end] == "to" && end + 1 < words.count {
            guard let moment = WhenPhrase.moment(of: Array(words[..<end])) else { continue }
            return (utterance.original(end + 1..<words.count), moment)
        }
        return nil
    }

    /// The label without its opening: "it's to send the invoice" becomes "send the invoice".
    private static func plain(_ label: String) -> String {
        let utterance = Utterance(label)
        let opening = [["it", "is", "to"], ["to"], ["that"], ["about"]].first { utterance.words.starts(with: $0) }
        guard let opening, opening.count < utterance.words.count else { return label }
        return utterance.original(opening.count..<utterance.words.count)
    }

    /// Asks for another time, so "tomorrow at 25 o'clock" doesn't become tomorrow at nine; `nil` for a possible time.
    private static func questionAboutImpossible(_ label: String) -> SkillReply? {
        let said = Utterance(label)
        guard let range = ImpossibleMoment.range(in: said.words) else { return nil }
        let before = said.words[..<range.lowerBound].reversed().drop { ["at", "on", "by", "for", "the"].contains($0) }
        let rest = [said.original(0..<before.count), said.original(range.upperBound..<said.words.count)]
        let moment = said.original(range)
        return SkillReply(
            "There's no \(moment). When should I remind you?",
            values: ["label": plain(rest.filter { !$0.isEmpty }.joined(separator: " "))], followUp: .dictation)
    }

    private static func askWhen(_ label: String) -> SkillReply {
        SkillReply("When should I remind you?", values: ["label": label], followUp: .dictation)
    }

    private static func keep(
        _ label: String, at moment: WhenPhrase.Moment, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        let clock = invocation.services.clock
        switch moment {
        case .after(let seconds):
            guard seconds > 0, seconds <= longestSeconds else {
                return SkillReply("A reminder can be at most a year away.")
            }
            return try await keep(label, dueAt: clock.now().advanced(by: .seconds(seconds)), .elapsed, invocation)
        case .at(let time, let day):
            let isDaytime = WhenPhrase.isDaytime(Utterance(label).words)
            guard let dueAt = TimeResolution(clock: clock).instant(of: time, on: day, isDaytime: isDaytime) else {
                return SkillReply("That time has already passed. Try a later one.")
            }
            return try await keep(label, dueAt: dueAt, day.basis, invocation)
        }
    }

    static func keep(
        _ label: String, dueAt: Timestamp, _ basis: Reminder.Basis, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        var values = book.values(dueAt)
        guard !label.isEmpty else {
            values["due"] = String(dueAt.millisecondsSinceEpoch)
            values["basis"] = basis.rawValue
            return SkillReply("What should I remind you of?", values: values, followUp: .dictation)
        }
        let label = DigitPhrase.written(label)
        values["label"] = label
        if Utterance(label).words.count > longestLabel {
            return SkillReply(
                "That's a long one. Should I remind you \(preposition(book.when(dueAt))) of all this: \(label)?",
                values: values,
                proposal: DeferredAction { [values] in try await add(label, dueAt: dueAt, basis, values, $0) })
        }
        return try await add(label, dueAt: dueAt, basis, values, invocation)
    }

    private static func add(
        _ label: String, dueAt: Timestamp, _ basis: Reminder.Basis, _ values: [String: String],
        _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        let reminder = try await book.add(.reminder, label: label, dueAt: dueAt, basis: basis)
        let doubt =
            invocation.request.isUnsure ? " Say \"undo that\" if I misheard." : ""
        return SkillReply(
            "I'll remind you \(preposition(book.when(dueAt))): \(label).\(doubt)", values: values,
            undo: book.undoAdding([reminder])
        ).about(reminder)
    }

    /// The time with "at" unless it contains one: "at 7:00 PM", but "tomorrow at 7:00 PM".
    private static func preposition(_ when: String) -> String {
        when.contains(" at ") ? when : "at " + when
    }
}
