// SPDX-License-Identifier: GPL-3.0-or-later
// Tells dates, weekdays, and how many days remain until one.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct DateSkill: Skill {
    let onlyTells = true
    let help = CommandHelp(
        skill: "date", title: "Date", summary: "Tells you dates and counts the days until one.",
        examples: ["what day is it today", "what date is friday", "how many days until christmas"],
        icon: "x-office-calendar-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                [
                    "what day is (it|today)", "what day is it today", "(what's|what is) the date [today]",
                    "what date is it [today]", "(what's|what is) today's date", "tell me the date",
                    "what day of the week is it",
                ], typed: ["[todays] date", "today's date", "what is todays date"], named: "date.today",
                answer: Self.tellToday),
            SkillIntent(
                [
                    "what (date|day) is {day}", "what (date|day) (is|was) it {day}", "what (date|day) will it be {day}",
                    "(what's|what is) the date [on] {day}", "when is {day}",
                    "(what's|what is) tomorrow's date", "what day of the week is {day}", "what day was {day}",
                ], named: "date.of", answer: Self.tellDate),
            SkillIntent(
                [
                    "how many days [are there|is it] (until|till|to) {day}", "how long [is it] (until|till) {day}",
                    "how many days are left until {day}",
                ], typed: ["days (until|till|to) {day}"], named: "date.until", answer: Self.countDays),
            SkillIntent(
                [
                    "what year is it", "what month is it", "what week [of the year] is it",
                    "which (year|month|week) is it",
                ], named: "date.part", answer: Self.tellPart),
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
        let date = reference.date(from: today)
        let values = ["date": date.canonical]
        let withYear = date.year != today.year
        let spoken = SpokenFormat.date(date, withYear: withYear)
        switch date.dayNumber - today.dayNumber {
        case 0: return SkillReply("Today is \(spoken).", values: values)
        case 1: return SkillReply("Tomorrow is \(spoken).", values: values)
        case -1: return SkillReply("Yesterday was \(spoken).", values: values)
        case let days where days < 0: return SkillReply("That was \(spoken).", values: values)
        default: return SkillReply("That's \(spoken).", values: values)
        }
    }

    private static func countDays(_ invocation: SkillInvocation) throws -> SkillReply {
        guard let reference = invocation.day("day") else { throw SkillError("I didn't understand which day you mean.") }
        let today = invocation.today
        let date = reference.date(from: today)
        let days = date.dayNumber - today.dayNumber
        let values = ["date": date.canonical, "days": String(days)]
        switch days {
        case 0: return SkillReply("That's today.", values: values)
        case 1: return SkillReply("That's tomorrow, 1 day from now.", values: values)
        case let days where days < 0:
            return SkillReply("That was \(SpokenFormat.count(Int64(-days), "day")) ago.", values: values)
        default:
            return SkillReply(
                "It's \(SpokenFormat.count(Int64(days), "day")) until \(SpokenFormat.date(date)).", values: values)
        }
    }

    private static func tellPart(_ invocation: SkillInvocation) -> SkillReply {
        let today = invocation.today
        if invocation.words.contains("year") {
            if invocation.words.contains("week") { return weekReply(today) }
            return SkillReply("It's \(today.year).", values: ["year": String(today.year)])
        }
        if invocation.words.contains("month") {
            return SkillReply(
                "It's \(CalendarNames.months[today.month - 1]).", values: ["month": String(today.month)])
        }
        return weekReply(today)
    }

    private static func weekReply(_ today: CivilDate) -> SkillReply {
        SkillReply("It's week \(today.weekOfYear) of the year.", values: ["week": String(today.weekOfYear)])
    }
}
