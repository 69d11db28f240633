// SPDX-License-Identifier: GPL-3.0-or-later
// The time of day, by the system's clock and time zone.

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
        // localtime_r need not read the zone again when it changes; tzset does.
        tzset()
        localtime_r(&seconds, &fields)
        return LocalTime(
            year: Int(fields.tm_year) + 1900, month: Int(fields.tm_mon) + 1, day: Int(fields.tm_mday),
            hour: Int(fields.tm_hour), minute: Int(fields.tm_min), second: Int(fields.tm_sec),
            weekday: (Int(fields.tm_wday) + 6) % 7 + 1)
    }

    public func instant(of local: LocalTime) -> Timestamp {
        // Daylight saving first: when the clock goes back, the first pass through an hour is the one with it.
        let candidates = [Int32(1), 0].map { seconds(of: local, isDaylightSaving: $0) }
        let exact = candidates.filter { isSame(self.local(Timestamp(secondsSinceEpoch: $0)), local) }
        return Timestamp(secondsSinceEpoch: exact.min() ?? seconds(of: local, isDaylightSaving: -1))
    }

    private func seconds(of local: LocalTime, isDaylightSaving: Int32) -> Int64 {
        var fields = tm()
        fields.tm_year = Int32(clamping: local.year - 1900)
        fields.tm_mon = Int32(clamping: local.month - 1)
        fields.tm_mday = Int32(clamping: local.day)
        fields.tm_hour = Int32(clamping: local.hour)
        fields.tm_min = Int32(clamping: local.minute)
        fields.tm_sec = Int32(clamping: local.second)
        fields.tm_isdst = isDaylightSaving
        return Int64(mktime(&fields))
    }

    private func isSame(_ first: LocalTime, _ second: LocalTime) -> Bool {
        var second = second
        second.weekday = first.weekday
        return first == second
    }
}
