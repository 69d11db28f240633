// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisCore
import JarvisPlatform
import Testing

/// Sets the time zone of the process; no other test in this bundle depends on it.
@Suite(.serialized) struct ClockTests {
    let clock = SystemWallClock()

    init() {
        setenv("TZ", "Europe/Berlin", 1)
        tzset()
    }

    @Test func localFieldsFollowTheTimeZone() {
        let local = clock.local(Timestamp(secondsSinceEpoch: 1_763_706_184))
        #expect(local == LocalTime(year: 2025, month: 11, day: 21, hour: 7, minute: 23, second: 4, weekday: 5))
        let sunday = clock.local(Timestamp(millisecondsSinceEpoch: -1))
        #expect(sunday == LocalTime(year: 1970, month: 1, day: 1, hour: 0, minute: 59, second: 59, weekday: 4))
    }

    @Test func instantsAndLocalTimesAgreeAllYear() {
        for hour in stride(from: Int64(1_735_689_600), to: 1_767_225_600, by: 3600 * 7 + 61) {
            let instant = Timestamp(secondsSinceEpoch: hour)
            #expect(clock.instant(of: clock.local(instant)) == instant)
        }
    }

    @Test func anAmbiguousHourIsTheEarlierOne() {
        // 2025-10-26 02:30 is at 00:30 UTC with and at 01:30 UTC without daylight saving.
        let local = LocalTime(year: 2025, month: 10, day: 26, hour: 2, minute: 30, second: 0, weekday: 7)
        #expect(clock.instant(of: local) == Timestamp(secondsSinceEpoch: 1_761_438_600))
    }

    /// Regardless of earlier calls; mktime alone answers half past one or half past three.
    @Test(arguments: [1_735_689_600, 1_751_328_000] as [Int64])
    func aSkippedHalfPastTwoBecomesHalfPastThree(before: Int64) {
        _ = clock.instant(of: clock.local(Timestamp(secondsSinceEpoch: before)))
        let local = LocalTime(year: 2025, month: 3, day: 30, hour: 2, minute: 30, second: 0, weekday: 7)
        #expect(clock.instant(of: local) == Timestamp(secondsSinceEpoch: 1_743_298_200))
        #expect(clock.local(clock.instant(of: local)).hour == 3)
    }

    /// Other tests use zones from their own tables; these are the system's.
    @Test(
        arguments: [
            // Ambiguous: repeated half an hour later, without summer time.
            ("Australia/Lord_Howe", [2026, 4, 5, 1, 45], 1_775_313_900),
            // Skipped by the change to summer time.
            ("Australia/Lord_Howe", [2026, 10, 4, 2, 15], 1_791_042_300),
            // Samoa skipped this day.
            ("Pacific/Apia", [2011, 12, 30, 12, 0], 1_325_282_400),
            ("Asia/Kathmandu", [2026, 1, 5, 12, 0], 1_767_593_700),
        ] as [(String, [Int], Int64)])
    func unusualTimeZonesAreConverted(zone: String, fields: [Int], seconds: Int64) {
        setenv("TZ", zone, 1)
        defer { setenv("TZ", "Europe/Berlin", 1) }
        let local = LocalTime(
            year: fields[0], month: fields[1], day: fields[2], hour: fields[3], minute: fields[4], second: 0, weekday: 1
        )
        #expect(clock.instant(of: local) == Timestamp(secondsSinceEpoch: seconds))
    }

    @Test func timeSinceBootNeverDecreases() throws {
        let first = try #require(clock.bootMoment())
        let second = try #require(clock.bootMoment())
        #expect(first.boot == second.boot && first.milliseconds <= second.milliseconds && !first.boot.isEmpty)
    }

    @Test func theMonotonicClockNeverGoesBack() {
        let times = (0..<1000).map { _ in MonotonicTime.nanoseconds() }
        #expect(times == times.sorted())
    }
}
