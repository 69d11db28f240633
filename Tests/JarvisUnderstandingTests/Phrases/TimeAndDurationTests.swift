// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisUnderstanding

struct TimeAndDurationTests {
    @Test(
        arguments: [
            ("ten minutes", Int64(600)), ("one minute", 60), ("a minute", 60), ("an hour", 3600),
            ("half an hour", 1800),
            ("an hour and a half", 5400), ("one and a half hours", 5400), ("two and a half hours", 9000),
            ("a quarter of an hour", 900), ("three quarters of an hour", 2700), ("ninety seconds", 90), ("90 s", 90),
            ("5 min", 300), ("5min", 300), ("1h30m", 5400), ("1 h 30 min", 5400), ("one hour and twenty minutes", 4800),
            ("one hour twenty", 4800), ("two days", 172_800), ("a week", 604_800), ("half a minute", 30),
            ("quarter of an hour", 900),
            ("two hundred and five seconds", 205), ("one hour thirty minutes", 5400), ("a couple of minutes", 120),
            ("ten minute", 600), ("1 hour, 5 minutes and 3 seconds", 3903), ("a minute and a half", 90),
            ("zero seconds", 0),
            ("two minutes and a half", 150), ("0.5 hours", 1800), ("five seconds and two minutes", -1), ("ten", -1),
            ("minutes", -1), ("", -1), ("minus five minutes", -1), ("ten minutes past six", -1), ("and", -1),
            ("999999999999 weeks", 10_000_000_000),
        ] as [(String, Int64)])
    func readsDuration(text: String, seconds: Int64) {
        #expect(DurationPhrase.seconds(of: Utterance(text).words) == (seconds < 0 ? nil : seconds))
    }

    @Test(
        arguments: [
            ("noon", "12:00"), ("midday", "12:00"), ("midnight", "00:00"), ("twelve noon", "12:00"),
            ("seven", "07:00?"),
            ("seven o'clock", "07:00?"), ("7 oclock", "07:00?"), ("seven thirty", "07:30?"),
            ("seven thirty p m", "19:30"),
            ("7:30 pm", "19:30"), ("7:30pm", "19:30"), ("7 p.m.", "19:00"), ("7.30 am", "07:30"), ("07:30", "07:30"),
            ("7:30", "07:30?"), ("19:30", "19:30"), ("1930", "19:30"), ("nineteen thirty", "19:30"), ("0 15", "00:15"),
            ("fourteen hundred hours", "14:00"), ("six oh five", "06:05?"), ("half past six", "06:30?"),
            ("half past twelve", "12:30?"), ("quarter to nine", "08:45?"), ("a quarter past ten", "10:15?"),
            ("ten to one", "12:50?"), ("five minutes past six", "06:05?"), ("twenty five to eight p m", "19:35"),
            ("quarter to twelve at night", "23:45"), ("seven in the morning", "07:00"),
            ("seven in the evening", "19:00"),
            ("three in the afternoon", "15:00"), ("eleven at night", "23:00"), ("one at night", "01:00"),
            ("eight tonight", "20:00"), ("twelve a m", "00:00"), ("twelve p m", "12:00"), ("12:15 am", "00:15"),
            ("twenty fifteen", "20:15"), ("ten forty five", "10:45?"), ("quarter to thirteen", "12:45"),
            ("quarter to twelve p m", "23:45"), ("quarter to midnight", "23:45"), ("twenty five", ""),
            ("seven seven", ""),
            ("25:00", ""), ("7:75", ""), ("ten minutes", ""), ("", ""), ("19:30 a m", ""), ("half", ""), ("a m", ""),
            ("seven thirty banana", ""), ("9999", ""), ("seven sixty", ""),
        ] as [(String, String)])
    func readsTime(text: String, expected: String) {
        let time = TimePhrase.time(of: Utterance(text).words)
        #expect((time.map { $0.canonical + ($0.isAmbiguous ? "?" : "") } ?? "") == expected)
    }

    /// The clock stands at Monday, 5 January 2026, 09:30.
    @Test(
        arguments: [
            ("seven", "", false, "2026-01-05 19:00"), ("ten", "", false, "2026-01-05 10:00"),
            ("nine thirty", "", false, "2026-01-05 21:30"), ("nine a m", "", false, "2026-01-06 09:00"),
            ("seven", "", true, "2026-01-06 07:00"), ("noon", "", false, "2026-01-05 12:00"),
            ("midnight", "", false, "2026-01-06 00:00"), ("seven", "tomorrow", false, "2026-01-06 07:00"),
            ("three", "tomorrow", false, "2026-01-06 15:00"), ("nine", "today", false, "2026-01-05 21:00"),
            ("eight a m", "today", false, ""), ("eight a m", "monday", false, "2026-01-12 08:00"),
            ("noon", "friday", false, "2026-01-09 12:00"), ("noon", "yesterday", false, ""),
            ("seven", "next monday", false, "2026-01-12 07:00"),
        ] as [(String, String, Bool, String)])
    func resolvesTheNextOccurrence(time: String, day: String, prefersMorning: Bool, expected: String) throws {
        let clock = FakeWallClock()
        let clockTime = try #require(TimePhrase.time(of: Utterance(time).words))
        let instant = TimeResolution(clock: clock).instant(
            of: clockTime, on: DayPhrase.day(of: Utterance(day).words), prefersMorning: prefersMorning)
        let local = instant.map(clock.local)
        let text = local.map { CivilDate($0).canonical + " " + ClockTime(hour: $0.hour, minute: $0.minute).canonical }
        #expect((text ?? "") == expected)
    }
}
