// SPDX-License-Identifier: GPL-3.0-or-later
// Tells how long it is until a time of day. DateSkill counts days; timers, alarms and reminders answer for themselves.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct TimeUntilSkill: Skill {
    let help = CommandHelp(
        skill: "time-until", title: "Countdown", summary: "Tells you how long it is until a time.",
        examples: ["how long until five p m", "how many minutes until noon"],
        icon: "task-due-symbolic")

    private static let until = "(until|till|before)"

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .tells, ["how long [is it] (until|till) {time}", "how many (minutes|hours) until {time}"],
                typed: [
                    "how {question:text} \(Self.until) {time} [[on] {day}]",
                    "how {question:text} \(Self.until) {day} [at] {time}",
                    "how many (minutes|hours) to {time}", "(time|minutes|hours) [left] (until|till) {time}",
                    "how many (hours|minutes|seconds) [are there] (until|till) {day}",
                ], answer: Self.tell)
        ]
    }

    private static func tell(_ invocation: SkillInvocation) -> SkillReply {
        let fluff = invocation.text("question")
        guard let question = fluff == nil ? LengthQuestion(unitIn: invocation.words) : LengthQuestion(fluff),
            let (instant, name) = moment(invocation)
        else { return .notMine }
        let seconds = (instant.since(invocation.services.clock.now()) + .milliseconds(500)).components.seconds
        guard seconds > 0 else { return SkillReply("That time has already passed.", values: ["left": "0"]) }
        return SkillReply(
            "It's \(question.text(seconds: seconds)) until \(name).",
            values: ReminderBook(invocation).values(instant).merging(["left": String(seconds)]) { $1 })
    }

    /// The instant the request means, and its name.
    private static func moment(_ invocation: SkillInvocation) -> (Timestamp, String)? {
        let clock = invocation.services.clock
        let (today, day) = (invocation.today, invocation.day("day"))
        guard var time = invocation.time("time") else {
            guard let date = day?.date(from: today) else { return nil }
            let instant = clock.instant(
                of: LocalTime(
                    year: date.year, month: date.month, day: date.day, hour: 0, minute: 0, second: 0,
                    weekday: date.weekday))
            return (instant, date == today.adding(days: 1) ? "tomorrow" : SpokenFormat.date(date))
        }
        time = WhenPhrase.narrowed(time, in: invocation.words)
        let isMidnight = time.hour == 0 && time.minute == 0 && !time.isAmbiguous
        // "Midnight tonight" is at the end of today.
        let wanted = isMidnight && day == .offset(0) ? nil : day
        guard let instant = TimeResolution(clock: clock).instant(of: time, on: wanted) else { return (clock.now(), "") }
        return (instant, isMidnight && wanted == nil ? "midnight" : ReminderBook(invocation).when(instant))
    }
}
