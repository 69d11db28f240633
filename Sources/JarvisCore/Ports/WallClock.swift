// SPDX-License-Identifier: GPL-3.0-or-later
// The port of the wall clock, with the calendar fields that it tells.

/// The wall clock and its zone.
public protocol WallClock: Sendable {
    func now() -> Timestamp
    /// Local calendar fields of an instant.
    func local(_ instant: Timestamp) -> LocalTime
    /// The instant of local calendar fields (weekday ignored); the earlier one when the clock goes back. What the clock
    /// leaves out when it goes forward is as long after that as it would be without: half past two is half past three.
    func instant(of local: LocalTime) -> Timestamp
    /// The time since the start of the computer, sleep included; nil where that is not known.
    func bootMoment() -> BootMoment?
}

extension WallClock {
    public func bootMoment() -> BootMoment? { nil }
}

/// Calendar fields in the local time zone (Gregorian).
public struct LocalTime: Hashable, Sendable {
    public var year: Int
    /// 1…12
    public var month: Int
    /// 1…31
    public var day: Int
    /// 0…23
    public var hour: Int
    public var minute: Int
    public var second: Int
    /// 1 (Monday) … 7 (Sunday)
    public var weekday: Int

    public init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, weekday: Int) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
        self.weekday = weekday
    }
}

extension BinaryInteger {
    /// Its figures as clocks and dates have them, with zeros before them up to a width: "07".
    public func padded(to width: Int = 2) -> String {
        String(repeating: "0", count: max(0, width - String(self).count)) + String(self)
    }
}
