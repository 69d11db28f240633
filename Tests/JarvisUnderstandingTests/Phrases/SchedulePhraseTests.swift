// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

@testable import JarvisUnderstanding

struct SchedulePhraseTests {
    @Test(
        arguments: [
            ("every day", .days(1), nil), ("daily", .days(1), nil), ("every other day", .days(2), nil),
            ("every three days", .days(3), nil), ("every week", .days(7), nil),
            ("every two hours", .seconds(7200), nil),
            ("every half hour", .seconds(1800), nil), ("hourly", .seconds(3600), nil),
            ("every weekday at seven", .weekdays([1, 2, 3, 4, 5]), 7 * 60),
            ("at seven every weekday", .weekdays([1, 2, 3, 4, 5]), 7 * 60),
            ("weekdays at 7:30 am", .weekdays([1, 2, 3, 4, 5]), 7 * 60 + 30),
            ("every weekend", .weekdays([6, 7]), nil),
            ("every monday", .weekdays([1]), nil), ("on mondays", .weekdays([1]), nil),
            ("every monday and thursday at noon", .weekdays([1, 4]), 12 * 60),
            ("every tuesday morning", .weekdays([2]), nil), ("every month", .monthly(nil), nil),
            ("monthly on the 3rd at noon", .monthly(.date(3)), 12 * 60),
            ("on the fifteenth of every month", .monthly(.date(15)), nil),
            ("every last day of the month", .monthly(.last), nil),
            ("the second tuesday of each month", .monthly(.weekday(2, week: 2)), nil),
            ("every month on the last friday at nine", .monthly(.weekday(5, week: 5)), 9 * 60),
            ("every year", .calendar, nil),
            ("every two months", .calendar, nil),
        ] as [(String, Schedule.Step, Int?)])
    func readsSchedules(text: String, step: Schedule.Step, minute: Int?) throws {
        let schedule = try #require(SchedulePhrase.schedule(of: Utterance(text).words))
        #expect(schedule.step == step)
        #expect(schedule.time.map { $0.hour * 60 + $0.minute } == minute)
    }

    @Test(arguments: [
        "", "every", "monday", "seven", "every dog", "at seven", "every two hours at seven", "each other",
        "the fifteenth", "every month on the dog", "the first of the month",
    ])
    func rejectsTextWithoutASchedule(text: String) {
        #expect(SchedulePhrase.schedule(of: Utterance(text).words) == nil)
    }

    @Test(
        arguments: [
            ("every evening at seven", "19:00"), ("every morning at six", "06:00"), ("every day at five", "17:00"),
            ("every day at nine", "09:00"), ("every night", "20:00"), ("every morning", "09:00"), ("every day", ""),
        ] as [(String, String)])
    func infersTheHalfOfTheDay(text: String, time: String) {
        let schedule = SchedulePhrase.schedule(of: Utterance(text).words)
        #expect((schedule?.clockTime(prefersMorning: false)?.canonical ?? "") == time)
    }
}
