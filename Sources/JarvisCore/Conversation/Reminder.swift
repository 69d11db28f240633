// SPDX-License-Identifier: GPL-3.0-or-later
// Timers, alarms and reminders: when they are due, and how they pause, ring and snooze.

/// Something that rings and speaks at a given instant.
public struct Reminder: Hashable, Sendable, Identifiable {
    public enum Kind: String, Sendable, CaseIterable {
        case timer, alarm, reminder
    }

    public var id: String
    public var kind: Kind
    /// The text to say when it is due: "tea", "call mum"; empty for a bare timer or alarm.
    public var label: String
    public var createdAt: Timestamp
    /// When it rings next; while paused, when it would have rung.
    public var dueAt: Timestamp
    /// How it repeats; nil if it rings once.
    public var recurrence: Recurrence?
    /// The time left when it was paused; nil while it runs.
    public var remaining: Duration?
    /// When it was due before a snooze; nil if not snoozed.
    public var snoozedFrom: Timestamp?
    /// When it began to ring; nil while it does not.
    public var ringingSince: Timestamp?
    /// Whether `dueAt` follows elapsed time, the time of day or the date.
    public var basis: Basis
    /// The clocks from which `dueAt` is recalculated after a clock change; nil until the reminder is saved.
    public var plan: DuePlan?

    /// - Parameter basis: If nil, elapsed time for timers and intervals, otherwise the time of day.
    public init(
        id: String, kind: Kind, label: String, createdAt: Timestamp, dueAt: Timestamp, recurrence: Recurrence? = nil,
        basis: Basis? = nil
    ) {
        self.id = id
        self.kind = kind
        self.label = label
        self.createdAt = createdAt
        self.dueAt = dueAt
        self.recurrence = recurrence
        self.basis = basis ?? Self.usualBasis(kind, recurrence)
    }

    public var isPaused: Bool { remaining != nil }
    public var isRinging: Bool { ringingSince != nil }

    /// How long it rings without an answer: an alarm has to wake someone, a timer only reaches someone who is waiting.
    public var ringLength: Duration {
        switch kind {
        case .alarm: .seconds(600)
        case .timer: .seconds(60)
        case .reminder: .seconds(180)
        }
    }
}

extension Reminder {
    /// The snooze length unless the user names one.
    public static let usualSnooze = Duration.seconds(540)

    /// A copy that rings from `now`.
    public func ringing(since now: Timestamp) -> Reminder {
        var copy = self
        copy.ringingSince = now
        return copy
    }

    /// A copy that rings again after `delay`.
    public func snoozed(for delay: Duration, at now: Timestamp) -> Reminder {
        var copy = self
        copy.snoozedFrom = snoozedFrom ?? dueAt
        copy.dueAt = now.advanced(by: delay)
        copy.basis = .elapsed
        copy.ringingSince = nil
        return copy
    }

    /// Its next occurrence once this one is dealt with; nil if there is none.
    public func next(after now: Timestamp, clock: any WallClock) -> Reminder? {
        guard let recurrence else { return nil }
        var copy = self
        // If the clock went back a little while the reminder rang, the same time of day must not ring twice.
        let isBehind = isRinging && dueAt > now && dueAt.since(now) <= Self.shortWhile
        copy.dueAt = recurrence.next(after: isBehind ? dueAt : now, from: snoozedFrom ?? dueAt, clock: clock)
        copy.basis = Self.usualBasis(kind, recurrence)
        copy.snoozedFrom = nil
        copy.ringingSince = nil
        return copy
    }

    /// A paused copy; a reminder that rings or is already paused stays as it is.
    public func paused(at now: Timestamp) -> Reminder {
        guard !isPaused, !isRinging else { return self }
        var copy = self
        copy.remaining = max(.zero, dueAt.since(now))
        return copy
    }

    /// A copy that continues with the remaining time. `createdAt` shifts as well, so the length that the user set
    /// stays.
    public func resumed(at now: Timestamp) -> Reminder {
        guard let remaining else { return self }
        var copy = self
        copy.dueAt = now.advanced(by: remaining)
        copy.createdAt = createdAt.advanced(by: copy.dueAt.since(dueAt))
        copy.basis = .elapsed
        copy.remaining = nil
        return copy
    }
}
