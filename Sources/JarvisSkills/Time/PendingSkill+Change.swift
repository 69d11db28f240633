// SPDX-License-Identifier: GPL-3.0-or-later
// Changes the name, text or time of a timer, alarm or reminder.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

extension PendingSkill {
    static func rename(_ invocation: SkillInvocation) async throws -> SkillReply {
        try await change(invocation, mayBeTime: false)
    }

    static func change(_ invocation: SkillInvocation) async throws -> SkillReply {
        try await change(invocation, mayBeTime: true)
    }

    /// "Push my alarm back by half an hour": an alarm or a reminder at an earlier or a later time.
    static func shift(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let seconds = invocation.duration("length") else { return .notMine }
        let words = Set(invocation.words)
        let isEarlier = !words.isDisjoint(with: ["earlier", "sooner", "forward", "forwards", "ahead", "up"])
        let isLater = !words.isDisjoint(with: ["later", "back", "off", "delay", "postpone"])
        return try await withMeant(invocation) { one, invocation in
            guard isEarlier != isLater else {
                return SkillReply(
                    "Should it be earlier, or later?", values: ["count": "0"],
                    choices: [("earlier", -seconds), ("later", seconds)].map { name, seconds in
                        SkillChoice([name]) { try await shift(one, by: seconds, $0) }
                    })
            }
            return try await shift(one, by: isEarlier ? -seconds : seconds, invocation)
        }
    }

    private static func shift(
        _ old: Reminder, by seconds: Int64, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        switch shifted(old, by: .later(seconds), invocation) {
        case .moved(let changed): return try await keep(changed, insteadOf: old, invocation)
        case .isOver: return SkillReply("That time has already passed. Try a later one.").about(old)
        case nil: return SkillReply("I can't move it that far, so nothing changed.").about(old)
        }
    }

    /// "Make my alarm weekdays only": the days on which an alarm or a reminder comes.
    static func reschedule(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let schedule = invocation.schedule("when") else { return .notMine }
        let isAlarm = invocation.words.contains("alarm")
        let pending = try await ReminderBook(invocation).pending(isAlarm ? .alarm : .reminder)
        // "Set my alarm for every day at seven" is a new one.
        if isAlarm, invocation.words.first == "set", schedule.time != nil || pending.isEmpty {
            return try await AlarmSkill.keep(schedule, invocation)
        }
        return try await withMeant(invocation) { one, invocation in
            switch moved(one, to: schedule, invocation) {
            case .moved(let changed): return try await keep(changed, insteadOf: one, invocation)
            default: return SkillReply("I can't set it for that, so nothing changed.").about(one)
            }
        }
    }

    /// Acts on the alarm or reminder that the user means, or asks which one it is.
    private static func withMeant(
        _ invocation: SkillInvocation,
        _ action: @escaping @Sendable (Reminder, SkillInvocation) async throws -> SkillReply
    ) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        let kind = invocation.words.contains("alarm") ? Reminder.Kind.alarm : .reminder
        let all = try await book.meant(kind)
        guard !all.isEmpty else { return SkillReply("You have no \(kind.rawValue)s.", values: ["count": "0"]) }
        let wanted = invocation.text("old").map { meant(by: $0, all, book) } ?? all
        guard let first = wanted.first else {
            let names = SpokenFormat.list(all.prefix(4).map { name($0, book) }, joiner: "and")
            return SkillReply("I can't find that \(kind.rawValue). You have \(names).", values: ["count": "0"])
        }
        guard wanted.count > 1 else { return try await action(first, invocation) }
        let names = SpokenFormat.list(wanted.prefix(4).map { name($0, book) }, joiner: "or")
        return SkillReply(
            "You have \(wanted.count) \(kind.rawValue)s: \(names). Which one?", values: ["count": "0"],
            choices: wanted.map { one in SkillChoice([name(one, book)]) { try await action(one, $0) } })
    }

    private static func change(_ invocation: SkillInvocation, mayBeTime: Bool) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        if !mayBeTime, let text = invocation.text("new"), let one = try await book.subject() {
            return try await name(one, text, invocation)
        }
        guard let text = invocation.text("new"), let kind = kind(before: text, in: invocation.words) else {
            return SkillReply("Tell me what to change, as in \"rename the timer to eggs\".")
        }
        let all = try await book.pending(kind)
        guard !all.isEmpty else { return SkillReply("You have no \(kind.rawValue)s.", values: ["count": "0"]) }
        var (wanted, new) = (all, text)
        if let old = invocation.text("old") {
            wanted = meant(by: old, all, book)
        } else if kind == .reminder, let found = exchange(in: text, all, book) {
            (wanted, new) = ([found.reminder], found.new)
        }
        guard let first = wanted.first else {
            let names = SpokenFormat.list(all.prefix(4).map { name($0, book) }, joiner: "and")
            return SkillReply("I can't find that \(kind.rawValue). You have \(names).", values: ["count": "0"])
        }
        let isMove = invocation.words.first == "move"
        guard wanted.count > 1 else { return try await apply(new, to: first, mayBeTime, isMove, invocation) }
        let names = SpokenFormat.list(wanted.prefix(4).map { name($0, book) }, joiner: "or")
        return SkillReply(
            "You have \(wanted.count) \(kind.rawValue)s: \(names). Which one?", values: ["count": "0"],
            choices: wanted.map { one in
                SkillChoice([name(one, book)]) { [new] in try await apply(new, to: one, mayBeTime, isMove, $0) }
            })
    }

    /// The kind to change: the last one named before the new text, because the text may name other kinds.
    private static func kind(before text: String, in words: [String]) -> Reminder.Kind? {
        words.dropLast(Utterance(text).words.count).reversed().lazy.compactMap(Reminder.Kind.init(rawValue:)).first
    }

    /// The reminder and its new text in "call mum to call dad"; `nil` unless exactly one reminder fits.
    private static func exchange(
        in text: String, _ all: [Reminder], _ book: ReminderBook
    ) -> (reminder: Reminder, new: String)? {
        let utterance = Utterance(text)
        for place in utterance.words.indices.dropFirst().dropLast() where utterance.words[place] == "to" {
            let old = Set(utterance.words[..<place])
            let found = all.filter { !$0.label.isEmpty && Utterance($0.label).words.allSatisfy(old.contains) }
            guard found.count == 1, let reminder = found.first else { continue }
            return (reminder, utterance.original(place + 1..<utterance.words.count))
        }
        return nil
    }

    private static func meant(by old: String, _ all: [Reminder], _ book: ReminderBook) -> [Reminder] {
        let words = Utterance(old).words
        let named = all.filter { $0.label.lowercased() == old.lowercased() }
        if !named.isEmpty { return named }
        if let time = TimePhrase.time(of: words) {
            return all.filter { reminder in
                let due = book.services.clock.local(reminder.dueAt)
                let hourFits = time.isAmbiguous ? due.hour % 12 == time.hour % 12 : due.hour == time.hour
                return reminder.kind != .timer && hourFits && due.minute == time.minute
            }
        }
        if let day = DayPhrase.day(of: words)?.date(
            from: CivilDate(book.services.clock.local(book.services.clock.now())))
        {
            return all.filter { $0.kind != .timer && CivilDate(book.services.clock.local($0.dueAt)) == day }
        }
        if let seconds = DurationPhrase.seconds(of: words) {
            return all.filter { $0.kind == .timer && $0.dueAt.since($0.createdAt) == .seconds(seconds) }
        }
        return all.first?.kind == .timer ? TimerSkill.matching(all, old) : ReminderSkill.named(old, all)
    }

    /// A name that sets the reminder apart from others of its kind.
    private static func name(_ reminder: Reminder, _ book: ReminderBook) -> String {
        switch reminder.kind {
        case .timer: "the \(TimerSkill.fullName(reminder))"
        case .alarm:
            (reminder.label.isEmpty ? "the alarm for " : "the \(reminder.label) alarm for ") + book.whenItIs(reminder)
        case .reminder: reminder.label
        }
    }

    // MARK: What becomes of it

    private static func apply(
        _ new: String, to old: Reminder, _ mayBeTime: Bool, _ isMove: Bool, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        guard mayBeTime else { return try await name(old, new, invocation) }
        switch moved(old, to: Utterance(new).words, invocation) {
        case .moved(let changed): return try await keep(changed, insteadOf: old, invocation)
        case .isOver: return SkillReply("That time has already passed. Try a later one.")
        case nil where ImpossibleMoment.range(in: Utterance("at " + new).words) != nil:
            return SkillReply("There's no \(new), so nothing changed.")
        // Only reminders have a text that people change. Don't turn a misheard time into a name.
        case nil where isMove || old.kind != .reminder:
            return SkillReply("I didn't understand the time \"\(new)\", so nothing changed.")
        case nil: return try await name(old, new, invocation)
        }
    }

    enum Move {
        case moved(Reminder)
        case isOver
    }

    /// The reminder moved to the time in `words`; `nil` if they contain no time.
    static func moved(_ old: Reminder, to words: [String], _ invocation: SkillInvocation) -> Move? {
        let clock = invocation.services.clock
        let now = clock.now()
        var new = old
        (new.snoozedFrom, new.ringingSince) = (nil, nil)
        if old.kind == .timer {
            // "To ten" means ten minutes.
            let minutes = NumberWords.value(of: words).flatMap { (0...1440).contains($0) ? Int64($0 * 60) : nil }
            guard let seconds = DurationPhrase.seconds(of: words) ?? minutes, seconds > 0,
                seconds <= TimerSkill.longestSeconds
            else { return nil }
            (new.createdAt, new.dueAt) = (now, now.advanced(by: .seconds(seconds)))
            if old.isPaused { new.remaining = .seconds(seconds) }
            return .moved(new)
        }
        if let schedule = SchedulePhrase.schedule(of: words) { return moved(old, to: schedule, invocation) }
        switch WhenPhrase.moment(of: words) {
        case .after(let seconds)?:
            (new.dueAt, new.basis) = (now.advanced(by: .seconds(seconds)), .elapsed)
            return .moved(new.movedOnce(from: old))
        case .at(let time, let day)?:
            let due = clock.local(old.dueAt)
            var time = WhenPhrase.narrowed(time, in: words)
            // Keep the half of the day: "half past seven" stays in the evening for an evening alarm.
            if time.isAmbiguous { time = ClockTime(hour: time.hour % 12 + due.hour / 12 * 12, minute: time.minute) }
            // A day alone keeps the time of day.
            if day != nil, TimePhrase.time(of: words) == nil, !words.contains("at") {
                time = ClockTime(hour: due.hour, minute: due.minute)
            }
            if day == nil, let recurrence = old.recurrence {
                new.recurrence = recurrence.atMinute(time.hour * 60 + time.minute)
                new.basis = .timeOfDay
                return .moved(new.atNewTime(time, insteadOf: old, after: now, clock))
            }
            let sameDay = CivilDate(due).dayNumber - invocation.today.dayNumber
            let resolution = TimeResolution(clock: clock)
            guard let instant = resolution.instant(of: time, on: day ?? .offset(max(0, sameDay))) else {
                return .isOver
            }
            (new.dueAt, new.basis) = (instant, day == nil && old.basis == .date ? .date : day.basis)
            return .moved(new.movedOnce(from: old))
        case nil: return nil
        }
    }

    /// The reminder on the days of a schedule, at its old time of day if the schedule has none.
    private static func moved(_ old: Reminder, to schedule: Schedule, _ invocation: SkillInvocation) -> Move? {
        let clock = invocation.services.clock
        let now = clock.now()
        var new = old
        (new.snoozedFrom, new.ringingSince) = (nil, nil)
        let due = clock.local(old.dueAt)
        let time = schedule.clockTime(prefersMorning: due.hour < 12) ?? ClockTime(hour: due.hour, minute: due.minute)
        guard let recurrence = schedule.recurrence(at: time) else { return nil }
        new.recurrence = recurrence
        new.basis = Reminder.usualBasis(old.kind, recurrence)
        new.dueAt = recurrence.next(after: now, from: now, clock: clock)
        return .moved(new)
    }

    static func keep(
        _ new: Reminder, insteadOf old: Reminder, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        try await told(new, insteadOf: old, invocation).about(new)
    }

    private static func told(
        _ new: Reminder, insteadOf old: Reminder, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        let before = book.whenItIs(old, saysToday: true)
        let undo = try await book.change([old], undone: undone(old, before)) { _ in new }
        if new.recurrence != nil, new.snoozedFrom != nil {
            let when = book.when(new.dueAt, saysToday: true)
            let what = new.kind == .alarm ? "your alarm rings \(when)" : "I'll remind you \(when): \(new.label)"
            return SkillReply("This once, \(what).", values: book.values(new.dueAt), undo: undo)
        }
        switch new.kind {
        case .timer:
            let length = SpokenFormat.duration(seconds: book.secondsLeft(new))
            return SkillReply("Your \(TimerSkill.name(new)) is now set for \(length).", undo: undo)
        case .alarm:
            return SkillReply(
                "Your alarm is now set for \(book.whenItIs(new, saysToday: true)).", values: book.values(new.dueAt),
                undo: undo)
        case .reminder:
            let when = book.when(new, saysToday: true)
            return SkillReply(
                "I'll remind you \(when): \(new.label).", values: book.values(new.dueAt), undo: undo)
        }
    }

    private static func name(
        _ old: Reminder, _ text: String, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        let book = ReminderBook(invocation)
        let opening = old.kind == .reminder ? ["to ", "say "] : ["the "]
        let bare = opening.first { text.lowercased().hasPrefix($0) }.map { String(text.dropFirst($0.count)) } ?? text
        let label = DigitPhrase.written(bare.filter { $0 != "\"" })
        let undo = try await book.change([old], undone: undone(old, book.whenItIs(old))) { reminder in
            var changed = reminder
            changed.label = label
            return changed
        }
        let values = ["label": label]
        switch old.kind {
        case .timer: return SkillReply("Your timer is now called \(label).", values: values, undo: undo).about(old)
        case .alarm:
            let when = book.whenItIs(old, saysToday: true)
            return SkillReply("Your alarm for \(when) is now called \(label).", values: values, undo: undo).about(old)
        case .reminder:
            let when = book.when(old, saysToday: true)
            return SkillReply("I'll remind you \(when): \(label).", values: values, undo: undo).about(old)
        }
    }

    static func undone(_ old: Reminder, _ when: String) -> String {
        switch old.kind {
        case .timer: "Your timer is the \(TimerSkill.fullName(old)) again."
        case .alarm: "Your \(old.label.isEmpty ? "" : old.label + " ")alarm is set for \(when) again."
        case .reminder: "The reminder says \(old.label) again, for \(when)."
        }
    }
}

extension Reminder {
    /// The reminder with its new `dueAt` for one occurrence only, if it repeats.
    fileprivate func movedOnce(from old: Reminder) -> Reminder {
        guard recurrence != nil else { return self }
        var copy = self
        copy.snoozedFrom = old.snoozedFrom ?? old.dueAt
        return copy
    }

    /// A repeating reminder at another time of day, from its next occurrence on.
    func atNewTime(
        _ time: ClockTime, insteadOf old: Reminder, after now: Timestamp, _ clock: any WallClock
    ) -> Reminder {
        guard let recurrence else { return self }
        var copy = self
        let due = old.snoozedFrom ?? old.dueAt
        var day = clock.local(due)
        (day.hour, day.minute, day.second) = (time.hour, time.minute, 0)
        let thatDay = clock.instant(of: day)
        copy.dueAt = thatDay
        guard thatDay <= now else { return copy }
        if case .every = recurrence {
            copy.dueAt = Recurrence.days(1, atMinute: time.hour * 60 + time.minute)
                .next(after: now, from: thatDay, clock: clock)
        } else {
            copy.dueAt = recurrence.next(after: now, from: thatDay, clock: clock)
        }
        return copy
    }
}
