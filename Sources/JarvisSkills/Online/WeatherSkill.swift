// SPDX-License-Identifier: GPL-3.0-or-later
// Reports the weather, now or on days to come, at a named place or the one in the settings.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct WeatherSkill: Skill {
    let help = CommandHelp(
        skill: "weather", title: "Weather",
        summary: "Tells you the weather, once you allow it.",
        examples: [
            "what's the weather", "will it rain tomorrow", "do i need an umbrella", "how cold is it in oslo",
        ], icon: "weather-few-clouds-symbolic")

    func limitation(_ services: SkillServices) async -> SkillLimitation? { OnlineService.weather.limitation(services) }

    var intents: [SkillIntent] {
        let place = "in {place:text}"
        return [
            SkillIntent(
                .asksOthers,
                [
                    "(what's|what is) the weather [like] [{day:day}]", "(what's|what is) the weather [like] \(place)",
                    "will it rain [{day:day}]", "is it going to rain [{day:day}]", "do i need an umbrella [{day:day}]",
                    "how (cold|warm|hot) is it outside", "how (cold|warm|hot) is it \(place)",
                    "(what's|what is) the weather forecast [for {day:day}]",
                ],
                typed: [
                    "[the] weather [{day:day}]", "[the] weather (in|for) {place:text}",
                    "[the] weather in {place:text} {day:day}",
                    "(what's|what is) the weather [like] \(place) {day:day}",
                    "(what's|what is) the weather [like] {day:day} \(place)", "(will|does) it (rain|snow) \(place)",
                    "will it (rain|snow) \(place) {day:day}", "is it (raining|snowing)",
                    "is it (raining|snowing) \(place)",
                    "is it going to rain \(place) [{day:day}]", "how (cold|warm|hot) will it be [{day:day}]",
                    "how (cold|warm|hot) will it be \(place) {day:day}", "(what's|what is) the temperature outside",
                    "\(Self.asking) [the|a] [\(Self.kind)] \(Self.noun) [be] [like] \(Self.lying) {where:text}",
                    "\(Self.asking) {where:text} (weather|weather forecast)",
                    "is it (raining|snowing|cloudy|sunny|windy|foggy|stormy|cold|warm|hot|cloudy or "
                        + "sunny) \(Self.lying) {where:text}",
                    "how (cold|warm|hot|windy|humid) (is|will) it [be|get] \(Self.lying) {where:text}",
                ], named: "weather", answer: Self.answer)
        ]
    }

    private static let asking =
        "(what is|what's|what are|how is|how's|tell me|tell me about|give me|give me info "
        + "on|show me|get me|read me|check|find|i need|what will)"
    private static let kind = "current|today's|tomorrow's|latest|local|daily|weekly|predicted|expected|extended"
    private static let noun =
        "(weather|forecast|weather report|weather forecast|weather conditions|weather "
        + "condition|weather update|conditions"
        + "|atmospheric conditions|climate|meteorological data)"
    private static let lying = "(in|for|at|near|around|over)"

    /// Handles the answer to "For which place?".
    func answerFollowUp(_ invocation: SkillInvocation) async throws -> SkillReply? {
        guard invocation.previousValues["asks"] == "place", let place = WeatherRequest.place(said: invocation.utterance)
        else { return nil }
        var request = WeatherRequest(values: invocation.previousValues)
        request.place = place
        request.keepsPlace = true
        return try await Self.ask(request, invocation)
    }

    private static func answer(_ invocation: SkillInvocation) async throws -> SkillReply {
        var request = WeatherRequest(invocation)
        if request.place.isEmpty { request.place = invocation.services.settings.current.online.place.trimmed }
        guard !request.place.isEmpty else {
            return SkillReply(
                "For which place? I'll remember it.", values: request.values.merging(["asks": "place"]) { $1 },
                followUp: .dictation)
        }
        return try await ask(request, invocation)
    }

    private static func ask(_ request: WeatherRequest, _ invocation: SkillInvocation) async throws -> SkillReply {
        let place = request.place
        var values = request.values
        values["place"] = place
        return try await OnlineQuestion(
            service: .weather, values: values
        ) { invocation, online in
            let report = try await online.weather(in: place)
            let age = OnlineQuestion.age(report.ageSeconds).map { "as of \($0), " } ?? ""
            let source = age + OnlineQuestion.source(online.servers(of: .weather))
            var reply = tell(request, report, source, invocation)
            if request.keepsPlace {
                let remark = try await OnlineAccess.change(invocation) { $0.place = place }
                if !remark.isEmpty { reply.clauses.append(remark) }
            }
            return reply
        }.answer(invocation)
    }

    private static func tell(
        _ request: WeatherRequest, _ report: WeatherReport, _ source: String, _ invocation: SkillInvocation
    ) -> SkillReply {
        let today = invocation.today
        let isNamed = request.place != invocation.services.settings.current.online.place
        let text = WeatherText(
            region: invocation.region, place: isNamed ? report.fullName : report.place, source: source)
        var values = [
            "place": report.place, "temperature": SpokenFormat.canonical(report.now.highestCelsius.rounded()),
        ]
        let days = request.days(from: today)
        guard let first = days.first else {
            return SkillReply(
                text.now(report.now, today: report.days.first?.conditions, request.aspect), values: values)
        }
        values["day"] = first.canonical
        guard first >= today else { return SkillReply("I only know the weather from today on.", values: values) }
        let known = days.compactMap { day in
            // The place may already be a day ahead and have no forecast for today.
            (report.days.first { $0.date == day.canonical } ?? (day == today ? report.days.first : nil)).map {
                (day, $0.conditions)
            }
        }
        guard let (day, conditions) = known.first else {
            return SkillReply(
                "\(source.capitalizedFirst), the forecast doesn't reach \(SpokenFormat.date(first)), only "
                    + "the next \(report.days.count) days.",
                values: values)
        }
        guard known.count > 1 else {
            return SkillReply(
                text.day(conditions, name(of: day, from: today, in: "on "), request.aspect), values: values)
        }
        let briefs = known.map { text.brief($0.1, name(of: $0.0, from: today, in: "").capitalizedFirst) }
        let opening = "\(source.capitalizedFirst), this is the forecast for \(text.place). "
        return SkillReply(opening + briefs.joined(separator: " "), values: values)
    }

    private static func name(of day: CivilDate, from today: CivilDate, in preposition: String) -> String {
        switch day.dayNumber - today.dayNumber {
        case 0: "today"
        case 1: "tomorrow"
        case 2...6: preposition + CalendarNames.weekdays[day.weekday - 1]
        default: preposition + SpokenFormat.date(day)
        }
    }
}

extension WeatherReport {
    /// "Oslo, Norway"
    fileprivate var fullName: String { country.isEmpty || country == place ? place : "\(place), \(country)" }
}
