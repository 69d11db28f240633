// SPDX-License-Identifier: GPL-3.0-or-later
// Tells what time it is elsewhere, by the system's time zones.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct WorldTimeSkill: Skill {
    let onlyTells = true
    let help = CommandHelp(
        skill: "world-time", title: "Time elsewhere", summary: "Tells you what time it is in a city or country.",
        examples: ["what time is it in tokyo", "what's the time in london"],
        icon: "preferences-system-time-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                ["what time is it in {place:text}", "(what's|what is) the time in {place:text}"],
                typed: ["[the] time in {place:text}"], named: "time.place", answer: Self.tellTime)
        ]
    }

    private static func tellTime(_ invocation: SkillInvocation) -> SkillReply {
        guard let asked = name(in: invocation) else { return SkillReply("Which city do you mean?") }
        let services = invocation.services
        guard let place = PlaceTable.read(services.resources).place(named: asked) else {
            // "The time of the dinosaurs" is about something else.
            guard invocation.words.contains("in") else { return .notMine }
            return SkillReply(
                "I don't know a place called \(asked.prefix(60)). Try a larger city nearby, or the country.",
                values: ["place": asked])
        }
        let now = services.clock.now()
        guard let offset = services.zoneOffset(place.zone, now) else {
            return SkillReply(
                "This computer doesn't have the time zone of \(place.name). It comes with the package tzdata.",
                values: ["place": asked])
        }
        let seconds = now.secondsSinceEpoch + Int64(offset)
        let date = CivilDate(dayNumber: Int((Double(seconds) / 86_400).rounded(.down)))
        let minute = Int(seconds - Int64(date.dayNumber) * 86_400) / 60
        let time = SpokenFormat.time(hour: minute / 60, minute: minute % 60, in: invocation.region)
        let weekday = CalendarNames.weekdays[date.weekday - 1]
        let day =
            switch date.dayNumber - invocation.today.dayNumber {
            case 0: ""
            case 1...: ", on \(weekday) already"
            default: ", still on \(weekday)"
            }
        return SkillReply(
            "It's \(time) in \(place.name)\(day).",
            values: [
                "place": place.name, "zone": place.zone, "time": ClockTime.canonical(minute / 60, minute % 60),
                "day": date.canonical,
            ])
    }

    /// The place, without the words that stand around it.
    private static func name(in invocation: SkillInvocation) -> String? {
        guard let text = invocation.text("place") else { return nil }
        let fillers: Set = ["now", "currently", "today", "please", "over", "there"]
        let words = text.split(separator: " ").filter { !fillers.contains($0.lowercased()) }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
