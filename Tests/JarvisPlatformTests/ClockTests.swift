// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisCore
import JarvisPlatform
import Testing

/// The time zone is the process's; no other test of this bundle depends on it.
@Suite(.serialized) struct ClockTests {
    let clock = SystemWallClock()

    init() {
        setenv("TZ", "Europe/Berlin", 1)
        tzset()
    }

    @Test func localFieldsAreThoseOfTheZone() {
        let local = clock.local(Timestamp(secondsSinceEpoch: 1_763_706_184))
        #expect(local == LocalTime(year: 2025, month: 11, day: 21, hour: 7, minute: 23, second: 4, weekday: 5))
        let sunday = clock.local(Timestamp(millisecondsSinceEpoch: -1))
        #expect(sunday == LocalTime(year: 1970, month: 1, day: 1, hour: 0, minute: 59, second: 59, weekday: 4))
    }

    @Test func instantsAndLocalFieldsAgreeAllYear() {
        for hour in stride(from: Int64(1_735_689_600), to: 1_767_225_600, by: 3600 * 7 + 61) {
            let instant = Timestamp(secondsSinceEpoch: hour)
            #expect(clock.instant(of: clock.local(instant)) == instant)
        }
    }

    @Test func anHourThatComesTwiceIsTheEarlierOne() {
        // 2025-10-26 02:30 is at 00:30 UTC with and at 01:30 UTC without daylight saving.
        let local = LocalTime(year: 2025, month: 10, day: 26, hour: 2, minute: 30, second: 0, weekday: 7)
        #expect(clock.instant(of: local) == Timestamp(secondsSinceEpoch: 1_761_438_600))
    }

    @Test func anHourThatNeverComesIsStillAnInstant() {
        let local = LocalTime(year: 2025, month: 3, day: 30, hour: 2, minute: 30, second: 0, weekday: 7)
        let instant = clock.instant(of: local)
        #expect(abs(instant.secondsSinceEpoch - 1_743_298_200) <= 3600)
    }

    @Test func theMonotonicClockNeverGoesBack() {
        let times = (0..<1000).map { _ in MonotonicTime.nanoseconds() }
        #expect(times == times.sorted())
    }
}
