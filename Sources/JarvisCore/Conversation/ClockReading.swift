// SPDX-License-Identifier: GPL-3.0-or-later
// Every clock at one moment. Two readings show how much time has really passed between them, and how far the time of
// day was set forward or back, by hand or by a change of time zone.

/// A moment since the computer started. This clock keeps running during sleep, and setting the time does not affect it.
public struct BootMoment: Hashable, Sendable {
    /// The kernel's identifier of the boot that `milliseconds` counts from.
    public var boot: String
    public var milliseconds: Int64

    public init(boot: String, milliseconds: Int64) {
        self.boot = boot
        self.milliseconds = milliseconds
    }
}

/// All clocks, read at one moment.
public struct ClockReading: Hashable, Sendable {
    public var instant: Timestamp
    /// How far local time is ahead of UTC.
    public var offset: Duration
    /// Nil if unknown.
    public var boot: BootMoment?

    public init(instant: Timestamp, offset: Duration, boot: BootMoment?) {
        self.instant = instant
        self.offset = offset
        self.boot = boot
    }

    /// Reads the clocks now.
    public init(_ clock: any WallClock) {
        var (boot, instant) = (clock.bootMoment(), clock.now())
        // Both should be read at the same moment, but the thread may be preempted in between.
        for _ in 0..<3 {
            let after = clock.bootMoment()
            guard let first = boot, let after, after.milliseconds - first.milliseconds > 5 else { break }
            (boot, instant) = (after, clock.now())
        }
        self.init(
            instant: instant,
            offset: .seconds(clock.local(instant).secondsSinceEpoch - instant.secondsSinceEpoch), boot: boot)
    }

    /// The time that has passed since an earlier reading. Across a reboot only the wall clock can measure it; if that
    /// is behind, at least the time since boot has passed.
    public func elapsed(since earlier: ClockReading) -> Duration {
        let byTheClock = max(.zero, instant.since(earlier.instant))
        guard let boot, let start = earlier.boot else { return byTheClock }
        guard boot.boot == start.boot else { return max(byTheClock, .milliseconds(boot.milliseconds)) }
        return .milliseconds(boot.milliseconds - start.milliseconds)
    }

    /// How far the clock was set forward since an earlier reading, not counting the time zone; negative means back.
    public func setForward(since earlier: ClockReading) -> Duration {
        instant.since(earlier.instant) - elapsed(since: earlier)
    }

    /// How far the local time was put back since an earlier reading, by the clock or the time zone.
    public func localSetBack(since earlier: ClockReading) -> Duration {
        earlier.offset - offset - setForward(since: earlier)
    }
}

extension LocalTime {
    /// The local time as seconds since 1970, read as if it were UTC.
    public var secondsSinceEpoch: Int64 {
        Int64(Self.dayNumber(year: year, month: month, day: day)) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    }

    /// The day number in the Gregorian calendar; 0 is 1970-01-01.
    package static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        // Counts from 0000-03-01 in eras of 400 years, which makes the leap day the last of its year.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
