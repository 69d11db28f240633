// SPDX-License-Identifier: GPL-3.0-or-later
// Tells the time in other places, based on the system's time zones.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct WorldTimeSkill: Skill {
    let help = CommandHelp(
        skill: "world-time", title: "Time elsewhere", summary: "Tells you what time it is in a city or country.",
        examples: ["what time is it in tokyo", "what's the time in london", "what is the time difference to new york"],
        icon: "preferences-system-time-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .tells, ["what time is it in {place:text}", "(what's|what is) the time in {place:text}"],
                typed: ["[the] time in {place:text}", "(what's|what is) the current time [over] in {place:text}"],
                named: "time.place", answer: Self.tellTime),
            SkillIntent(
                .tells, ["(what's|what is) the time difference (to|with) {place:text}"],
                typed: [
                    "[the] time difference (to|with) {place:text}", "how many hours (ahead|behind) is {place:text}",
                ],
                named: "time.difference", answer: Self.tellDifference),
        ]
    }

    private enum Finding {
        /// A known place, with its offset in seconds east of UTC.
        case place(Place, offset: Int)
        case none(SkillReply)
    }

    private static func find(_ invocation: SkillInvocation) -> Finding {
        guard let asked = name(in: invocation) else { return .none(SkillReply("Which city do you mean?")) }
        let services = invocation.services
        guard let place = PlaceTable.read(services.resources).place(named: asked) else {
            // "The time of the dinosaurs" isn't a question about a place.
            guard !Set(invocation.words).isDisjoint(with: ["in", "difference", "hours"]) else { return .none(.notMine) }
            return .none(
                SkillReply(
                    "I don't know a place called \(asked.prefix(60)). Try a larger city nearby, or the country.",
                    values: ["place": asked]))
        }
        guard let offset = services.zoneOffset(place.zone, services.clock.now()) else {
            return .none(
                SkillReply(
                    "This computer doesn't have the time zone of \(place.name). It comes with the package tzdata.",
                    values: ["place": asked]))
        }
        return .place(place, offset: offset)
    }

    private static func tellDifference(_ invocation: SkillInvocation) -> SkillReply {
        switch find(invocation) {
        case .none(let reply): return reply
        case .place(let place, let offset):
            let clock = invocation.services.clock
            let now = clock.now()
            let local = clock.local(now)
            let seconds = (CivilDate(local).dayNumber * 24 + local.hour) * 3600 + local.minute * 60 + local.second
            let difference = Int64(offset) - (Int64(seconds) - now.secondsSinceEpoch)
            let values = ["place": place.name, "zone": place.zone, "difference": String(difference)]
            guard difference != 0 else {
                return SkillReply("The time in \(place.name) is the same as here.", values: values)
            }
            let length = SpokenFormat.duration(seconds: abs(difference))
            return SkillReply(
                "\(place.name) is \(length) \(difference > 0 ? "ahead of" : "behind") your time.", values: values)
        }
    }

    private static func tellTime(_ invocation: SkillInvocation) -> SkillReply {
        switch find(invocation) {
        case .none(let reply): return reply
        case .place(let place, let offset): return tellTime(in: place, offset, invocation)
        }
    }

    private static func tellTime(in place: Place, _ offset: Int, _ invocation: SkillInvocation) -> SkillReply {
        let clock = invocation.services.clock
        let (asked, instant) = momentHere(invocation) ?? ("It's", clock.now())
        let offset = invocation.services.zoneOffset(place.zone, instant) ?? offset
        let seconds = instant.secondsSinceEpoch + Int64(offset)
        let date = CivilDate(dayNumber: Int((Double(seconds) / 86_400).rounded(.down)))
        let minute = Int(seconds - Int64(date.dayNumber) * 86_400) / 60
        let time = SpokenFormat.time(hour: minute / 60, minute: minute % 60, in: invocation.region)
        let weekday = CalendarNames.weekdays[date.weekday - 1]
        let day =
            switch date.dayNumber - CivilDate(clock.local(instant)).dayNumber {
            case 0: ""
            case 1...: ", on \(weekday) already"
            default: ", still on \(weekday)"
            }
        return SkillReply(
            "\(asked) \(time) in \(place.name)\(day).",
            values: [
                "place": place.name, "zone": place.zone, "time": ClockTime.canonical(minute / 60, minute % 60),
                "day": date.canonical,
            ])
    }

    /// The local time in "when it's six in the evening here, what time is it in Sydney"; `nil` if there is none.
    private static func momentHere(_ invocation: SkillInvocation) -> (asked: String, instant: Timestamp)? {
        // The matched words may be only the last clause, so try the whole request too.
        momentHere(invocation.words, invocation)
            ?? momentHere(Utterance(invocation.request.text).words, invocation)
    }

    private static func momentHere(
        _ words: [String], _ invocation: SkillInvocation
    ) -> (asked: String, instant: Timestamp)? {
        guard let here = words.firstIndex(of: "here") else { return nil }
        for start in words[..<here].indices {
            guard let (time, _) = WhenPhrase.time(of: Array(words[start..<here])),
                let instant = TimeResolution(clock: invocation.services.clock).instant(of: time, on: nil)
            else { continue }
            let local = invocation.services.clock.local(instant)
            let spoken = SpokenFormat.time(hour: local.hour, minute: local.minute, in: invocation.region)
            return ("At \(spoken) here, it's", instant)
        }
        return nil
    }

    /// The place without the words around it.
    private static func name(in invocation: SkillInvocation) -> String? {
        guard let text = invocation.text("place") else { return nil }
        let fillers: Set = ["now", "currently", "today", "please", "over", "there"]
        let words = text.split(separator: " ").filter { !fillers.contains($0.lowercased()) }
            .drop { ["in", "at", "of"].contains($0.lowercased()) }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
