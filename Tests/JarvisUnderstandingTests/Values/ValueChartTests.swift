// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisUnderstanding

struct ValueChartTests {
    @Test func theEnglishLexiconIsValid() throws {
        _ = try ValueLexicon(reading: ValueLexicon.englishText)
    }

    @Test(arguments: [
        ("sorts: one", 1), ("cardinal 1: one\nno colon here", 2), ("second-unit cubit: inch", 1),
    ])
    func anInvalidLexiconLineIsReported(text: String, line: Int) {
        #expect(throws: ValueLexicon.Fault.self) { try ValueLexicon(reading: text) }
        do { _ = try ValueLexicon(reading: text) } catch { #expect((error as? ValueLexicon.Fault)?.line == line) }
    }

    @Test(arguments: [
        ("twenty five", "25"), ("a hundred and twenty", "120"), ("two thousand and six", "2006"),
        ("half a million", "500,000"),
        ("a quarter of a million", "250,000"), ("three quarters of a billion", "750,000,000"), ("a couple", "2"),
        ("a couple hundred", "200"), ("half a dozen", "6"), ("two dozen", "24"), ("a dozen and a half", "18"),
        ("two and a half dozen", "30"), ("one and a half million", "1,500,000"), ("a million and a half", "1,500,000"),
        ("three point one four", "3.14"), ("point five", "0.5"), ("ten below zero", "−10"), ("1½", "1.5"), ("½", "0.5"),
        ("10k", "10,000"), ("1,234,567", "1,234,567"), ("twenty first", "21"), ("21st", "21"),
        ("two thirds", "0.666667"),
        ("50 percent", "50%"), ("half a percent", "0.5%"), ("minus three", "−3"), ("zero", "0"),
    ])
    func readsNumbers(text: String, value: String) {
        #expect(ValueReadings.of(text).split(separator: " | ").first.map(String.init) == value)
    }

    @Test(arguments: [
        ("five foot eleven", "5 foot 11 inch"), ("5 feet 10 inches", "5 foot 10 inch"), ("6'2", "6 foot 2 inch"),
        ("a mile and a half", "1.5 mile"), ("half a mile", "0.5 mile"), ("three quarters of a pound", "0.75 pound"),
        ("two and a half cups", "2.5 cup"), ("ten stone four", "10 stone 4 pound"),
        ("8 pounds 3 ounces", "8 pound 3 ounce"),
        ("3 1/2 cups", "3.5 cup"), ("five degrees celsius below zero", "−5 degree Celsius"),
        ("a couple of litres", "2 liter"),
        ("2.5 kg", "2.5 kilogram"), ("minus 4 degrees fahrenheit", "−4 degree Fahrenheit"), ("1½ miles", "1.5 mile"),
    ])
    func readsMeasures(text: String, value: String) {
        #expect(ValueReadings.of(text) == value)
    }

    @Test(arguments: [
        ("an hour and ten", "PT4200S"), ("one hour twenty", "PT4800S"), ("two hours and a quarter", "PT8100S"),
        ("two and three quarter hours", "PT9900S"), ("half an hour", "PT1800S"), ("half hour", "PT1800S"),
        ("an hour and a half", "PT5400S"), ("hour and a half", "PT5400S"), ("90 secs", "PT90S"),
        ("a minute thirty", "PT90S"),
        ("a fortnight", "P14D"), ("1:30 hours", "PT5400S"), ("a year and a half", "P18M"), ("half a year", "P6M"),
        ("two weeks and three days", "P17D"), ("a day and a half", "P1DT43200S"), ("1½ hours", "PT5400S"),
        ("three and a quarter hours", "PT11700S"), ("a month", "P1M"), ("1 hour, 5 minutes and 3 seconds", "PT3903S"),
        ("an hour and half a minute", "PT3630S"), ("three quarters of an hour", "PT2700S"),
        ("3/4 of an hour", "PT2700S"),
        ("a couple of minutes", "PT120S"), ("90-minute", "PT5400S"),
    ])
    func readsLengths(text: String, value: String) {
        #expect(ValueReadings.of(text) == value)
    }

    /// Both meanings, such as a length and a time of day.
    @Test(arguments: [
        ("2h15", "02:15 | PT8100S"), ("17h30", "17:30 | PT63000S"), ("half seven", "07:30?"),
        ("fourteen hundred hours", "14:00 | PT5040000S"), ("sixty second", "PT60S | 62"),
    ])
    func ambiguousPhrasesKeepBothReadings(text: String, values: String) {
        #expect(ValueReadings.of(text) == values)
    }

    @Test(arguments: [
        ("quarter to midnight", "23:45"), ("ten past noon", "12:10"), ("twelve noon", "12:00"),
        ("quarter of seven", "06:45?"),
        ("seven thirty", "07:30?"), ("six oh five", "06:05?"), ("oh six thirty", "06:30"),
        ("seven o'clock sharp", "07:00?"), ("half past seven in the evening", "19:30 evening"),
        ("around noon", "12:00"),
        ("half an hour before noon", "11:30"), ("ten minutes after six", "06:10?"), ("an hour before 7 pm", "18:00"),
        ("twenty to eight p m", "19:40"), ("9 am New York time", "09:00 America/New_York"),
        ("noon in Oslo", "12:00 Europe/Oslo"),
        ("5 pm in Paris, Texas", "17:00 America/Chicago"), ("twelve at night", "00:00 night"), ("1 am", "01:00"),
        ("in the evening", "evening"), ("first thing in the morning", "morning"),
    ])
    func readsTimes(text: String, value: String) {
        #expect(ValueReadings.of(text) == value)
    }

    @Test(arguments: [
        ("a week from Tuesday", "2026-01-13"), ("Tuesday week", "2026-01-13"), ("a week on Friday", "2026-01-16"),
        ("two weeks on Friday", "2026-01-23"), ("a week tomorrow", "2026-01-13"), ("tomorrow week", "2026-01-13"),
        ("the last Friday of November", "2026-11-27"), ("the second Tuesday in March", "2026-03-10"),
        ("the first Monday of next month", "2026-02-02"), ("the last day of February", "2026-02-28"),
        ("the 31st", "2026-01-31"), ("Friday the 13th", "2026-02-13"), ("Friday, January 9", "2026-01-09"),
        ("the day after Christmas", "2026-12-26"), ("the day before Easter", "2026-04-04"),
        ("two days before Easter", "2026-04-03"),
        ("three days after Christmas", "2026-12-28"), ("Thanksgiving 2027", "2027-11-25"),
        ("Christmas in 2030", "2030-12-25"),
        ("Mother's Day", "2026-05-10"), ("Monday next week", "2026-01-12"), ("next week Friday", "2026-01-16"),
        ("Friday of next week", "2026-01-16"), ("Friday after next", "2026-01-23"), ("last Friday", "2026-01-02"),
        ("the end of the month", "2026-01-31"), ("the end of next month", "2026-02-28"),
        ("the beginning of March", "2026-03-01"),
        ("the 15th of next month", "2026-02-15"), ("the first of the month", "2026-02-01"),
        ("the seventh of the fourth", "2026-04-07"),
        ("2027-07-04", "2027-07-04"), ("4.7.2027", "2027-07-04"), ("7/4/2027", "2027-07-04"),
        ("the fourth of July twenty twenty seven", "2027-07-04"), ("in two months", "2026-03-05"),
        ("a month ago", "2025-12-05"),
        ("three days ago", "2026-01-02"), ("two weeks from today", "2026-01-19"),
        ("in a year and a half", "2027-07-05"),
        ("next sat", "2026-01-17"), ("tomorrow morning", "2026-01-06 morning"), ("last night", "2026-01-04 night"),
        ("Monday evening", "2026-01-05 evening"),
    ])
    func readsDays(text: String, value: String) {
        let first = ValueReadings.of(text).components(" | ").first ?? ""
        let expected = first.hasPrefix("+") || first.hasPrefix("-") ? resolved(text) : first
        #expect(expected == value)
    }

    /// The day that an offset in days leads to.
    private func resolved(_ text: String) -> String {
        DayPhrase.day(of: Utterance(text, dates: .monthFirst).words)?.date(
            from: CivilDate(year: 2026, month: 1, day: 5)
        )
        .canonical ?? ""
    }

    @Test(arguments: [
        ("half past six tomorrow", "2026-01-06 06:30?"), ("tomorrow at half past six", "2026-01-06 06:30?"),
        ("at nine on Friday morning", "2026-01-09 09:00 morning"), ("Friday at 9 am", "2026-01-09 09:00"),
        ("7 pm on the day after tomorrow", "2026-01-07 19:00"), ("tonight at eight", "2026-01-05 20:00 night"),
        ("eight tonight", "2026-01-05 20:00 night"), ("tomorrow evening at seven", "2026-01-06 19:00 evening"),
        ("the last Friday of November at noon", "2026-11-27 12:00"), ("noon on Christmas Eve", "2026-12-24 12:00"),
        ("on May 5 at 7:30 pm", "2026-05-05 19:30"), ("an hour before noon tomorrow", "2026-01-06 11:00"),
    ])
    func readsDaysWithTimes(text: String, value: String) {
        #expect(ValueReadings.of(text) == value)
    }

    @Test(arguments: [
        ("from ten to twelve", "2026-01-05 10:00 to 2026-01-05 12:00"),
        ("between nine and five", "2026-01-05 21:00 to 2026-01-06 05:00"),
        ("from 9 am to 5 pm", "2026-01-06 09:00 to 2026-01-05 17:00"),
        ("from Monday to Friday", "2026-01-05 to 2026-01-10"),
        ("until Friday", " to 2026-01-10"), ("since yesterday", "2026-01-04 to "),
        ("next week", "2026-01-12 to 2026-01-19"),
        ("in December", "2026-12-01 to 2027-01-01"), ("this weekend", "2026-01-10 to 2026-01-12"),
        ("next month", "2026-02-01 to 2026-03-01"), ("the next three days", "2026-01-05 09:30 to 2026-01-08 09:30"),
        ("the last two weeks", "2025-12-22 09:30 to 2026-01-05 09:30"), ("next year", "2027-01-01 to 2028-01-01"),
        ("in December 2027", "2027-12-01 to 2028-01-01"), ("for two weeks from Friday", "2026-01-09 to 2026-01-23"),
    ])
    func readsPeriods(text: String, value: String) {
        #expect(ValueReadings.of(text) == value)
    }

    @Test(arguments: [
        ("every other Tuesday", "weekdays 2/2"), ("weekdays except Friday", "weekdays 1234/1"),
        ("every day except Sunday at 8 am", "weekdays 123456/1 at 08:00"),
        ("every two hours between nine and five", "every PT7200S in 09:00-05:00"),
        ("on the first of each month until June", "monthly date(1)/1 until 2026-06-01"), ("twice a day", "2 per P1D"),
        ("three times a week", "3 per P7D"), ("once a month", "every P1M"), ("every third day", "every P3D"),
        ("every Monday and Thursday at noon", "weekdays 14/1 at 12:00"),
        ("every day at eight and at six pm", "every P1D at 08:00? at 18:00"), ("every Christmas", "yearly 2026-12-25"),
        ("the last Friday of every month", "monthly weekday(5, week: 5)/1"), ("every half hour", "every PT1800S"),
        ("every morning", "every P1D morning"), ("at seven every weekday", "weekdays 12345/1 at 07:00?"),
        ("every Tuesday until March", "weekdays 2/1 until 2026-03-01"),
        ("on the 15th of every other month", "monthly date(15)/2"),
    ])
    func readsRecurrences(text: String, value: String) {
        #expect(ValueReadings.of(text) == value)
    }

    @Test(arguments: [
        ("25 o'clock", "no time"), ("13:75", "no time"), ("13 am", "no time"), ("February 30", "no date"),
        ("the 31st of April", "no date"), ("the 32nd", "no date"), ("February 29 2027", "no date"),
    ])
    func impossibleTimesAndDatesAreReported(text: String, value: String) {
        #expect(ValueReadings.of(text) == value)
    }

    @Test(arguments: [
        "", "the", "may", "banana", "half", "second to none", "to", "every", "every dog", "ten minutes banana",
        "seven seven",
        "the month of", "march on",
    ])
    func otherTextsHaveNoWholeValue(text: String) {
        let read = ValueReadings.of(text)
        #expect(read.isEmpty || text == "half", "\(read)")
    }

    @Test func namesOfTheUsersTimersAndEventsAreFound() {
        let names = [KnownName(kind: .timer, name: "pasta"), KnownName(kind: .event, name: "dentist appointment")]
        let words = Utterance("an hour before the dentist appointment add 5 minutes to the pasta timer").words
        let chart = ValueChart(words, names: names)
        #expect(
            chart.entries.map { ValueReadings.describe($0.readings[0].value) }
                == ["-PT3600S from dentist appointment", "PT300S", "timer pasta"])
    }

    @Test func theLongestValuesInASentenceAreFound() {
        let words = Utterance("remind me tomorrow at half past six to buy two and a half pounds of flour").words
        let chart = ValueChart(words)
        #expect(
            chart.entries.map { words[$0.range].joined(separator: " ") }
                == ["tomorrow at half past six", "two and a half pounds"])
        #expect(chart.entries[0].readings[0].parts.count == 2)
    }

    @Test func quotedTextIsNotParsed() {
        let chart = ValueChart(["note", "ten", "minutes"], quotes: [(1..<3, "ten minutes")])
        #expect(chart.entries.map(\.readings) == [[ValueSpan(range: 1..<3, value: .quote("ten minutes"))]])
    }

    /// For any order of words the entries stay in order, and their values can be resolved.
    @Test func randomWordOrdersKeepTheChartConsistent() {
        var random = SeededGenerator(seed: 7)
        let figures = [
            "0", "7", "12", "24", "31", "99", "100", "1730", "2030", "99999999999999999", "7:30", "25:99", "1.5",
            "1.2.3",
            "4.7.2027", "½", "0.0001",
        ]
        let words =
            ValueLexicon.englishText.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .flatMap { $0.drop { $0 != ":" }.dropFirst().split { ", ".contains($0) }.map(String.init) } + figures
        let resolver = MomentResolver(clock: FakeWallClock())
        for _ in 0..<4000 {
            let sentence = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                words.randomElement(using: &random) ?? ""
            }
            var end = 0
            for entry in ValueChart(sentence).entries {
                #expect(entry.range.lowerBound >= end && entry.range.upperBound <= sentence.count, "\(sentence)")
                end = entry.range.upperBound
                for reading in entry.readings {
                    switch reading.value {
                    case .moment(let moment): _ = resolver.resolve(moment)
                    case .offset(let offset): _ = resolver.resolve(offset)
                    case .period(let period): _ = resolver.resolve(period)
                    default: break
                    }
                }
            }
        }
    }

    @Test func aVeryLongTextOfUnfinishedPhrasesHasNoValues() {
        let words = Array(repeating: "the day after", count: 2000).flatMap { $0.split(separator: " ").map(String.init) }
        #expect(ValueChart(words).entries.isEmpty)
    }
}

extension String {
    fileprivate func components(_ separator: String) -> [String] {
        split(separator: separator).map(String.init)
    }
}
