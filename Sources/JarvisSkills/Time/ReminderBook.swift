// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by timers, alarms and reminders: stores, finds and words them.

import JarvisAgent
public import JarvisCore
import JarvisUnderstanding

/// The pending reminders, as the skills for timers, alarms and reminders use them.
struct ReminderBook {
    let services: SkillServices
    private let identity: String?

    init(_ invocation: SkillInvocation) {
        services = invocation.services
        identity = invocation.subject
    }

    func pending(_ kind: Reminder.Kind) async throws -> [Reminder] {
        try await services.reminders.pending().filter { $0.kind == kind }.sorted { $0.dueAt < $1.dueAt }
    }

    /// The reminder that "it" refers to, if it is of this kind and still pending; otherwise all reminders of this kind.
    func meant(_ kind: Reminder.Kind) async throws -> [Reminder] {
        let all = try await pending(kind)
        let own = all.filter { $0.id == identity }
        return own.isEmpty ? all : own
    }

    /// The reminder that "it" refers to, if it is still pending.
    func subject() async throws -> Reminder? {
        try await services.reminders.pending().first { $0.id == identity }
    }

    /// Stores a new reminder under an identifier that no other pending one has.
    /// - Parameters:
    ///   - basis: What its time depends on if the clock or time zone changes. If `nil`, the usual basis of its kind.
    ///   - createdAt: The start of a timer's length. If `nil`, now.
    @discardableResult
    func add(
        _ kind: Reminder.Kind, label: String, dueAt: Timestamp, recurrence: Recurrence? = nil,
        basis: Reminder.Basis? = nil, createdAt: Timestamp? = nil
    ) async throws -> Reminder {
        let now = createdAt ?? services.clock.now()
        // Even if the file of reminders is damaged, a new one can be set.
        let taken = Set(((try? await services.reminders.pending()) ?? []).map(\.id))
        let stem = "\(kind.rawValue)-\(now.millisecondsSinceEpoch)"
        var id = stem
        var number = 2
        while taken.contains(id) {
            id = "\(stem)-\(number)"
            number += 1
        }
        let reminder = Reminder(
            id: id, kind: kind, label: label, createdAt: now, dueAt: dueAt, recurrence: recurrence, basis: basis
        ).withPlan(services.clock, at: ClockReading(services.clock))
        try await services.reminders.add(reminder)
        return reminder
    }

    func remove(_ reminders: [Reminder]) async throws {
        if !reminders.isEmpty { try await services.reminders.remove(reminders.map(\.id)) }
    }

    /// An action that removes these reminders again.
    func undoAdding(_ reminders: [Reminder]) -> DeferredAction {
        DeferredAction { invocation in
            let book = ReminderBook(invocation)
            try await book.remove(reminders)
            return SkillReply(
                book.told(reminders, "is cancelled", "are cancelled"), undo: book.undoRemoving(reminders))
        }
    }

    /// An action that sets these reminders again, as far as they are not over by then.
    func undoRemoving(_ reminders: [Reminder]) -> DeferredAction {
        DeferredAction { invocation in
            let book = ReminderBook(invocation)
            let now = invocation.services.clock.now()
            let clock = invocation.services.clock
            let pending = reminders.map { $0.planned(clock) }.compactMap {
                $0.isPaused || $0.dueAt > now ? $0 : $0.next(after: now, clock: clock)
            }
            for reminder in pending { try await book.services.reminders.add(reminder) }
            guard !pending.isEmpty else {
                return SkillReply(book.told(reminders, "should already have ended", "should already have ended"))
            }
            return SkillReply(book.told(pending, "is set again", "are set again"), undo: book.undoAdding(pending))
        }
    }

    /// Changes those of the reminders that are still pending.
    /// - Returns: The action that undoes the change and replies with `text`.
    func change(
        _ reminders: [Reminder], undone text: @autoclosure @escaping @Sendable () -> String,
        _ change: @escaping @Sendable (Reminder) -> Reminder
    ) async throws -> DeferredAction {
        try await services.reminders.update(reminders.map(\.id), change)
        return DeferredAction { invocation in
            let old = Dictionary(reminders.map { ($0.id, $0) }) { first, _ in first }
            let clock = invocation.services.clock
            let now = clock.now()
            try await invocation.services.reminders.update(reminders.map(\.id)) { current in
                // Don't restore one that would have rung by now.
                old[current.id]?.planned(clock).ifPending(at: now) ?? current
            }
            return SkillReply(text())
        }
    }

    /// The name after the kind: "work" in "the alarm for work" and "the alarm called work".
    /// - Returns: The name, and whether it can only be a name. After "for" it may also be a time.
    static func name(behind kind: String, in utterance: Utterance) -> (name: String, isSurely: Bool)? {
        let words = utterance.words
        guard let place = words.lastIndex(where: { $0 == kind || $0 == kind + "s" }), place + 2 < words.count else {
            return nil
        }
        let isSurely = ["called", "named", "labelled", "labeled"].contains(words[place + 1])
        guard isSurely || words[place + 1] == "for" else { return nil }
        return (utterance.original(place + 2..<words.count), isSurely)
    }

    /// A sentence that names these reminders: "Your alarm for 7:00 AM is set again." It counts more than three.
    func told(_ reminders: [Reminder], _ one: String, _ many: String) -> String {
        let state = reminders.count == 1 ? one : many
        guard reminders.count <= Self.mostNamed else {
            let counts = Reminder.Kind.allCases.map { kind in (kind, reminders.count { $0.kind == kind }) }
            let names = counts.filter { $0.1 > 0 }.map { SpokenFormat.count(Int64($0.1), $0.0.rawValue) }
            return "Your \(SpokenFormat.list(names)) \(state)."
        }
        let texts = reminders.filter { $0.kind == .reminder && !$0.label.isEmpty }.map(\.label)
        guard texts.count < reminders.count || texts.isEmpty else {
            return "Your reminder\(texts.count == 1 ? "" : "s") \(state): \(SpokenFormat.list(texts))."
        }
        let names = SpokenFormat.list(reminders.map { "your \(name($0))" })
        return "Y\(names.dropFirst()) \(state)."
    }

    private static let mostNamed = 3

    /// "tea timer", "alarm for 7:00 AM", "call mum reminder for 6:00 PM".
    private func name(_ reminder: Reminder) -> String {
        let label = reminder.label.isEmpty ? "" : reminder.label + " "
        return switch reminder.kind {
        case .timer: TimerSkill.fullName(reminder)
        case .alarm: "\(label)alarm for \(whenItIs(reminder))"
        case .reminder: "\(label)reminder for \(whenItIs(reminder))"
        }
    }

    /// Seconds until the reminder is due, rounded up so a fresh timer shows its full length.
    func secondsLeft(_ reminder: Reminder) -> Int64 {
        if let remaining = reminder.remaining {
            let (seconds, rest) = remaining.components
            return seconds + (rest > 0 ? 1 : 0)
        }
        return max(
            0, (reminder.dueAt.millisecondsSinceEpoch - services.clock.now().millisecondsSinceEpoch + 999) / 1000)
    }

    /// "7:30 AM", "tomorrow at 7:30 AM", "Friday, January 9th at noon"
    func when(_ instant: Timestamp, saysToday: Bool = false) -> String {
        let local = services.clock.local(instant)
        let today = CivilDate(services.clock.local(services.clock.now()))
        let time = SpokenFormat.time(hour: local.hour, minute: local.minute, in: services.region)
        let date = CivilDate(local)
        switch date.dayNumber - today.dayNumber {
        case 0: return saysToday ? "today at \(time)" : time
        case 1: return "tomorrow at \(time)"
        case 2...6: return "\(CalendarNames.weekdays[date.weekday - 1]) at \(time)"
        default: return "\(SpokenFormat.date(date, withYear: date.year != today.year)) at \(time)"
        }
    }

    func isOnAnotherDay(_ instant: Timestamp) -> Bool {
        CivilDate(services.clock.local(instant)) != CivilDate(services.clock.local(services.clock.now()))
    }

    /// "every weekday at 7:30 AM", or the time of a reminder that rings only once or was moved once.
    func when(_ reminder: Reminder, saysToday: Bool = false) -> String {
        guard let recurrence = reminder.recurrence, reminder.snoozedFrom == nil else {
            return when(reminder.dueAt, saysToday: saysToday)
        }
        return RecurrenceText.text(recurrence, in: services.region)
    }

    /// The same, to follow "for": "for the 1st of every month".
    func whenItIs(_ reminder: Reminder, saysToday: Bool = false) -> String {
        let text = when(reminder, saysToday: saysToday)
        return text.hasPrefix("on ") ? String(text.dropFirst(3)) : text
    }

    /// The instant as canonical values for a reply: "time" and "day".
    func values(_ instant: Timestamp) -> [String: String] {
        let local = services.clock.local(instant)
        return [
            "time": ClockTime(hour: local.hour, minute: local.minute).canonical, "day": CivilDate(local).canonical,
        ]
    }
}

extension Reminder {
    /// The reminder, or `nil` if it would have rung by `now`.
    fileprivate func ifPending(at now: Timestamp) -> Reminder? { isPaused || dueAt > now ? self : nil }
}

extension DayReference? {
    /// The basis of a time on this day: "on March 3rd" is bound to the date, "tomorrow" to the time of day.
    var basis: Reminder.Basis {
        switch self {
        case nil, .offset, .weekday, .lastWeekday, .weekdayOfWeek: .timeOfDay
        case .shifted(let day, months: 0, _): Self.some(day).basis
        default: .date
        }
    }
}

/// The texts to say when a timer, alarm or reminder is due.
public enum ReminderAnnouncement {
    /// "Your tea timer is done.", "It's 7:00 AM. This is your alarm.", "Here's your reminder: call mum."
    public static func text(
        for reminder: Reminder, clock: any WallClock, region: Region = .unitedStates
    ) -> String {
        switch reminder.kind {
        case .timer:
            if !reminder.label.isEmpty { return "Your \(reminder.label) timer is done." }
            let seconds = Int64(reminder.dueAt.since(reminder.createdAt).components.seconds)
            return "Your timer for \(SpokenFormat.duration(seconds: seconds)) is done."
        case .alarm:
            let due = clock.local(reminder.dueAt)
            let purpose = reminder.label.isEmpty ? "This is your alarm." : "Time for \(reminder.label)."
            let time = SpokenFormat.time(hour: due.hour, minute: due.minute, in: region)
            return "It's \(time). \(purpose)"
        case .reminder:
            return reminder.label.isEmpty ? "Here's your reminder." : "Here's your reminder: \(reminder.label)."
        }
    }
}
