// SPDX-License-Identifier: GPL-3.0-or-later
// Lists alarms and cancels them, by name, time or day, or for one day only.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

extension AlarmSkill {
    static func list(_ invocation: SkillInvocation) async throws -> SkillReply {
        let asksLength = invocation.text("question")
        if asksLength != nil, LengthQuestion(asksLength) == nil { return .notMine }
        try await invocation.showIfWanted(.timers)
        let book = ReminderBook(invocation)
        let all = try await book.meant(.alarm)
        guard !all.isEmpty else { return SkillReply("You have no alarms.", values: ["count": "0"]) }
        let alarms = chosen(all, invocation)
        let values = ["count": String(alarms.count)]
        guard let first = alarms.first else { return SkillReply("You have no alarm at that time.", values: values) }
        if let question = LengthQuestion(asksLength) {
            return first.isRinging
                ? SkillReply("Your alarm is ringing.", values: values).telling([first])
                : tellLength(question, first, book).telling([first])
        }
        let isNextOnly = invocation.words.starts(with: ["when"]) || invocation.words.contains("next")
        if isNextOnly || alarms.count == 1 && first.recurrence == nil {
            let name = first.label.isEmpty ? "" : "\(first.label) "
            return SkillReply("Your next \(name)alarm is \(book.when(first.dueAt, saysToday: true)).", values: values)
                .telling([first])
        }
        func time(_ alarm: Reminder) -> String {
            book.when(alarm) + (alarm.label.isEmpty ? "" : " for \(alarm.label)")
        }
        if alarms.count == 1 {
            return SkillReply("You have an alarm \(time(first)).", values: values).telling(alarms)
        }
        let times = alarms.map(time)
        return SkillReply("You have \(alarms.count) alarms: \(SpokenFormat.list(times)).", values: values).telling(
            alarms)
    }

    private static func tellLength(_ question: LengthQuestion, _ alarm: Reminder, _ book: ReminderBook) -> SkillReply {
        let left = book.secondsLeft(alarm)
        return SkillReply(
            "Your \(alarm.label.isEmpty ? "" : "\(alarm.label) ")alarm rings in \(question.text(seconds: left)), "
                + "\(book.isOnAnotherDay(alarm.dueAt) ? "" : "at ")\(book.when(alarm.dueAt)).",
            values: ["count": "1", "left": String(left)].merging(book.values(alarm.dueAt)) { $1 })
    }

    /// Skips a repeating alarm once, and cancels any other.
    static func skip(_ invocation: SkillInvocation) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        let alarms = try await book.meant(.alarm)
        guard let next = alarms.first else { return SkillReply("You have no alarms.", values: ["count": "0"]) }
        let clock = invocation.services.clock
        // Without a day, the next time is meant.
        let day = invocation.day("day") ?? .exact(CivilDate(clock.local(next.dueAt)))
        let date = day.date(from: invocation.today)
        let due = alarms.filter { CivilDate(clock.local($0.dueAt)) == date }
        guard !due.isEmpty else {
            guard alarms.contains(where: { $0.recurrence != nil }) else {
                return SkillReply("You have no alarm at that time.", values: ["count": "0"])
            }
            return try await leaveOut(alarms, on: day, invocation)
        }
        if due.count == 1, let alarm = due.first, alarm.recurrence == nil {
            return try await remove(due, "I've cancelled your alarm for \(book.whenItIs(alarm)).", book)
        }
        guard due.count > 1 else { return try await leaveOut(due, on: day, invocation) }
        let times = SpokenFormat.list(due.prefix(4).map { book.when($0.dueAt, saysToday: true) })
        return SkillReply(
            "Skip \(SpokenFormat.all(due.count, "alarm")), \(times)?", values: ["count": "0"],
            proposal: DeferredAction { [due] in try await leaveOut(due, on: day, $0) })
    }

    static func cancel(_ invocation: SkillInvocation) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        let alarms = try await book.meant(.alarm)
        guard !alarms.isEmpty else { return SkillReply("You have no alarms.", values: ["count": "0"]) }
        var wanted = chosen(alarms, invocation)
        let isAny = day(in: invocation) == nil && invocation.slots["time"] == nil && invocation.slots["when"] == nil
        if wanted.isEmpty {
            let text = invocation.time("time") == nil ? "I can't find that alarm." : "You have no alarm at that time."
            return SkillReply(text, values: ["count": "0"])
        }
        if isAny, let name = name(in: invocation, among: alarms) {
            wanted = alarms.filter { $0.label.lowercased() == name }
            if wanted.isEmpty { return noAlarm(called: name, alarms, book) }
        } else if isAny, alarms.count > 1,
            Set(invocation.words).isDisjoint(with: ["all", "every", "alarms", "them", "both", "those"])
        {
            return which(alarms, book)
        }
        if let day = day(in: invocation), wanted.contains(where: { isOneOfMany($0, day, invocation) }) {
            return try await leaveOut(wanted, on: day, invocation)
        }
        // "The one on Saturday" is ambiguous if there are two.
        if wanted.count > 1, invocation.words.contains("one") { return which(wanted, book) }
        if wanted.count == 1, let alarm = wanted.first {
            return try await remove(wanted, "I've cancelled your alarm for \(book.whenItIs(alarm)).", book)
        }
        return SkillReply(
            "Cancel \(SpokenFormat.all(wanted.count, "alarm"))?", values: ["count": "0"],
            proposal: DeferredAction { [wanted] invocation in
                try await remove(wanted, "I've cancelled \(wanted.count) alarms.", ReminderBook(invocation))
            })
    }

    /// The name before "alarm", such as "gym", unless it is a verb or a time; or the name after it, if an alarm has it.
    private static func name(in invocation: SkillInvocation, among alarms: [Reminder]) -> String? {
        let words = invocation.words
        if let (name, isSurely) = ReminderBook.name(behind: "alarm", in: invocation.utterance),
            isSurely || alarms.contains(where: { $0.label.lowercased() == name.lowercased() })
        {
            return name.lowercased()
        }
        guard let place = words.firstIndex(where: { $0 == "alarm" || $0 == "alarms" }), place > 0 else { return nil }
        let name = words[place - 1]
        let isCounted = NumberWords.value(of: [name]) != nil || CalendarNames.ordinals.contains(name)
        return invocation.lexicon.phrases(.unnamed).isWhole([name]) || isCounted || !name.allSatisfy(\.isLetter)
            ? nil : name
    }

    /// The reply if no alarm has this name. It never cancels another alarm without asking.
    private static func noAlarm(called name: String, _ alarms: [Reminder], _ book: ReminderBook) -> SkillReply {
        let times = SpokenFormat.list(alarms.prefix(4).map { book.when($0.dueAt, saysToday: true) })
        guard alarms.count == 1 else {
            return SkillReply("You have no \(name) alarm. You have alarms for \(times).", values: ["count": "0"])
        }
        return SkillReply(
            "You have no \(name) alarm, only one for \(times). Cancel that one?", values: ["count": "0"],
            proposal: DeferredAction { invocation in
                try await remove(alarms, "I've cancelled your alarm for \(times).", ReminderBook(invocation))
            })
    }

    /// Asks which alarm the user means, by time.
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
                        [alarm], "I've cancelled your alarm for \(book.when(alarm.dueAt)).", book)
                }
            })
    }

    /// The day in the request, including "tomorrow" in a phrase without a slot: "no alarm tomorrow".
    private static func day(in invocation: SkillInvocation) -> DayReference? {
        if let day = invocation.day("day") { return day }
        return invocation.words.contains("tomorrow") ? .offset(1) : nil
    }

    /// The alarms at the named time and on the named day; all of them if the request names neither.
    private static func chosen(_ alarms: [Reminder], _ invocation: SkillInvocation) -> [Reminder] {
        let clock = invocation.services.clock
        let schedule = invocation.schedule("when")
        let fitting = alarms.filter { alarm in
            let due = clock.local(alarm.dueAt)
            if let time = invocation.time("time") ?? schedule?.time {
                let hourFits = due.hour == time.hour || (time.isAmbiguous && due.hour % 12 == time.hour % 12)
                guard hourFits, due.minute == time.minute else { return false }
            }
            if let day = day(in: invocation) {
                let date = day.date(from: invocation.today)
                guard CivilDate(due) == date || comes(alarm, on: date.weekday) else { return false }
            }
            switch (schedule?.step, alarm.recurrence) {
            case (nil, _), (.days(1), .days(1, _)): return true
            case (.weekdays(let wanted), .weekdays(let days, _)): return wanted == days
            case (.monthly(let wanted), .monthly(let day, _)): return wanted == nil || wanted == day
            default: return false
            }
        }
        // "My Monday alarm" prefers an alarm only for Mondays, or a single one, to an alarm for every day.
        guard case .weekday(let weekday, _)? = invocation.day("day") else { return fitting }
        let own = fitting.filter { alarm in
            if case .weekdays(let days, _) = alarm.recurrence { days == [weekday] } else { alarm.recurrence == nil }
        }
        return own.isEmpty ? fitting : own
    }

    private static func comes(_ alarm: Reminder, on weekday: Int) -> Bool {
        switch alarm.recurrence {
        case .weekdays(let days, _): days.contains(weekday)
        case .days(1, _): true
        default: false
        }
    }

    /// True if only one occurrence is meant: "no alarm tomorrow" skips one, "cancel my Monday alarm" means all of them.
    private static func isOneOfMany(_ alarm: Reminder, _ day: DayReference, _ invocation: SkillInvocation) -> Bool {
        guard let recurrence = alarm.recurrence else { return false }
        guard case .weekday = day, case .weekdays(let days, _) = recurrence else { return true }
        return days.count > 1
    }

    /// Skips repeating alarms on one day, and cancels those that ring only once.
    private static func leaveOut(
        _ alarms: [Reminder], on day: DayReference, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        let clock = book.services.clock
        let date = day.date(from: invocation.today)
        let dueThen = alarms.filter { CivilDate(clock.local($0.dueAt)) == date }
        guard !dueThen.isEmpty, let first = alarms.first else {
            let next = alarms.first.map { book.when($0.dueAt, saysToday: true) } ?? ""
            return SkillReply(
                "I can skip only the next time, which is \(next).",
                values: ["count": "0"])
        }
        let skipped = dueThen.filter { $0.recurrence != nil }
        let text = dueThen.count == 1 ? "Your alarm rings" : "Your alarms ring"
        let undo = try await book.change(dueThen, undone: "\(text) \(book.when(first.dueAt, saysToday: true)) again.") {
            $0.next(after: $0.dueAt, clock: clock) ?? $0
        }
        let once = dueThen.filter { $0.recurrence == nil }
        try await book.remove(once)
        let values = ["count": String(dueThen.count)]
        let whichDay = date == invocation.today ? "today" : CalendarNames.weekdays[date.weekday - 1]
        guard dueThen.count == 1, let next = skipped.first?.next(after: first.dueAt, clock: clock) else {
            return SkillReply(
                "I'll skip your \(dueThen.count) alarms on \(whichDay).", values: values,
                undo: once.isEmpty ? undo : nil)
        }
        return SkillReply(
            "I'll skip your alarm \(book.when(first.dueAt, saysToday: true)). The next one is "
                + "\(book.when(next.dueAt)).", values: values, undo: undo)
    }
}
