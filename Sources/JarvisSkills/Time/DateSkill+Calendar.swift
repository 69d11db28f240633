// SPDX-License-Identifier: GPL-3.0-or-later
// Answers questions about spans between days, week numbers and leap years.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

extension DateSkill {
    static func countBetween(_ invocation: SkillInvocation) throws -> SkillReply {
        guard let from = invocation.day("from"), let to = invocation.day("to") else {
            throw SkillError("I didn't understand which days you mean.")
        }
        let today = invocation.today
        let first = from.date(from: today)
        // "From December 20th to January 5th" ends in the next year.
        let second = to.recursYearly ? to.date(from: first) : to.date(from: today)
        let days = abs(second.dayNumber - first.dayNumber)
        let ends = [min(first, second), max(first, second)]
        let isOneYear = first.year == second.year
        let start = SpokenFormat.monthAndDay(ends[0], withYear: !isOneYear)
        let end = SpokenFormat.monthAndDay(ends[1], withYear: !isOneYear || first.year != today.year)
        let verb = days == 1 || days == 7 && invocation.words.contains("weeks") ? "is" : "are"
        let length =
            days > 0 && invocation.words.contains("weeks") ? weeks(days) : SpokenFormat.count(Int64(days), "day")
        return SkillReply(
            "There \(verb) \(length) between \(start) and \(end).",
            values: ["days": String(days), "from": first.canonical, "to": second.canonical])
    }

    /// "There are 360 days left this year."
    static func countLeft(_ invocation: SkillInvocation) -> SkillReply {
        let today = invocation.today
        let words = invocation.words
        let isYear = words.contains("year")
        let end =
            isYear
            ? CivilDate(year: today.year, month: 12, day: 31) : CivilDate(today.year, today.month)
        // "How many days are there in this month" asks for all of them.
        let isLeft = !Set(words).isDisjoint(with: ["left", "remain", "remaining", "until"])
        guard isLeft else {
            let start = CivilDate(year: today.year, month: isYear ? 1 : today.month, day: 1)
            let count = end.dayNumber - start.dayNumber + 1
            let name = isYear ? String(today.year) : CalendarNames.months[today.month - 1]
            return SkillReply("\(name) has \(count) days.", values: ["days": String(count)])
        }
        let days = end.dayNumber - today.dayNumber
        let verb = days == 1 ? "is" : "are"
        return SkillReply(
            "There \(verb) \(SpokenFormat.count(Int64(days), "day")) left this \(isYear ? "year" : "month").",
            values: ["days": String(days)])
    }

    /// "February 2026 has 28 days."
    static func tellLength(_ invocation: SkillInvocation) -> SkillReply {
        let words = Utterance(invocation.text("month") ?? "").words
        guard let name = words.first,
            let month = CalendarNames.months.firstIndex(where: { $0.lowercased() == name })
        else { return .notMine }
        let today = invocation.today
        guard let year = words.count == 1 ? today.year : DayPhrase.year(of: Array(words.dropFirst())) else {
            return .notMine
        }
        let days = CivilDate.length(year: year, month: month + 1)
        return SkillReply(
            "\(CalendarNames.months[month]) \(year) has \(days) days.", values: ["days": String(days)])
    }

    static func tellWeek(_ invocation: SkillInvocation) -> SkillReply {
        // "What a week it's been" isn't a question.
        if invocation.words.starts(with: ["what", "a"]) { return .notMine }
        let today = invocation.today
        let date = invocation.day("day")?.date(from: today) ?? today
        let values = ["week": String(date.weekOfYear), "date": date.canonical]
        guard date != today else {
            return SkillReply("It's week \(date.weekOfYear) of the year.", values: values)
        }
        let written = SpokenFormat.monthAndDay(date, withYear: date.year != today.year)
        return SkillReply("\(written) is in week \(date.weekOfYear).", values: values)
    }

    static func tellPart(_ invocation: SkillInvocation) -> SkillReply {
        let today = invocation.today
        if invocation.words.contains("year") {
            return SkillReply("It's \(today.year).", values: ["year": String(today.year)])
        }
        return SkillReply(
            "It's \(CalendarNames.months[today.month - 1]).", values: ["month": String(today.month)])
    }

    static func tellLeapYear(_ invocation: SkillInvocation) -> SkillReply {
        let today = invocation.today
        let words = invocation.words
        if words.contains("next") || words.contains("last") {
            let step = words.contains("next") ? 1 : -1
            var year = today.year + step
            while !isLeapYear(year) { year += step }
            return SkillReply(
                "The \(step > 0 ? "next" : "last") leap year \(step > 0 ? "is" : "was") \(year).",
                values: ["year": String(year)])
        }
        let named = words.filter { !["is", "was", "it", "a", "leap", "year", "this", "the", "next"].contains($0) }
        guard let year = named.isEmpty ? today.year : DayPhrase.year(of: named) else {
            return SkillReply("I know the years from 1000 to 3000.")
        }
        let isLeap = isLeapYear(year)
        let (verb, no) = year < today.year ? ("was", "wasn't") : ("is", "isn't")
        return SkillReply(
            isLeap ? "Yes, \(year) \(verb) a leap year." : "No, \(year) \(no) a leap year.",
            values: ["year": String(year), "leap": isLeap ? "yes" : "no"])
    }

    private static func isLeapYear(_ year: Int) -> Bool { CivilDate(year: year, month: 2, day: 29).exists }
}

extension CivilDate {
    /// The last day of a month.
    fileprivate init(_ year: Int, _ month: Int) {
        self.init(year: year, month: month, day: Self.length(year: year, month: month))
    }
}
