// SPDX-License-Identifier: GPL-3.0-or-later
// Lists reminders, and cancels them by text, day or time.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

extension ReminderSkill {
    static func list(_ invocation: SkillInvocation) async throws -> SkillReply {
        let asksLength = invocation.text("question")
        if asksLength != nil, LengthQuestion(asksLength) == nil { return .notMine }
        try await invocation.showIfWanted(.timers)
        let book = ReminderBook(invocation)
        let clock = invocation.services.clock
        var reminders = try await book.meant(.reminder)
        if !reminders.isEmpty, let day = invocation.day("day") {
            let date = day.date(from: invocation.today)
            reminders = reminders.filter { CivilDate(clock.local($0.dueAt)) == date }
            if reminders.isEmpty {
                let day = SpokenFormat.date(date)
                return SkillReply("You have no reminders on \(day).", values: ["count": "0"])
            }
        }
        let values = ["count": String(reminders.count)]
        guard !reminders.isEmpty else { return SkillReply("You have no reminders.", values: values) }
        if let question = LengthQuestion(asksLength), let first = reminders.first(where: { !$0.isRinging }) {
            let left = book.secondsLeft(first)
            return SkillReply(
                "Your next reminder, \(first.label), is in \(question.text(seconds: left)).",
                values: ["count": "1", "left": String(left)]
            ).telling([first])
        }
        let parts = reminders.prefix(8).map { "\($0.label), \(book.when($0, saysToday: true))" }
        let count = SpokenFormat.count(Int64(reminders.count), "reminder")
        let rest = reminders.count > 8 ? "; and \(reminders.count - 8) more" : ""
        return SkillReply("You have \(count): \(parts.joined(separator: "; "))\(rest).", values: values)
            .telling(reminders)
    }

    /// "Yes: mop the floor, tomorrow at 5:00 PM.", for a question about one thing.
    static func find(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let item = invocation.text("item") else { return try await list(invocation) }
        // "A reminder for tomorrow" names no thing.
        if let day = DayPhrase.day(of: Utterance(item).words) {
            var dated = invocation
            dated.slots["day"] = .day(day)
            return try await list(dated)
        }
        let book = ReminderBook(invocation)
        let all = try await book.pending(.reminder)
        guard !all.isEmpty else { return SkillReply("No, you have no reminders.", values: ["count": "0"]) }
        let found = alike(item, all)
        let shown = (found.isEmpty ? all : found).prefix(8)
        let names = shown.map { "\($0.label), \(book.when($0, saysToday: true))" }.joined(separator: "; ")
        guard found.isEmpty else {
            return SkillReply("Yes: \(names).", values: ["count": String(found.count)]).telling(found)
        }
        let count = SpokenFormat.count(Int64(all.count), "reminder")
        return SkillReply("No, but you have \(count): \(names).", values: ["count": "0"])
    }

    /// The reminders that share the words that matter, in any form: "mopping floors" is "mop the floor".
    private static func alike(_ item: String, _ reminders: [Reminder]) -> [Reminder] {
        let exact = named(item, reminders)
        guard exact.isEmpty else { return exact }
        let light: Set = ["the", "my", "a", "an", "to", "about", "for", "of", "and", "in", "on", "at", "with", "some"]
        func stems(_ text: String) -> [String] {
            Utterance(text).words.filter { !light.contains($0) }.map { word in
                let ending = ["ing", "es", "s", "ed"].first { word.hasSuffix($0) && word.count >= $0.count + 3 }
                return String(word.dropLast(ending?.count ?? 0))
            }
        }
        let wanted = stems(item)
        guard !wanted.isEmpty else { return [] }
        return reminders.filter { reminder in
            let own = stems(reminder.label)
            return wanted.allSatisfy { stem in own.contains { $0.hasPrefix(stem) || stem.hasPrefix($0) } }
        }
    }

    static func cancel(_ invocation: SkillInvocation) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        var reminders = try await book.meant(.reminder)
        guard !reminders.isEmpty else { return SkillReply("You have no reminders.", values: ["count": "0"]) }
        if let label = invocation.text("label"), !meansAll(label) {
            reminders = named(label, reminders)
            if reminders.isEmpty { return SkillReply("I can't find that reminder.", values: ["count": "0"]) }
        } else if let day = invocation.day("day") ?? invocation.schedule("when").flatMap(weekday) {
            let (clock, date) = (invocation.services.clock, day.date(from: invocation.today))
            reminders = reminders.filter { reminder in
                if case .weekdays(let days, _) = reminder.recurrence { return days.contains(date.weekday) }
                return CivilDate(clock.local(reminder.dueAt)) == date
            }
            if reminders.isEmpty { return SkillReply("You have no reminder at that time.", values: ["count": "0"]) }
        } else if let time = invocation.time("time") {
            let clock = invocation.services.clock
            reminders = reminders.filter { reminder in
                let due = clock.local(reminder.dueAt)
                return due.minute == time.minute
                    && (time.isAmbiguous ? due.hour % 12 == time.hour % 12 : due.hour == time.hour)
            }
            if reminders.isEmpty { return SkillReply("You have no reminder at that time.", values: ["count": "0"]) }
        } else if reminders.count > 1,
            Set(invocation.words).isDisjoint(with: ["all", "every", "reminders", "them", "both", "those"])
        {
            return which(reminders)
        }
        let namesDay =
            invocation.text("label") == nil
            && (invocation.day("day") != nil || invocation.schedule("when").flatMap(weekday) != nil)
        if namesDay, reminders.count == 1, let one = reminders.first, comesOnOtherDays(one) {
            return SkillReply(
                "That repeats on other days too: \(one.label). Cancel all of them?", values: ["count": "0"],
                proposal: DeferredAction { try await remove([one], ReminderBook($0)) })
        }
        guard reminders.count > 1 else { return try await remove(reminders, book) }
        let all = reminders
        return SkillReply(
            "Cancel \(SpokenFormat.all(all.count, "reminder"))?", values: ["count": "0"],
            proposal: DeferredAction { invocation in try await remove(all, ReminderBook(invocation)) })
    }

    /// True for "cancel both reminders", where the words before "reminders" are not a text.
    private static func meansAll(_ label: String) -> Bool {
        let all: Set = ["all", "every", "both", "the", "my", "of", "these", "those", "two", "three"]
        return Utterance(label).words.allSatisfy(all.contains)
    }

    /// True if the reminder repeats on more than one day of the week.
    private static func comesOnOtherDays(_ reminder: Reminder) -> Bool {
        switch reminder.recurrence {
        case nil: false
        case .weekdays(let days, _)?: days.count > 1
        default: true
        }
    }

    /// The day of a schedule for one day of the week, or `nil`.
    private static func weekday(_ schedule: Schedule) -> DayReference? {
        if case .weekdays(let days) = schedule.step, days.count == 1, let day = days.first {
            .weekday(day, isNextWeek: false)
        } else {
            nil
        }
    }

    /// Asks which reminder the user means, by text.
    private static func which(_ reminders: [Reminder]) -> SkillReply {
        let names = SpokenFormat.list(reminders.prefix(4).map(\.label), joiner: "or")
        return SkillReply(
            "You have \(reminders.count) reminders: \(names). Which one?", values: ["count": "0"],
            choices: reminders.map { reminder in
                SkillChoice([reminder.label]) { try await remove([reminder], ReminderBook($0)) }
            })
    }

    /// The reminders whose text contains the label, or else all its words in any order: "the water reminder".
    static func named(_ label: String, _ reminders: [Reminder]) -> [Reminder] {
        let wanted = label.lowercased()
        let inRow = reminders.filter { $0.label.lowercased().contains(wanted) }
        guard inRow.isEmpty else { return inRow }
        let words = Set(Utterance(wanted).words).subtracting(["the", "my", "a", "to", "about"])
        return reminders.filter { !words.isEmpty && words.isSubset(of: Utterance($0.label).words) }
    }

    private static func remove(_ reminders: [Reminder], _ book: ReminderBook) async throws -> SkillReply {
        try await book.remove(reminders)
        let count = SpokenFormat.count(Int64(reminders.count), "reminder")
        return SkillReply(
            "I've cancelled \(count).", values: ["count": String(reminders.count)],
            undo: book.undoRemoving(reminders))
    }
}
