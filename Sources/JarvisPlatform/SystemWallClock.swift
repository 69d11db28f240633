// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the time of day from the system's clock and time zone.

import Glibc
public import JarvisCore

/// The system's wall clock.
public struct SystemWallClock: WallClock {
    public init() {}

    public func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(millisecondsSinceEpoch: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    public func local(_ instant: Timestamp) -> LocalTime {
        var seconds = time_t(instant.secondsSinceEpoch)
        var fields = tm()
        // `localtime_r` need not notice a changed zone; `tzset` does.
        tzset()
        localtime_r(&seconds, &fields)
        return LocalTime(
            year: Int(fields.tm_year) + 1900, month: Int(fields.tm_mon) + 1, day: Int(fields.tm_mday),
            hour: Int(fields.tm_hour), minute: Int(fields.tm_min), second: Int(fields.tm_sec),
            weekday: (Int(fields.tm_wday) + 6) % 7 + 1)
    }

    public func instant(of local: LocalTime) -> Timestamp {
        var fields = tm()
        fields.tm_year = Int32(clamping: local.year - 1900)
        fields.tm_mon = Int32(clamping: local.month - 1)
        fields.tm_mday = Int32(clamping: local.day)
        fields.tm_hour = Int32(clamping: local.hour)
        fields.tm_min = Int32(clamping: local.minute)
        fields.tm_sec = Int32(clamping: local.second)
        // The time at which a UTC clock would show the same. No zone is a day or more away from it. `mktime` would not
        // do: for an hour that is skipped, its choice depends on earlier calls.
        let shown = Int64(timegm(&fields))
        let before = offset(at: shown - Self.longestOffset)
        let candidates = [before, offset(at: shown + Self.longestOffset), offset(at: shown)].map { shown - $0 }
        let exact = candidates.filter { $0 + offset(at: $0) == shown }
        return Timestamp(secondsSinceEpoch: exact.min() ?? shown - before)
    }

    public func bootMoment() -> BootMoment? {
        guard let boot = Self.boot else { return nil }
        var time = timespec()
        guard clock_gettime(CLOCK_BOOTTIME, &time) == 0 else { return nil }
        return BootMoment(
            boot: boot, milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    private static let longestOffset: Int64 = 26 * 3600

    /// The kernel's identifier of the current boot; nil if unreadable.
    private static let boot: String? = {
        SystemFiles(root: "").word("/proc/sys/kernel/random/boot_id")
    }()

    /// The zone's offset in seconds east of UTC.
    private func offset(at seconds: Int64) -> Int64 {
        var time = time_t(seconds)
        var fields = tm()
        tzset()
        return localtime_r(&time, &fields) == nil ? 0 : Int64(fields.tm_gmtoff)
    }
}
