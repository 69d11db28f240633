// SPDX-License-Identifier: GPL-3.0-or-later
// What the clocks show at one moment. Of two readings it can be told how much time has really passed between them, and by
// how much the time of day was set forward or back, by hand or by another time zone.

/// A moment since the start of the computer, which runs on while it sleeps, whatever the time of day is set to.
public struct BootMoment: Hashable, Sendable {
    /// Which start of the computer that was.
    public var boot: String
    public var milliseconds: Int64

    public init(boot: String, milliseconds: Int64) {
        self.boot = boot
        self.milliseconds = milliseconds
    }
}

/// All clocks at one moment.
public struct ClockReading: Hashable, Sendable {
    public var instant: Timestamp
    /// How far the local time is ahead of UTC.
    public var offset: Duration
    /// Nil where that is not known.
    public var boot: BootMoment?

    public init(instant: Timestamp, offset: Duration, boot: BootMoment?) {
        self.instant = instant
        self.offset = offset
        self.boot = boot
    }

    /// What the clock shows now.
    public init(_ clock: any WallClock) {
        var (boot, instant) = (clock.bootMoment(), clock.now())
        // Both at the same moment, as well as that goes: the thread may have waited for a processor in between.
        for _ in 0..<3 {
            let after = clock.bootMoment()
            guard let first = boot, let after, after.milliseconds - first.milliseconds > 5 else { break }
            (boot, instant) = (after, clock.now())
        }
        self.init(
            instant: instant,
            offset: .seconds(clock.local(instant).secondsSinceEpoch - instant.secondsSinceEpoch), boot: boot)
    }

    /// The time that has passed since an earlier reading. From one start of the computer to the next only the time of day
    /// tells, and where that is behind, it is the time since the start at least.
    public func elapsed(since earlier: ClockReading) -> Duration {
        let byTheClock = max(.zero, instant.since(earlier.instant))
        guard let boot, let start = earlier.boot else { return byTheClock }
        guard boot.boot == start.boot else { return max(byTheClock, .milliseconds(boot.milliseconds)) }
        return .milliseconds(boot.milliseconds - start.milliseconds)
    }

    /// By how much the clock was set forward since an earlier reading, the time zone aside; negative: back.
    public func setForward(since earlier: ClockReading) -> Duration {
        instant.since(earlier.instant) - elapsed(since: earlier)
    }

    /// By how much the local time was put back since an earlier reading, by the clock and by the time zone.
    public func localSetBack(since earlier: ClockReading) -> Duration {
        earlier.offset - offset - setForward(since: earlier)
    }
}

extension LocalTime {
    /// The seconds since 1970 of a clock that shows this in UTC.
    public var secondsSinceEpoch: Int64 {
        Int64(Self.dayNumber(year: year, month: month, day: day)) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    }

    /// The number of a day of the Gregorian calendar; 0 is 1970-01-01.
    package static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        // Counted from 0000-03-01 in eras of 400 years, so that the leap day is the last of its year.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
