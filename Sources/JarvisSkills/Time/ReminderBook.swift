// SPDX-License-Identifier: GPL-3.0-or-later
// What timers, alarms and reminders have in common: keeping, finding and wording them.

import JarvisAgent
public import JarvisCore
import JarvisUnderstanding

/// The pending reminders, as the three skills use them.
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

    /// The one that "it" is, where that is of this kind and still there; all of this kind otherwise.
    func meant(_ kind: Reminder.Kind) async throws -> [Reminder] {
        let all = try await pending(kind)
        let own = all.filter { $0.id == identity }
        return own.isEmpty ? all : own
    }

    /// What "it" is, while that is there.
    func subject() async throws -> Reminder? {
        try await services.reminders.pending().first { $0.id == identity }
    }

    /// Keeps a new one under an identity that no other pending one has.
    /// - Parameters:
    ///   - basis: What its time goes by; nil for what one of its kind does.
    ///   - createdAt: From when a length counts; nil: from now on.
    @discardableResult
    func add(
        _ kind: Reminder.Kind, label: String, dueAt: Timestamp, recurrence: Recurrence? = nil,
        basis: Reminder.Basis? = nil, createdAt: Timestamp? = nil
    ) async throws -> Reminder {
        let now = createdAt ?? services.clock.now()
        // A damaged file must not keep a new one from being set.
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

    /// Takes back that these were set.
    func undoAdding(_ reminders: [Reminder]) -> DeferredAction {
        DeferredAction { invocation in
            let book = ReminderBook(invocation)
            try await book.remove(reminders)
            return SkillReply(
                book.told(reminders, "is canceled", "are canceled"), undo: book.undoRemoving(reminders))
        }
    }

    /// Takes back that these were removed.
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
                return SkillReply(book.told(reminders, "would be over by now", "would be over by now"))
            }
            return SkillReply(book.told(pending, "is set again", "are set again"), undo: book.undoAdding(pending))
        }
    }

    /// Changes those of these that are still there.
    /// - Returns: What takes that back, and then says `text`.
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
                // One that would have rung by now stays as it is.
                old[current.id]?.planned(clock).ifPending(at: now) ?? current
            }
            return SkillReply(text())
        }
    }

    /// What is so of these, by their names: "Your alarm for 7:00 AM is set again." Many are counted.
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

    /// "tea timer", "alarm for 7:00 AM", "reminder to call mum"
    private func name(_ reminder: Reminder) -> String {
        let label = reminder.label.isEmpty ? "" : reminder.label + " "
        return switch reminder.kind {
        case .timer: TimerSkill.fullName(reminder)
        case .alarm: "\(label)alarm for \(whenItIs(reminder))"
        case .reminder: "\(label)reminder for \(whenItIs(reminder))"
        }
    }

    /// Seconds until it is due, rounded up so that a fresh timer has its whole length left.
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

    /// "every weekday at 7:30 AM", or when it comes the one time that it does.
    func when(_ reminder: Reminder, saysToday: Bool = false) -> String {
        guard let recurrence = reminder.recurrence, reminder.snoozedFrom == nil else {
            return when(reminder.dueAt, saysToday: saysToday)
        }
        return RecurrenceText.text(recurrence, in: services.region)
    }

    /// The same behind "for": "for the 1st of every month".
    func whenItIs(_ reminder: Reminder, saysToday: Bool = false) -> String {
        let text = when(reminder, saysToday: saysToday)
        return text.hasPrefix("on ") ? String(text.dropFirst(3)) : text
    }

    /// Canonical values of an instant: "time" and "day".
    func values(_ instant: Timestamp) -> [String: String] {
        let local = services.clock.local(instant)
        return [
            "time": ClockTime(hour: local.hour, minute: local.minute).canonical, "day": CivilDate(local).canonical,
        ]
    }
}

extension Reminder {
    /// Nil once it would have rung.
    fileprivate func ifPending(at now: Timestamp) -> Reminder? { isPaused || dueAt > now ? self : nil }
}

extension DayReference? {
    /// What the time of day on this day goes by: "on March 3rd" is a day of the calendar, "tomorrow" is the next one.
    var basis: Reminder.Basis {
        switch self {
        case nil, .offset, .weekday, .lastWeekday: .timeOfDay
        case .yearly, .monthly, .feast, .exact, .endOfMonth: .date
        }
    }
}

/// The text to say when a timer, alarm or reminder is due.
public enum ReminderAnnouncement {
    /// "Your tea timer is done.", "It's 7:00 AM. This is your alarm.", "Reminder: call mum."
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
            return reminder.label.isEmpty ? "This is your reminder." : "Here's your reminder: \(reminder.label)."
        }
    }
}
