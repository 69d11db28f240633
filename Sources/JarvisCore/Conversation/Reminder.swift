// SPDX-License-Identifier: GPL-3.0-or-later
// Timers, alarms and reminders: what is due when, and what becomes of one that is paused, rings, or is put off.

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
    /// When it rings next; of one that is paused, when it would have.
    public var dueAt: Timestamp
    /// When it comes again; nil: once.
    public var recurrence: Recurrence?
    /// The time that was left when it was paused; nil while it runs.
    public var remaining: Duration?
    /// When it was due before it was put off; nil when it was not.
    public var snoozedFrom: Timestamp?
    /// Since when it rings; nil while it does not.
    public var ringingSince: Timestamp?
    /// What `dueAt` goes by.
    public var basis: Basis
    /// From what `dueAt` is found again when clocks are changed; nil until it is kept.
    public var plan: DuePlan?

    /// - Parameter basis: nil: the time that passes for timers and for what comes every few hours, else the time of day.
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

    /// How long it rings unless somebody answers: an alarm has to wake, a timer tells who waits for it.
    public var ringLength: Duration {
        switch kind {
        case .alarm: .seconds(600)
        case .timer: .seconds(60)
        case .reminder: .seconds(180)
        }
    }
}

extension Reminder {
    /// How long to put one off when the user does not say how long.
    public static let usualSnooze = Duration.seconds(540)

    /// It rings from now on.
    public func ringing(since now: Timestamp) -> Reminder {
        var copy = self
        copy.ringingSince = now
        return copy
    }

    /// It rings again after `delay`.
    public func snoozed(for delay: Duration, at now: Timestamp) -> Reminder {
        var copy = self
        copy.snoozedFrom = snoozedFrom ?? dueAt
        copy.dueAt = now.advanced(by: delay)
        copy.basis = .elapsed
        copy.ringingSince = nil
        return copy
    }

    /// Its next time, once this one has been dealt with; nil when there is none.
    public func next(after now: Timestamp, clock: any WallClock) -> Reminder? {
        guard let recurrence else { return nil }
        var copy = self
        // A clock that was set back a little while it rang does not bring the same time again.
        let isBehind = isRinging && dueAt > now && dueAt.since(now) <= Self.shortWhile
        copy.dueAt = recurrence.next(after: isBehind ? dueAt : now, from: snoozedFrom ?? dueAt, clock: clock)
        copy.basis = Self.usualBasis(kind, recurrence)
        copy.snoozedFrom = nil
        copy.ringingSince = nil
        return copy
    }

    /// It stands still; one that rings, or stands still already, stays as it is.
    public func paused(at now: Timestamp) -> Reminder {
        guard !isPaused, !isRinging else { return self }
        var copy = self
        copy.remaining = max(.zero, dueAt.since(now))
        return copy
    }

    /// It runs on with the time that it had left; what it was set for stays what it is called by.
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
