// SPDX-License-Identifier: GPL-3.0-or-later
// A wall clock that the test moves.

public import JarvisCore
import Synchronization

/// A wall clock in UTC that shows what the test sets.
public final class FakeWallClock: WallClock {
    private let time: Mutex<Timestamp>

    /// Starts at 2026-01-05 09:30:00 UTC, a Monday.
    public init(_ start: Timestamp = Timestamp(secondsSinceEpoch: 1_767_605_400)) {
        time = Mutex(start)
    }

    public func now() -> Timestamp { time.withLock { $0 } }
    public func advance(by duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }

    public func local(_ instant: Timestamp) -> LocalTime {
        let seconds = instant.secondsSinceEpoch
        let days = Int((seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400)
        let rest = Int(seconds) - days * 86_400
        let (year, month, day) = Self.civil(days)
        return LocalTime(
            year: year, month: month, day: day, hour: rest / 3600, minute: rest / 60 % 60, second: rest % 60,
            weekday: ((days + 3) % 7 + 7) % 7 + 1)
    }

    public func instant(of local: LocalTime) -> Timestamp {
        let days = Self.days(local.year, local.month, local.day)
        return Timestamp(
            secondsSinceEpoch: Int64(days * 86_400 + local.hour * 3600 + local.minute * 60 + local.second))
    }

    // Proleptic Gregorian calendar with years that begin in March, so that the leap day comes last.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(_ days: Int) -> (Int, Int, Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}
