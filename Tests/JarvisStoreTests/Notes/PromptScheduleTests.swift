// SPDX-License-Identifier: GPL-3.0-or-later
// When the daily prompt is due.

import JarvisCore
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisStore

struct PromptScheduleTests {
    /// 2026-01-05 09:30 UTC, a Monday.
    private let clock = FakeWallClock()

    private func instant(_ day: Int, _ hour: Int) -> Timestamp {
        clock.instant(of: LocalTime(year: 2026, month: 1, day: day, hour: hour, minute: 0, second: 0, weekday: 1))
    }

    private func schedule(_ hour: Int, last: String? = nil) -> PromptSchedule {
        PromptSchedule(at: clock.now(), hour: hour, last: last.flatMap { PromptDay($0) }, clock: clock)
    }

    @Test func thePromptIsDueFromTheChosenHour() {
        #expect(schedule(9) == .due, "half an hour late is not too late")
        #expect(schedule(0) == .due)
        #expect(schedule(10) == .wait(until: instant(5, 10)))
        clock.advance(by: .seconds(1800))
        #expect(schedule(10) == .due)
    }

    @Test func eachDayHasOnePrompt() {
        #expect(schedule(9, last: "2026-01-05") == .wait(until: instant(6, 9)))
        #expect(schedule(9, last: "2026-01-04") == .due)
        #expect(schedule(20, last: "2026-01-04") == .wait(until: instant(5, 20)))
        // A night's sleep later, in the middle of the next day.
        clock.advance(by: .seconds(86_400 + 7 * 3600))
        #expect(schedule(9, last: "2026-01-05") == .due)
    }

    @Test func settingTheClockBackDoesNotRepeatThePrompt() {
        #expect(schedule(9, last: "2026-01-06") == .wait(until: instant(6, 9)))
        // A clock that was years ahead must not silence the prompt for years.
        #expect(schedule(9, last: "2031-01-01") == .due)
    }

    @Test func daysAreParsedAndNumbered() {
        #expect(PromptDay("1970-01-01")?.number == 0 && PromptDay("2026-11-26")?.number == 20_783)
        #expect(PromptDay("2000-03-01").map(\.number) == PromptDay("2000-02-29").map { $0.number + 1 })
        #expect(PromptDay("2026-11-26")?.text == "2026-11-26")
        for text in [
            "", "2026", "2026-13-01", "2026-00-10", "a-b-c", "2026-11-26-1", "9223372036854775807-01-01", "0-01-01",
        ] {
            #expect(PromptDay(text) == nil)
        }
    }

    /// Central Europe changes its clock on 2026-03-29 and 2026-10-25.
    @Test func daysOf23And25HoursCountAsOneDay() throws {
        let clock = SystemWallClock()
        for (month, day) in [(3, 28), (3, 29), (10, 24), (10, 25), (12, 31)] {
            let now = clock.instant(
                of: LocalTime(year: 2026, month: month, day: day, hour: 21, minute: 0, second: 0, weekday: 1))
            let today = PromptDay(clock.local(now))
            guard case .wait(let until) = PromptSchedule(at: now, hour: 20, last: today, clock: clock) else {
                Issue.record("due twice on \(today.text)")
                continue
            }
            let next = clock.local(until)
            #expect(PromptDay(next).number == today.number + 1 && next.hour == 20)
        }
    }
}
