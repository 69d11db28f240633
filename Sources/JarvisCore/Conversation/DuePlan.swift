// SPDX-License-Identifier: GPL-3.0-or-later
// When something rings after the clock or the time zone was changed. What was set for noon rings at noon wherever one is,
// and whatever the clock is set to; what was set for two hours later rings after two hours. Pure.

/// How the clocks stood when it was settled when something rings.
public struct DuePlan: Hashable, Sendable {
    /// The instant that it belongs to. A reminder with another one was changed by a program that keeps no plans.
    public var dueAt: Timestamp
    public var basis: Reminder.Basis
    /// The time of day and the date that are meant.
    public var local: LocalTime
    /// The same of the time from which it was put off.
    public var snoozedFrom: LocalTime?
    public var madeAt: ClockReading

    public init(
        dueAt: Timestamp, basis: Reminder.Basis, local: LocalTime, snoozedFrom: LocalTime?, madeAt: ClockReading
    ) {
        self.dueAt = dueAt
        self.basis = basis
        self.local = local
        self.snoozedFrom = snoozedFrom
        self.madeAt = madeAt
    }
}

extension Reminder {
    /// What its time goes by.
    public enum Basis: String, Hashable, Sendable {
        /// The time that passes: "in two hours".
        case elapsed
        /// The time of day, on one of the next days: "tomorrow at seven".
        case timeOfDay
        /// The time of day on a day of the calendar: "on March 3rd at seven".
        case date
    }

    /// Which of its times this is, whatever the clocks have been set to since.
    public enum Occurrence: Hashable, Sendable {
        case instant(Timestamp)
        case local(LocalTime)
        case boot(BootMoment)
    }

    /// Put back by no more than this, the time of day comes again for a while, and what has rung is over. Beyond it, as on
    /// a flight to the west, what comes again comes again.
    static let shortWhile = Duration.seconds(3 * 3600)
    /// No time zone is so far from another one: the date was wrong, or is.
    private static let longestFlight = Duration.seconds(36 * 3600)

    /// What of an older program, which tells nothing about it, most likely goes by.
    public static func likelyBasis(_ kind: Kind, dueAt: Timestamp, recurrence: Recurrence?) -> Basis {
        // A time of day is a whole minute; a length counts from any millisecond.
        let isWhole = dueAt.millisecondsSinceEpoch % 60_000 == 0
        return usualBasis(kind, recurrence) == .elapsed || !isWhole ? .elapsed : .timeOfDay
    }

    /// What one of this kind goes by unless it is said otherwise.
    public static func usualBasis(_ kind: Kind, _ recurrence: Recurrence?) -> Basis {
        if case .every? = recurrence { return .elapsed }
        return kind == .timer ? .elapsed : .timeOfDay
    }

    /// The plan that fits it; nil for none, and for one that belongs to another time or basis.
    private var ownPlan: DuePlan? {
        plan.flatMap { $0.dueAt == dueAt && $0.basis == basis ? $0 : nil }
    }

    /// Which of its times it rings for.
    public var occurrence: Occurrence {
        guard let plan = ownPlan else { return .instant(dueAt) }
        guard basis == .elapsed else { return .local(plan.local) }
        guard var boot = plan.madeAt.boot else { return .instant(dueAt) }
        boot.milliseconds += dueAt.since(plan.madeAt.instant).wholeMilliseconds
        return .boot(boot)
    }

    /// The same with how the clocks stand, where that is not kept yet.
    public func withPlan(_ clock: any WallClock, at now: ClockReading) -> Reminder {
        guard ownPlan == nil, !isPaused else { return self }
        var copy = self
        copy.plan = DuePlan(
            dueAt: dueAt, basis: basis, local: clock.local(dueAt), snoozedFrom: snoozedFrom.map(clock.local),
            madeAt: now)
        return copy
    }

    /// The same as the clocks stand now; without a plan where it follows its rule from now on.
    public func planned(_ clock: any WallClock, at now: ClockReading) -> Reminder {
        guard let plan = ownPlan, !isPaused else { return self }
        return basis == .elapsed ? afterItsLength(plan, now) : atItsTimeOfDay(plan, clock, now)
    }

    /// The same as the clocks stand now.
    public func planned(_ clock: any WallClock) -> Reminder { planned(clock, at: ClockReading(clock)) }

    /// Moved along with a clock that was set.
    private func afterItsLength(_ plan: DuePlan, _ now: ClockReading) -> Reminder {
        let length = dueAt.since(plan.madeAt.instant)
        guard let boot = now.boot else { return self }
        let due: Timestamp
        if let start = plan.madeAt.boot, start.boot == boot.boot {
            due = now.instant.advanced(by: .milliseconds(start.milliseconds - boot.milliseconds) + length)
        } else if now.instant < plan.madeAt.instant {
            // The computer has been started with a clock that is behind: its length counts from the start.
            due = now.instant.advanced(by: .milliseconds(-boot.milliseconds) + length)
        } else {
            return self
        }
        // A clock that is set right bit by bit, and two clocks read one after the other, move nothing.
        let shift = due.since(dueAt).roundedToTenths
        guard shift != .zero else { return self }
        var copy = self
        copy.dueAt = dueAt.advanced(by: shift)
        copy.createdAt = createdAt.advanced(by: shift)
        if case .every? = recurrence { copy.snoozedFrom = snoozedFrom?.advanced(by: shift) }
        copy.plan?.dueAt = copy.dueAt
        copy.plan?.madeAt.instant = plan.madeAt.instant.advanced(by: shift)
        return copy
    }

    private func atItsTimeOfDay(_ plan: DuePlan, _ clock: any WallClock, _ now: ClockReading) -> Reminder {
        let setBack = now.localSetBack(since: plan.madeAt)
        var (copy, local) = (self, plan.local)
        if let recurrence, let minute = recurrence.minute, snoozedFrom == nil {
            // In another time zone its own time may be there, which summer time has left out in the first one.
            if clock.local(dueAt) != local { (local.hour, local.minute) = (minute / 60, minute % 60) }
            if setBack > Self.shortWhile || setBack < .zero - Self.longestFlight, !isRinging {
                // "Every three days" counts on, in the year that the clock now shows.
                let days = abs(setBack.components.seconds) > Self.longestFlight.components.seconds ? setBack.days : 0
                let base = clock.instant(of: local.adding(days: -days, clock))
                let next = recurrence.next(after: now.instant, from: base, clock: clock)
                let nextLocal = clock.local(next).secondsSinceEpoch
                // Between the plan and its time there is only what the user has left out.
                if nextLocal <= plan.madeAt.localSeconds || nextLocal >= local.secondsSinceEpoch {
                    copy.dueAt = next
                    copy.plan = nil
                    return copy
                }
            }
        } else if basis == .timeOfDay, setBack > Self.longestFlight, !isRinging,
            plan.madeAt.localSeconds <= local.secondsSinceEpoch
        {
            // "Tomorrow at seven" is tomorrow at seven in the year that the clock now shows.
            local = local.adding(days: -setBack.days, clock)
        }
        if let snoozedFrom, let snoozed = plan.snoozedFrom {
            copy.snoozedFrom = Self.instant(snoozedFrom, shown: snoozed, clock)
        }
        copy.dueAt = Self.instant(dueAt, shown: local, clock)
        copy.plan?.dueAt = copy.dueAt
        return copy
    }

    /// When the clock shows this: the instant where it shows that then, which of two in autumn is its own.
    private static func instant(_ instant: Timestamp, shown local: LocalTime, _ clock: any WallClock) -> Timestamp {
        guard clock.local(instant) != local else { return instant }
        return clock.instant(of: local).advanced(by: .milliseconds(instant.millisecondsSinceEpoch % 1000))
    }
}

extension ClockReading {
    fileprivate var localSeconds: Int64 { instant.secondsSinceEpoch + offset.components.seconds }
}

extension LocalTime {
    /// The same time of day this number of days later. Noon is in every day, whatever its length.
    func adding(days: Int, _ clock: any WallClock) -> LocalTime {
        var noon = self
        (noon.hour, noon.minute, noon.second) = (12, 0, 0)
        var day = clock.local(clock.instant(of: noon).advanced(by: .seconds(86_400 * days)))
        (day.hour, day.minute, day.second) = (hour, minute, second)
        return day
    }
}

extension Duration {
    fileprivate var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }

    /// To the nearest day.
    fileprivate var days: Int {
        Int((components.seconds + (components.seconds < 0 ? -43_200 : 43_200)) / 86_400)
    }

    /// To the nearest tenth of a second.
    fileprivate var roundedToTenths: Duration {
        let milliseconds = wholeMilliseconds
        return .milliseconds((milliseconds + (milliseconds < 0 ? -50 : 50)) / 100 * 100)
    }
}
