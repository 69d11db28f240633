// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import JarvisUnderstanding

struct DayPhraseTests {
    @Test(
        arguments: [
            ("today", "2026-01-05"), ("tomorrow", "2026-01-06"), ("yesterday", "2026-01-04"),
            ("the day after tomorrow", "2026-01-07"), ("monday", "2026-01-05"), ("friday", "2026-01-09"),
            ("this friday", "2026-01-09"), ("sunday", "2026-01-11"), ("next monday", "2026-01-12"),
            ("next friday", "2026-01-16"), ("christmas", "2026-12-25"), ("new year's eve", "2026-12-31"),
            ("new years day", "2027-01-01"), ("december 25", "2026-12-25"), ("25 december", "2026-12-25"),
            ("december twenty fifth", "2026-12-25"), ("the twenty fifth of december", "2026-12-25"),
            ("january 5th", "2026-01-05"), ("january 4th", "2027-01-04"), ("february 29", "2028-02-29"),
            ("february 30", ""), ("next", ""), ("december", ""), ("some day", ""), ("", ""), ("december zero", ""),
            ("july 4th 2027", "2027-07-04"), ("july fourth twenty twenty seven", "2027-07-04"),
            ("the fourth of july 2027", "2027-07-04"), ("4 july 2027", "2027-07-04"), ("2027-07-04", "2027-07-04"),
            ("4.7.2027", "2027-07-04"), ("march first nineteen ninety nine", "1999-03-01"),
            ("may ninth two thousand and six", "2006-05-09"), ("december twenty fifth twenty thirty", "2030-12-25"),
            ("february 29 2027", ""), ("july 4th 2", ""), ("in three days", "2026-01-08"),
            ("two weeks from now", "2026-01-19"), ("a week from tomorrow", "2026-01-13"), ("3 days ago", "2026-01-02"),
            ("last friday", "2026-01-02"), ("last monday", "2025-12-29"), ("next week", "2026-01-12"),
            ("the 15th", "2026-01-15"), ("on the fourth", "2026-02-04"), ("the second", ""), ("fourth", ""),
            ("easter", "2026-04-05"), ("good friday", "2026-04-03"), ("easter monday", "2026-04-06"),
            ("thanksgiving", "2026-11-26"), ("labor day", "2026-09-07"), ("boxing day", "2026-12-26"),
            ("st patrick's day", "2026-03-17"),
        ] as [(String, String)])
    func readsDay(text: String, expected: String) {
        let monday = CivilDate(year: 2026, month: 1, day: 5)
        let day = DayPhrase.day(of: Utterance(text).words)
        #expect((day?.date(from: monday).canonical ?? "") == expected)
    }

    @Test(
        arguments: [
            (2000, "2000-04-23"), (1954, "1954-04-18"), (2025, "2025-04-20"), (2027, "2027-03-28"),
            (2038, "2038-04-25"),
        ] as [(Int, String)])
    func findsEaster(year: Int, expected: String) {
        #expect(Feast.easterSunday(in: year).canonical == expected)
    }

    @Test func pastDatesAreResolvedBackwards() {
        let monday = CivilDate(year: 2026, month: 1, day: 5)
        #expect(DayPhrase.day(of: ["christmas"])?.pastDate(from: monday).canonical == "2025-12-25")
        #expect(DayPhrase.day(of: ["easter"])?.pastDate(from: monday).canonical == "2025-04-20")
        #expect(DayPhrase.day(of: ["friday"])?.pastDate(from: monday).canonical == "2026-01-02")
    }

    @Test func everyDayOfItsVocabularyIsUnderstood() {
        for day in DayPhrase.vocabulary { #expect(DayPhrase.day(of: Utterance(day).words) != nil, "\(day)") }
    }

    @Test func calendarArithmeticIsConsistentForFourCenturies() {
        var previous = CivilDate(year: 1900, month: 12, day: 31)
        #expect(previous.weekday == 1)
        for number in (previous.dayNumber + 1)..<(previous.dayNumber + 146_097) {
            let date = CivilDate(dayNumber: number)
            guard date.dayNumber == number, date.exists, date.weekday == previous.weekday % 7 + 1 else {
                Issue.record("wrong at \(date.canonical)")
                return
            }
            previous = date
        }
    }

    @Test(
        arguments: [("2026-01-01", 1), ("2025-12-31", 1), ("2024-12-29", 52), ("2020-12-31", 53), ("2021-01-03", 53)]
            as [(String, Int)])
    func countsWeeksByTheirThursday(date: String, week: Int) {
        let parts = date.split(separator: "-").compactMap { Int($0) }
        #expect(CivilDate(year: parts[0], month: parts[1], day: parts[2]).weekOfYear == week)
    }
}
