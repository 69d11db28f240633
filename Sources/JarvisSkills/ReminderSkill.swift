// SPDX-License-Identifier: GPL-3.0-or-later
// Reminders: say something at a later time. What is missing in the request is asked for.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct ReminderSkill: Skill {
    private static let longestSeconds: Int64 = 366 * 86_400
    /// What is longer was hardly meant as one reminder.
    private static let longestLabel = 20

    let help = CommandHelp(
        skill: "reminder", title: "Reminders", summary: "Reminds you of something at a later time.",
        examples: [
            "remind me in ten minutes", "remind me to call mum at six p m", "what are my reminders",
            "cancel all reminders",
        ], icon: "appointment-soon-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
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
                    "(set|create) a reminder to {label:text} (in {length:duration}|at {time} [{day}]|{day} [at {time}])",
                    "don't let me forget to {label:text} (in {length:duration}|at {time} [{day}]|{day} [at {time}])",
                ], named: "reminder.set", answer: Self.remind),
            SkillIntent(
                [
                    "(set|create) a reminder", "remind me [of something]", "remind me (to|about) {label:text}",
                    "(set|create) a reminder (to|about) {label:text}", "don't let me forget to {label:text}",
                ], answer: Self.remind),
            SkillIntent(
                [
                    "what are my reminders", "(what|which) reminders do i have",
                    "(list|show|read) [me] [all] my reminders",
                    "do i have any reminders",
                ], typed: ["(list|show) reminders", "reminders"], named: "reminder.list", answer: Self.list),
            SkillIntent(
                [
                    "(cancel|delete|remove|clear) (the|my) (reminder|reminders)",
                    "(cancel|delete|remove|clear) (all|every) [[of] (the|my)] (reminder|reminders)",
                    "(cancel|delete|remove|clear) (the|my) reminder (to|about) {label:text}",
                ], typed: ["(cancel|delete|remove|clear) reminders"], named: "reminder.cancel", answer: Self.cancel),
        ]
    }

    func answerFollowUp(_ invocation: SkillInvocation) async throws -> SkillReply? {
        let known = invocation.previousValues
        if let label = known["label"] {
            guard let moment = WhenPhrase.moment(of: invocation.words) else { return nil }
            return try await Self.keep(label, at: moment, invocation)
        }
        let label = Self.plain(invocation.utterance.original(0..<invocation.words.count))
        guard !label.isEmpty else { return nil }
        guard let due = known["due"].flatMap(Int64.init) else { return Self.askWhen(label) }
        return try await Self.keep(label, dueAt: Timestamp(millisecondsSinceEpoch: due), invocation)
    }

    private static func remind(_ invocation: SkillInvocation) async throws -> SkillReply {
        let label = invocation.text("label") ?? ""
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
            // "Today" without a time, late in the day, still needs one.
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

    /// A time at the end of what is to be remembered, or at its beginning: "call mum in the evening".
    private static func split(_ label: String) -> (rest: String, moment: WhenPhrase.Moment)? {
        let utterance = Utterance(label)
        let words = utterance.words
        for start in words.indices.dropFirst() {
            let end = Array(words[start...])
            // "Chapter seven" has no time in it.
            guard NumberWords.value(of: end) == nil, let moment = WhenPhrase.moment(of: end) else { continue }
            return (utterance.original(0..<start), moment)
        }
        for end in words.indices.dropFirst().reversed() where words[end] == "to" && end + 1 < words.count {
            guard let moment = WhenPhrase.moment(of: Array(words[..<end])) else { continue }
            return (utterance.original(end + 1..<words.count), moment)
        }
        return nil
    }

    /// "To send the invoice", "it's to send the invoice" → "send the invoice"
    private static func plain(_ label: String) -> String {
        let utterance = Utterance(label)
        let opening = [["it", "is", "to"], ["to"], ["that"], ["about"]].first { utterance.words.starts(with: $0) }
        guard let opening, opening.count < utterance.words.count else { return label }
        return utterance.original(opening.count..<utterance.words.count)
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
            return try await keep(label, dueAt: clock.now().advanced(by: .seconds(seconds)), invocation)
        case .at(let time, let day):
            guard let dueAt = TimeResolution(clock: clock).instant(of: time, on: day) else {
                return SkillReply("That time has already passed. Please give me a later one.")
            }
            return try await keep(label, dueAt: dueAt, invocation)
        }
    }

    private static func keep(
        _ label: String, dueAt: Timestamp, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        var values = book.values(dueAt)
        guard !label.isEmpty else {
            values["due"] = String(dueAt.millisecondsSinceEpoch)
            return SkillReply("What should I remind you of?", values: values, followUp: .dictation)
        }
        let label = DigitPhrase.written(label)
        values["label"] = label
        if Utterance(label).words.count > longestLabel {
            return SkillReply(
                "That's a long one. Should I remind you \(preposition(book.when(dueAt))) of all of it: \(label)?",
                values: values,
                proposal: DeferredAction { [values] in try await add(label, dueAt: dueAt, values, $0) })
        }
        return try await add(label, dueAt: dueAt, values, invocation)
    }

    private static func add(
        _ label: String, dueAt: Timestamp, _ values: [String: String], _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        let reminder = try await book.add(.reminder, label: label, dueAt: dueAt)
        let doubt =
            invocation.request.isUnsure ? " I may have misheard it, so say \"undo that\" if it's wrong." : ""
        return SkillReply(
            "I'll remind you \(preposition(book.when(dueAt))): \(label).\(doubt)", values: values,
            undo: book.undoAdding([reminder], "I've taken the reminder back."))
    }

    /// "at 7:00 PM", but "tomorrow at 7:00 PM"
    private static func preposition(_ when: String) -> String {
        when.contains(" at ") ? when : "at " + when
    }

    private static func list(_ invocation: SkillInvocation) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        let reminders = try await book.pending(.reminder)
        let values = ["count": String(reminders.count)]
        guard !reminders.isEmpty else { return SkillReply("You have no reminders.", values: values) }
        let parts = reminders.prefix(5).map { "\($0.label), \(book.when($0.dueAt, saysToday: true))" }
        let count = SpokenFormat.count(Int64(reminders.count), "reminder")
        return SkillReply("You have \(count): \(parts.joined(separator: "; ")).", values: values)
    }

    private static func cancel(_ invocation: SkillInvocation) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        var reminders = try await book.pending(.reminder)
        guard !reminders.isEmpty else { return SkillReply("You have no reminders.", values: ["count": "0"]) }
        if let label = invocation.text("label")?.lowercased() {
            reminders = reminders.filter { $0.label.lowercased().contains(label) }
            if reminders.isEmpty { return SkillReply("You have no such reminder.", values: ["count": "0"]) }
        } else if reminders.count > 1, Set(invocation.words).isDisjoint(with: ["all", "every", "reminders"]) {
            return which(reminders)
        }
        guard reminders.count > 1 else { return try await remove(reminders, book) }
        let all = reminders
        return SkillReply(
            "That's \(all.count) reminders. Shall I cancel all of them?", values: ["count": "0"],
            proposal: DeferredAction { invocation in try await remove(all, ReminderBook(invocation)) })
    }

    /// Asks which reminder is meant, by what it is about.
    private static func which(_ reminders: [Reminder]) -> SkillReply {
        let names = SpokenFormat.list(reminders.prefix(4).map(\.label), joiner: "or")
        return SkillReply(
            "You have \(reminders.count) reminders: \(names). Which one?", values: ["count": "0"],
            choices: reminders.map { reminder in
                SkillChoice([reminder.label]) { try await remove([reminder], ReminderBook($0)) }
            })
    }

    private static func remove(_ reminders: [Reminder], _ book: ReminderBook) async throws -> SkillReply {
        try await book.remove(reminders)
        let count = SpokenFormat.count(Int64(reminders.count), "reminder")
        let again = reminders.count == 1 ? "Your reminder is set again." : "Your reminders are set again."
        return SkillReply(
            "I've canceled \(count).", values: ["count": String(reminders.count)],
            undo: book.undoRemoving(reminders, again))
    }
}
