// SPDX-License-Identifier: GPL-3.0-or-later
// Answers questions about dates and weekdays, and counts the days until or since a date.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct DateSkill: Skill {
    let help = CommandHelp(
        skill: "date", title: "Date", summary: "Tells you dates and weekdays, and counts days.",
        examples: [
            "what day is it today", "what date is friday", "what day of the week is christmas",
            "how many days until christmas", "what week is it",
        ],
        icon: "daytime-sunrise-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .tells,
                [
                    "what day is (it|today)", "what day is it today", "(what's|what is) the date [today]",
                    "what date is it [today]", "(what's|what is) today's date", "tell me the date",
                    "what day of the week is it",
                ], typed: ["[todays] date", "today's date", "what is todays date"], named: "date.today",
                answer: Self.tellToday),
            SkillIntent(
                .tells,
                [
                    "what (date|day) is {day}", "what (date|day) (is|was) it {day}", "what (date|day) will it be {day}",
                    "(what's|what is) the date [on] {day}", "when is {day}",
                    "(what's|what is) tomorrow's date", "what day was {day}",
                ],
                typed: [
                    "tomorrow's date", "tomorrows date", "when (was|were) {day}", "give me tomorrow's date",
                    "what (would|will) tomorrow's date be", "what will the (date|day) be {day}",
                    "when will it be {day}", "what (day|date) is it (going to be|gonna be) {day}",
                ], named: "date.of",
                answer: Self.tellDate),
            SkillIntent(
                .tells, ["what day of the week (is|was|will be) {day}", "is {day} (a|on a) (weekday|weekend)"],
                typed: ["(what|which) weekday (is|was) {day}", "(what|which) day of the week does {day} fall on"],
                named: "date.weekday", answer: Self.tellWeekday),
            SkillIntent(
                .tells,
                [
                    "how many (days|weeks) [are there|is it] (until|till|to) {day}",
                    "how long [is it] (until|till) {day}",
                    "how many days are left until {day}",
                ],
                typed: [
                    "(days|weeks) (until|till|to) {day}", "how many months (until|till|to) {day}",
                    "how (many days|long) since {day}",
                ],
                named: "date.until", answer: Self.countDays),
            SkillIntent(
                .tells, ["how many days [are] [there] between {from:day} and {to:day}"],
                typed: [
                    "[how many] (days|weeks) [are|is it] [there] (from|between) {from:day} (to|until|till|and) {to:day}"
                ],
                named: "date.between", answer: Self.countBetween),
            SkillIntent(
                .tells, [],
                typed: [
                    "how many days [are] left [in] this (year|month)", "how many days are there in this (year|month)",
                    "how many days until the end of the (year|month)",
                ], answer: Self.countLeft),
            SkillIntent(
                .tells, [],
                typed: [
                    "how many (days|weeks|months) [is it|are there] (until|till|to) {month:text}"
                ], answer: Self.countDays),
            SkillIntent(
                .tells, [],
                typed: ["how many days [are] [there] in {month:text}", "how many days (does|do) {month:text} have"],
                answer: Self.tellLength),
            SkillIntent(
                .tells, ["what week [number] [of the year] is it", "which week is it"],
                typed: ["what week is {day} in"],
                named: "date.week", answer: Self.tellWeek),
            SkillIntent(
                .tells, ["what year is it", "what month is it", "which (year|month) is it"], named: "date.part",
                answer: Self.tellPart),
            SkillIntent(
                .tells, ["is [it|this] [year] a leap year", "when is the next leap year"],
                typed: [
                    "is {year:number} a leap year", "(is|was) {year:text} a leap year", "when was the last leap year",
                    "leap year",
                ], named: "date.leap", answer: Self.tellLeapYear),
        ]
    }

    private static func tellToday(_ invocation: SkillInvocation) -> SkillReply {
        let today = invocation.today
        return SkillReply(
            "Today is \(SpokenFormat.date(today, withYear: true)).", values: ["date": today.canonical])
    }

    private static func tellDate(_ invocation: SkillInvocation) -> SkillReply {
        let today = invocation.today
        let reference = invocation.day("day") ?? .offset(1)
        let isPast = !Set(invocation.words).isDisjoint(with: ["was", "were"])
        let date = isPast ? reference.pastDate(from: today) : reference.date(from: today)
        let values = ["date": date.canonical]
        let spoken = SpokenFormat.date(date, withYear: date.year != today.year)
        switch date.dayNumber - today.dayNumber {
        case 0: return SkillReply("Today is \(spoken).", values: values)
        case 1: return SkillReply("Tomorrow is \(spoken).", values: values)
        case -1: return SkillReply("Yesterday was \(spoken).", values: values)
        case let days where days < 0: return SkillReply("That was \(spoken).", values: values)
        default: return SkillReply("That's \(spoken).", values: values)
        }
    }

    private static func tellWeekday(_ invocation: SkillInvocation) -> SkillReply {
        guard let day = invocation.day("day") else { return tellToday(invocation) }
        let today = invocation.today
        let isPast = invocation.words.contains("was")
        let date = isPast ? day.pastDate(from: today) : day.date(from: today)
        let name = CalendarNames.weekdays[date.weekday - 1]
        let values = ["date": date.canonical, "weekday": name]
        let verb = date < today ? "was" : "is"
        let written = SpokenFormat.monthAndDay(date, withYear: date.year != today.year)
        let words = Set(invocation.words)
        guard words.contains("weekend") || words.contains("weekday") && invocation.words.first == "is" else {
            return SkillReply("\(written) \(verb) a \(name).", values: values)
        }
        let isAsked = words.contains("weekend") == (date.weekday > 5)
        return SkillReply("\(isAsked ? "Yes" : "No"), \(written) \(verb) a \(name).", values: values)
    }

    private static func countDays(_ invocation: SkillInvocation) throws -> SkillReply {
        guard let reference = invocation.day("day") ?? firstOfMonth(invocation.text("month")) else {
            if invocation.text("month") != nil { return .notMine }
            throw SkillError("I didn't understand which day you mean.")
        }
        let today = invocation.today
        let isPast = invocation.words.contains("since")
        let date = isPast ? reference.pastDate(from: today) : reference.date(from: today)
        let days = date.dayNumber - today.dayNumber
        let values = ["date": date.canonical, "days": String(days)]
        let written = SpokenFormat.date(date, withYear: date.year != today.year)
        switch days {
        case 0: return SkillReply("That's today.", values: values)
        case 1: return SkillReply("That's tomorrow, 1 day from now.", values: values)
        case let days where days < 0:
            return SkillReply("\(written) was \(SpokenFormat.count(Int64(-days), "day")) ago.", values: values)
        default:
            let words = invocation.words
            let length =
                if words.contains("months") {
                    months(from: today, to: date)
                } else {
                    words.contains("weeks") ? weeks(days) : SpokenFormat.count(Int64(days), "day")
                }
            return SkillReply("It's \(length) until \(written).", values: values)
        }
    }

    /// The next first day of a month by its name.
    private static func firstOfMonth(_ name: String?) -> DayReference? {
        let index = CalendarNames.months.firstIndex { $0.lowercased() == name?.lowercased() }
        return index.map { .yearly(month: $0 + 1, day: 1) }
    }

    /// "2 months and 5 days"
    private static func months(from today: CivilDate, to date: CivilDate) -> String {
        var count = (date.year - today.year) * 12 + date.month - today.month
        if today.adding(months: count) > date { count -= 1 }
        let days = date.dayNumber - today.adding(months: count).dayNumber
        let parts = [(count, "month"), (days, "day")].filter { $0.0 > 0 }
        return SpokenFormat.list(parts.map { SpokenFormat.count(Int64($0.0), $0.1) })
    }

    /// "3 weeks and 2 days"
    static func weeks(_ days: Int) -> String {
        let parts = [(days / 7, "week"), (days % 7, "day")].filter { $0.0 > 0 }
        return SpokenFormat.list(parts.map { SpokenFormat.count(Int64($0.0), $0.1) })
    }
}
