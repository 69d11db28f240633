// SPDX-License-Identifier: GPL-3.0-or-later
// Tells the time in other places, based on the system's time zones.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct WorldTimeSkill: Skill {
    let help = CommandHelp(
        skill: "world-time", title: "World clock", summary: "Tells you what time it is in a city or country.",
        examples: ["what time is it in tokyo", "what's the time in london", "what is the time difference to new york"],
        icon: "jarvis-language-symbolic")

    private static let ask = "(what time is it|(what's|what is) the time)"
    private static let now = "[right] [now|currently|exactly] [over|out|there]"
    /// Times that people ask for without "in".
    private static let timeNames =
        "(eastern|central|mountain|pacific|est|pst|utc)"
    private static let zone = "(time zone|timezone|time zones|timezones)"

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .tells, ["what time is it in {place:text}", "(what's|what is) the time in {place:text}"],
                typed: [
                    "[the] time in {place:text}", "(what's|what is) the current time [over] in {place:text}",
                    "\(Self.ask) \(Self.now) (in|on|at) {place:text} [right] [now|currently|please]",
                    "(what's|what is) (the|it) (current|exact|local|right) time \(Self.now) (in|on|at) {place:text}",
                    "[the] (current|exact|local) time \(Self.now) (in|on|at) {place:text}",
                    "(in|on|at) {place:text} \(Self.ask) [right] [now|currently|there]",
                    "(in|on|at) {place:text} (what's|what is) the current time",
                    "(what's|what is) the [current] \(Self.timeNames) time",
                    "look up the time (in|on|at) {place:text}", "what time of day is it in {place:text}",
                ],
                named: "time.place", answer: Self.tellTime),
            SkillIntent(.tells, [], typed: Self.calling, answer: Self.tellTimeForCall),
            SkillIntent(.tells, [], typed: Self.conversions, answer: Self.convert),
            SkillIntent(
                .tells, ["(what's|what is) the time difference (to|with) {place:text}"],
                typed: [
                    "[the] time difference (to|with) {place:text}", "how many hours (ahead|behind) is {place:text}",
                    "[what's|what is] [the] time difference (between|from) {origin:text} (and|to) {place:text}",
                    "(how far|how many hours|how much) (ahead|behind) [of] {origin:text} is {place:text}",
                    "(how far|how many hours|how much) (ahead|behind) is {place:text}",
                    "(how far|how many hours|how much) is {place:text} (ahead|behind) [of] {origin:text}",
                    "(how far|how many hours|how much) is {place:text} (ahead|behind)",
                    "is the \(Self.zone) different in {place:text}", "is the time different in {place:text}",
                    "(does|do) {place:text} have (a different|another|the same) \(Self.zone)",
                    "is {place:text} in (a different|another|the same) \(Self.zone) [as (here|us)|than (here|us)]",
                ],
                named: "time.difference", answer: Self.tellDifference),
            SkillIntent(.tells, [], typed: Self.zoneQuestions, answer: Self.tellZone),
            SkillIntent(
                .tells, [],
                typed: ["timezone", "time zone"].flatMap { zone in
                    ["\(Self.asking) \(zone) {behind:text}", "\(Self.asking) {before:text} \(zone) [{behind:text}]"]
                }, answer: Self.tellNamedZone),
        ]
    }

    /// Opens a question in which the place may be anywhere.
    private static let asking =
        "(what|which|what's|whats|in what|in which|tell me|give me|do you know|is|are|does|do|find|find out|look up|check|search"
        + "|search for|can you|could you|i need|i want|how|name|say|let me know|show me|figure out|identify|get me|get|the|under what"
        + "|i'm wondering|i am wondering|i wonder|i'd like|would|where|specify|provide|explain|please)"

    /// A time in one place, or now, and the time in another.
    private static let conversions: [String] = {
        let (given, wanted) = ("(if|when) (it is|it's) {time}", "what time (is it|will it be|would it be|is that)")
        return [
            "\(given) [in|on|at] {origin:text} \(wanted) [in|on|at|for] {place:text}",
            "\(wanted) (in|on|at|for) {place:text} \(given) [in|on|at] {origin:text}",
            "\(wanted) (in|on|at|for) {place:text} at {time} [in] {origin:text}",
            "[what time is|what's|what is|when is|convert|change] {time} {origin:text} time "
                + "(in|to|into|for) {place:text}",
            "(what time is|when is|convert|change) {time} in {origin:text} (in|to|into|for) {place:text}",
            "convert {origin:text} time (to|into) {place:text}",
        ]
    }()

    private static let zoneQuestions: [String] = {
        let (what, has) = ("(what|which)", "(in|use|uses|have|has|follow|follows|observe|observes|on)")
        let lies = "[located|found]"
        return [
            "[in] [\(what)] \(zone) (is|are|does|do|would|will) {place:text} [is|be] \(has)",
            "in \(what) \(zone) is {place:text} \(lies)", "[\(what)] \(zone) {place:text} (is|are) (in|on)",
            "\(what) \(zone) is {place:text}", "[\(what)] \(zone) {place:text} (uses|has|follows|observes)",
            "[\(what)] \(zone) [do|does] they (use|have) in {place:text}",
            "[what's|what is|what are] [the] \(zone) (of|for|in|at) {place:text} [is what|is what like|is like what]",
            "[the] \(zone) [that] {place:text} is in",
            "{place:text} (is|are|can be found|lies) in \(what) \(zone)",
            "[what's|what is|know|on|check] {place:text} \(zone) [is what]",
            "{place:text} \(zone) is (what|which) [one]",
            "(for|in) {place:text} (\(what)|(what's|what is) the) \(zone) [is it] [in]",
            "what (time zone|timezone) (am i|are we) [currently] in", "[what's|what is] my (time zone|timezone)",
            "[what] [the] \(zone) is in {place:text}", "do you know {place:text} \(zone)",
            "[what] \(zone) would i be in if i (traveled|travelled|went|moved|was|were) (to|in) {place:text}",
            "if (i am|you are|i was|i were) in {place:text} what (would|is) the \(zone) [be]",
            "if (i am|you are|i was|i were) in {place:text} what \(zone) (am i|are you|would i be) in",
        ]
    }()

    /// Whether people elsewhere may be called now.
    private static let calling: [String] = {
        let call = "(call|phone|ring|text|message|contact|telephone|reach|disturb|wake|wake up|email)"
        let now = "[now|right now|at this hour|at this time|already|yet|still]"
        let open = "(is it|is it still|would it be|isn't it|am i) [still|already|now]"
        let fit = "[too|very|a] (late|early|okay|ok|alright|fine|good time|bad time|polite|rude)"
        let may = "(can i|may i|should i|could i|can we) [still|already]"
        return ["in {place:text}", "over in {place:text}", "from {place:text}"].flatMap { place in
            [
                "\(open) \(fit) [there] to \(call) {person:text} \(place) \(now)",
                "\(may) \(call) {person:text} \(place) \(now)",
            ]
        } + [
            "(is it|isn't it) [already|still] {day} [already|yet|still|now] in {place:text} [already|yet|now|still]"
        ] + ["\(open) \(fit) to \(call) {place:text} \(now)", "\(may) \(call) {place:text} \(now)"]
    }()

    enum Finding {
        /// A known place, with its offset in seconds east of UTC.
        case place(Place, offset: Int)
        case none(SkillReply)
    }

    static func find(_ invocation: SkillInvocation, slot: String = "place") -> Finding {
        guard let asked = name(in: invocation, slot: slot) else { return .none(SkillReply("Which city do you mean?")) }
        let services = invocation.services
        guard let place = PlaceTable.read(services.resources).place(named: asked) else {
            // "The time of the dinosaurs" isn't a question about a place.
            let words = Set(invocation.words)
            let isOfPlaces =
                !words.isDisjoint(with: ["in", "difference", "hours"])
                || !words.isDisjoint(with: ["zone", "timezone"])
                    && !words.isDisjoint(with: ["of", "for", "is", "does"])
            guard isOfPlaces, Utterance(asked).words.count <= mostWords else { return .none(.notMine) }
            return .none(
                SkillReply(
                    "I don't know a place called \(asked.prefix(60)). Try a larger city nearby, or the country.",
                    values: ["place": asked]))
        }
        guard let offset = services.zoneOffset(place.zone, services.clock.now()) else {
            return .none(
                SkillReply(
                    "I don't have the time zone of \(place.name). Install tzdata.",
                    values: ["place": asked]))
        }
        return .place(place, offset: offset)
    }

    /// Longer texts are no names of places.
    private static let mostWords = 5

    /// True for words that stand for the user's own place.
    static func isHere(_ invocation: SkillInvocation, slot: String) -> Bool {
        guard let words = invocation.text(slot).map({ Utterance.allWords(of: $0) }) else { return true }
        return [["here"], ["us"], ["me"], ["mine"], ["our", "time"], ["my", "time"]].contains(words)
    }

    /// Seconds that the user's clock is east of UTC.
    static func offsetHere(_ services: SkillServices) -> Int {
        let now = services.clock.now()
        let local = services.clock.local(now)
        let seconds = (CivilDate(local).dayNumber * 24 + local.hour) * 3600 + local.minute * 60 + local.second
        return Int(Int64(seconds) - now.secondsSinceEpoch)
    }

    private static func tellDifference(_ invocation: SkillInvocation) -> SkillReply {
        let (place, offset): (Place, Int)
        switch find(invocation) {
        case .none(let reply): return reply
        case .place(let found, let own): (place, offset) = (found, own)
        }
        var (than, base) = ("your time", offsetHere(invocation.services))
        if !isHere(invocation, slot: "origin") {
            switch find(invocation, slot: "origin") {
            case .none(let reply): return reply
            case .place(let origin, let own): (than, base) = (origin.name, own)
            }
        }
        let difference = Int64(offset - base)
        let values = ["place": place.name, "zone": place.zone, "difference": String(difference)]
        guard difference != 0 else {
            let same = than == "your time" ? "here" : "in \(than)"
            return SkillReply("The time in \(place.name) is the same as \(same).", values: values)
        }
        let length = SpokenFormat.duration(seconds: abs(difference))
        let subject = place.name.capitalizedFirst
        return SkillReply(
            "\(subject) is \(length) \(difference > 0 ? "ahead of" : "behind") \(than).", values: values)
    }

    static func tellTime(_ invocation: SkillInvocation) -> SkillReply {
        if let reply = tellTimes(invocation) { return reply }
        switch find(invocation) {
        case .none(let reply): return reply
        case .place(let place, let offset): return tellTime(in: place, offset, invocation)
        }
    }

    /// The time where somebody may be called; not for what only reads like a place.
    private static func tellTimeForCall(_ invocation: SkillInvocation) -> SkillReply {
        guard case .place(let place, let offset) = find(invocation) else { return .notMine }
        return tellTime(in: place, offset, invocation)
    }

    /// The times in several places: "Oslo and Lima"; nil unless each is known, and for one place whose name has an "and".
    private static func tellTimes(_ invocation: SkillInvocation) -> SkillReply? {
        guard let text = name(in: invocation, slot: "place") else { return nil }
        let services = invocation.services
        let table = PlaceTable.read(services.resources)
        guard table.place(named: text) == nil else { return nil }
        let names = text.split(separator: ",").flatMap { part in
            part.split(separator: " ").split { ["and", "&", "or"].contains($0.lowercased()) }.map { words in
                let name = words.drop { ["in", "the", "at"].contains($0.lowercased()) }
                return (name.isEmpty ? words : name).joined(separator: " ")
            }
        }
        guard (2...mostPlaces).contains(names.count) else { return nil }
        let now = services.clock.now()
        var replies: [SkillReply] = []
        for name in names {
            if ["here", "home"].contains(name.lowercased()) {
                let (_, minute) = local(now, offsetHere(services))
                let time = SpokenFormat.time(hour: minute / 60, minute: minute % 60, in: invocation.region)
                replies.append(
                    SkillReply("It's \(time) here.", values: ["time": ClockTime.canonical(minute / 60, minute % 60)]))
                continue
            }
            guard let place = table.place(named: name), let offset = services.zoneOffset(place.zone, now)
            else { return nil }
            replies.append(tellTime(in: place, offset, invocation))
        }
        // "It's 4 AM in New York", "10 AM in London"
        let parts = replies.enumerated().map { number, reply in
            let sentence = reply.text.dropLast()
            return String(number == 0 ? sentence : sentence.drop { $0 != " " }.dropFirst())
        }
        var values: [String: String] = [:]
        for key in ["place", "zone", "time", "day"] {
            values[key] = replies.compactMap { $0.values[key] }.joined(separator: ", ")
        }
        return SkillReply("\(SpokenFormat.list(parts)).", values: values)
    }

    private static let mostPlaces = 4

    private static func tellTime(in place: Place, _ offset: Int, _ invocation: SkillInvocation) -> SkillReply {
        let clock = invocation.services.clock
        let (asked, instant) = momentHere(invocation) ?? ("It's", clock.now())
        let offset = invocation.services.zoneOffset(place.zone, instant) ?? offset
        let (date, minute) = local(instant, offset)
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

    /// The day, and the minute of the day, of an instant in a zone.
    static func local(_ instant: Timestamp, _ offset: Int) -> (CivilDate, minute: Int) {
        let seconds = instant.secondsSinceEpoch + Int64(offset)
        let date = CivilDate(dayNumber: Int((Double(seconds) / 86_400).rounded(.down)))
        return (date, Int(seconds - Int64(date.dayNumber) * 86_400) / 60)
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
    private static func name(in invocation: SkillInvocation, slot: String) -> String? {
        guard let text = invocation.text(slot) else {
            let names = Utterance.allWords(of: timeNames.map { $0.isLetter ? String($0) : " " }.joined())
            return slot == "place" ? invocation.words.first(where: names.contains) : nil
        }
        let fillers: Set = ["now", "currently", "today", "please", "over", "there", "right", "exactly"]
        var words = text.split(separator: " ").filter { !fillers.contains($0.lowercased()) }
            .drop { ["in", "at", "of", "on", "over"].contains($0.lowercased()) }
        // "France's time zone"
        if let last = words.last, let ending = ["'s", "’s"].first(where: { last.hasSuffix($0) }) {
            words[words.endIndex - 1] = last.dropLast(ending.count)
        }
        return words.isEmpty ? nil : words.joined(separator: " ")
    }
}
