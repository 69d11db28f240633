// SPDX-License-Identifier: GPL-3.0-or-later
// When a reminder rings after the clock or the time zone has changed. One set for noon rings at noon, wherever the user
// is by then and whatever the clock was set to; one set for "in two hours" rings after two hours. Pure.

/// The clocks at the moment when a reminder's due time was decided.
public struct DuePlan: Hashable, Sendable {
    /// The due time that this plan is for. A reminder with another one was changed by a version that knows no plans.
    public var dueAt: Timestamp
    public var basis: Reminder.Basis
    /// The date and time of day that the user meant.
    public var local: LocalTime
    /// The date and time of day before a snooze; nil if not snoozed.
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
    /// What the due time depends on.
    public enum Basis: String, Hashable, Sendable {
        /// Elapsed time: "in two hours".
        case elapsed
        /// A time of day on one of the next days: "tomorrow at seven".
        case timeOfDay
        /// A time of day on a date: "on March 3rd at seven".
        case date
    }

    /// Identifies one occurrence, however the clocks have been set since.
    public enum Occurrence: Hashable, Sendable {
        case instant(Timestamp)
        case local(LocalTime)
        case boot(BootMoment)
    }

    /// If the clock goes back by no more than this, the same times of day occur twice, and reminders that have rung
    /// stay quiet the second time. After a longer step, such as a flight west, they ring again.
    static let shortWhile = Duration.seconds(3 * 3600)
    /// No two time zones are this far apart, so a longer step means that the date was wrong before, or is wrong now.
    private static let longestFlight = Duration.seconds(36 * 3600)

    /// The likely basis of a reminder saved by an older version, which did not store one.
    public static func likelyBasis(_ kind: Kind, dueAt: Timestamp, recurrence: Recurrence?) -> Basis {
        // Times of day are whole minutes; durations count from any millisecond.
        let isWhole = dueAt.millisecondsSinceEpoch % 60_000 == 0
        return usualBasis(kind, recurrence) == .elapsed || !isWhole ? .elapsed : .timeOfDay
    }

    /// The basis for this kind, unless another is given.
    public static func usualBasis(_ kind: Kind, _ recurrence: Recurrence?) -> Basis {
        if case .every? = recurrence { return .elapsed }
        return kind == .timer ? .elapsed : .timeOfDay
    }

    /// The plan, if it belongs to the current due time and basis; otherwise nil.
    private var ownPlan: DuePlan? {
        plan.flatMap { $0.dueAt == dueAt && $0.basis == basis ? $0 : nil }
    }

    /// The occurrence that this reminder rings for.
    public var occurrence: Occurrence {
        guard let plan = ownPlan else { return .instant(dueAt) }
        guard basis == .elapsed else { return .local(plan.local) }
        guard var boot = plan.madeAt.boot else { return .instant(dueAt) }
        boot.milliseconds += dueAt.since(plan.madeAt.instant).wholeMilliseconds
        return .boot(boot)
    }

    /// A copy with a plan made from the current clocks, unless it already has one.
    public func withPlan(_ clock: any WallClock, at now: ClockReading) -> Reminder {
        guard ownPlan == nil, !isPaused else { return self }
        var copy = self
        copy.plan = DuePlan(
            dueAt: dueAt, basis: basis, local: clock.local(dueAt), snoozedFrom: snoozedFrom.map(clock.local),
            madeAt: now)
        return copy
    }

    /// A copy whose due time fits the current clocks; without a plan if it follows its recurrence rule from now on.
    public func planned(_ clock: any WallClock, at now: ClockReading) -> Reminder {
        guard let plan = ownPlan, !isPaused else { return self }
        return basis == .elapsed ? afterItsLength(plan, now) : atItsTimeOfDay(plan, clock, now)
    }

    /// A copy whose due time fits the current clocks.
    public func planned(_ clock: any WallClock) -> Reminder { planned(clock, at: ClockReading(clock)) }

    /// Shifts the due time along with a clock that was set.
    private func afterItsLength(_ plan: DuePlan, _ now: ClockReading) -> Reminder {
        let length = dueAt.since(plan.madeAt.instant)
        guard let boot = now.boot else { return self }
        let due: Timestamp
        if let start = plan.madeAt.boot, start.boot == boot.boot {
            due = now.instant.advanced(by: .milliseconds(start.milliseconds - boot.milliseconds) + length)
        } else if now.instant < plan.madeAt.instant {
            // The computer restarted with a clock that is behind, so the duration counts from boot.
            due = now.instant.advanced(by: .milliseconds(-boot.milliseconds) + length)
        } else {
            return self
        }
        // Gradual clock adjustment, or reading two clocks in turn, must not move anything.
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
            // Summer time may have skipped the intended time in the first time zone, but another zone may have it.
            if clock.local(dueAt) != local { (local.hour, local.minute) = (minute / 60, minute % 60) }
            if setBack > Self.shortWhile || setBack < .zero - Self.longestFlight, !isRinging {
                // "Every three days" keeps counting, in the year that the clock now shows.
                let days = abs(setBack.components.seconds) > Self.longestFlight.components.seconds ? setBack.days : 0
                let base = clock.instant(of: local.adding(days: -days, clock))
                let next = recurrence.next(after: now.instant, from: base, clock: clock)
                let nextLocal = clock.local(next).secondsSinceEpoch
                // An occurrence between the plan's making and its due time is one that the user skipped: don't bring it
                // back.
                if nextLocal <= plan.madeAt.localSeconds || nextLocal >= local.secondsSinceEpoch {
                    copy.dueAt = next
                    copy.plan = nil
                    return copy
                }
            }
        } else if basis == .timeOfDay, setBack > Self.longestFlight, !isRinging,
            plan.madeAt.localSeconds <= local.secondsSinceEpoch
        {
            // "Tomorrow at seven" stays tomorrow at seven, in the year that the clock now shows.
            local = local.adding(days: -setBack.days, clock)
        }
        if let snoozedFrom, let snoozed = plan.snoozedFrom {
            copy.snoozedFrom = Self.instant(snoozedFrom, shown: snoozed, clock)
        }
        copy.dueAt = Self.instant(dueAt, shown: local, clock)
        copy.plan?.dueAt = copy.dueAt
        return copy
    }

    /// The instant at which the clock shows `local`. If `instant` already does, keeps it, since a time of day can occur
    /// twice when the clock goes back.
    private static func instant(_ instant: Timestamp, shown local: LocalTime, _ clock: any WallClock) -> Timestamp {
        guard clock.local(instant) != local else { return instant }
        return clock.instant(of: local).advanced(by: .milliseconds(instant.millisecondsSinceEpoch % 1000))
    }
}

extension ClockReading {
    fileprivate var localSeconds: Int64 { instant.secondsSinceEpoch + offset.components.seconds }
}

extension LocalTime {
    /// The same time of day, this many days later. Counts from noon, which every day has, whatever its length.
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

    /// Rounded to whole days.
    fileprivate var days: Int {
        Int((components.seconds + (components.seconds < 0 ? -43_200 : 43_200)) / 86_400)
    }

    /// Rounded to tenths of a second.
    fileprivate var roundedToTenths: Duration {
        let milliseconds = wholeMilliseconds
        return .milliseconds((milliseconds + (milliseconds < 0 ? -50 : 50)) / 100 * 100)
    }
}
