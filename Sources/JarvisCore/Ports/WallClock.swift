// SPDX-License-Identifier: GPL-3.0-or-later
// Port to the wall clock, with its calendar fields.

/// The wall clock and its time zone.
public protocol WallClock: Sendable {
    func now() -> Timestamp
    /// Local calendar fields of an instant.
    func local(_ instant: Timestamp) -> LocalTime
    /// The instant of local calendar fields; ignores the weekday. If a time occurs twice, when the clock goes back,
    /// returns the earlier instant. A time skipped when the clock goes forward counts on from the gap: half past two
    /// becomes half past three.
    func instant(of local: LocalTime) -> Timestamp
    /// The time since the computer started, including sleep; nil if unknown.
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
    /// The number with leading zeros, as in clocks and dates: "07".
    public func padded(to width: Int = 2) -> String {
        String(repeating: "0", count: max(0, width - String(self).count)) + String(self)
    }
}
