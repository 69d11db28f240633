// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisControlTesting
import JarvisSpokenText
import JarvisTesting
import Testing

@testable import JarvisAgent
@testable import JarvisSkills

/// Weather, encyclopaedia, translation and news, at 09:30 on Monday, 5 January 2026.
@Suite(.timeLimit(.minutes(10)))
struct OnlineDialogueTests {
    private static let requests: [(text: String, service: OnlineService, skill: String)] = [
        ("what's the weather in oslo", .weather, "weather"),
        ("look up ada lovelace on wikipedia", .encyclopedia, "encyclopedia"),
        ("translate good morning into french", .translation, "translation"),
        ("read the headlines", .news, "news"),
    ]

    /// A rig whose user has agreed to everything and lives in Oslo.
    private func agreedRig(region: Region = Region(environment: ["LANG": "en_GB.UTF-8"])) async throws -> AgentRig {
        let rig = AgentRig(region: region)
        try await rig.services.settings.update { settings in
            for service in OnlineService.allCases { settings.online[service] = .on }
            settings.online.place = "Oslo"
        }.value
        return rig
    }

    // MARK: Kept answers

    @Test func theAgeOfAKeptAnswerIsTold() async throws {
        let rig = try await agreedRig()
        rig.online.change {
            $0.weather?.ageSeconds = 1_210
            $0.headlines.ageSeconds = 3 * 3_600
            $0.article?.ageSeconds = 2 * 86_400
        }
        #expect(try await rig.ask("what's the weather").text.contains("s of 20 minutes ago, according to Open-Meteo"))
        #expect(try await rig.ask("read the headlines").text.contains(", 3 hours ago: "))
        #expect(try await rig.ask("look up ada lovelace on wikipedia").text.contains("From Wikipedia, 2 days ago: "))
        rig.online.change { $0.weather?.ageSeconds = 60 }
        #expect(try await rig.ask("what's the weather").text.contains(" ago") == false)
    }

    // MARK: Consent

    @Test func nothingIsSentUntilTheUserHasAgreedOnce() async throws {
        for (text, service, skill) in Self.requests {
            let rig = AgentRig()
            let question = try await rig.ask(text)
            #expect(question.skill == skill && question.text.hasPrefix("Can I "), "\(question.text)")
            #expect(question.text.hasSuffix(" is sent.") && question.summary.followUp == .dictation)
            #expect(rig.online.questions == [] && rig.services.settings.current.online[service] == .ask)
            let answer = try await rig.ask("yes please", isFollowUp: true)
            #expect(answer.skill == skill && rig.online.questions.count == 1, "\(answer.text)")
            for other in OnlineService.allCases {
                #expect(rig.services.settings.current.online[other] == (other == service ? .on : .ask))
            }
            #expect(try await !rig.ask(text).text.contains("Can I") && rig.online.questions.count == 2)
        }
    }

    @Test func aNoIsRememberedAndSaysHowToChangeIt() async throws {
        for (text, service, skill) in Self.requests {
            let rig = AgentRig()
            try await rig.ask(text)
            let refused = try await rig.ask("no thanks", isFollowUp: true)
            let hint = "If you change your mind, say \"use the internet for \(service.spokenName)\"."
            #expect(refused.skill == skill && refused.text == "OK, I won't. \(hint)", "\(refused.text)")
            #expect(rig.services.settings.current.online[service] == .off)
            let again = try await rig.ask(text)
            #expect(again.text.contains("internet is off") && again.summary.followUp == .none)
            #expect(rig.online.questions == [])
            // The phrase that the reply suggests works.
            let phrase = try #require(again.text.split(separator: "\"").dropFirst().first.map(String.init))
            #expect(try await rig.ask(phrase).text.hasPrefix("OK, I'll use"))
            #expect(rig.services.settings.current.online[service] == .on)
            #expect(try await rig.ask(text).skill == skill && rig.online.questions.count == 1)
        }
    }

    @Test func anotherRequestInsteadOfAnAnswerAllowsNothing() async throws {
        let rig = AgentRig()
        try await rig.ask("what's the weather in oslo")
        #expect(try await rig.ask("what time is it", isFollowUp: true).skill == "time")
        #expect(rig.services.settings.current.online.weather == .ask)
        try await rig.ask("yes")
        #expect(rig.online.questions == [] && rig.services.settings.current.online.weather == .ask)
    }

    @Test func aDoubtfulAnswerIsAskedForAgain() async throws {
        for answer in ["yes", "no"] {
            let rig = AgentRig()
            let question = try await rig.ask("what's the weather in oslo").text
            let again = try await rig.hear(answer, confidence: 0.1, isFollowUp: true)
            #expect(again.text == "Sorry, I didn't catch that. " + question)
            #expect(rig.online.questions == [] && rig.services.settings.current.online.weather == .ask)
        }
    }

    @Test func permissionsAreReportedAndCanBeWithdrawn() async throws {
        let rig = try await agreedRig()
        let told = try await rig.ask("what do you use the internet for").text
        #expect(told.contains("the weather (Open-Meteo)") && told.contains("encyclopaedia articles (Wikipedia)"))
        let one = try await rig.ask("stop using the internet for wikipedia")
        #expect(one.skill == "online" && rig.services.settings.current.online.encyclopedia == .off)
        #expect(rig.services.settings.current.online.weather == .on)
        try await rig.ask("undo that")
        #expect(rig.services.settings.current.online.encyclopedia == .on)
        try await rig.ask("stop using the internet")
        for service in OnlineService.allCases { #expect(rig.services.settings.current.online[service] == .off) }
        for (text, _, _) in Self.requests { try await rig.ask(text) }
        #expect(rig.online.questions == [])
    }

    @Test func missingServersAreReported() async throws {
        let rig = AgentRig()
        rig.online.change { $0.servers = [:] }
        #expect(try await rig.ask("read the headlines").text.contains("in Settings"))
        let translation = try await rig.ask("translate good morning into french").text
        #expect(translation.contains("in Settings"))
        #expect(rig.online.questions == [])
    }

    // MARK: Answers

    @Test(arguments: [
        (
            "what's the weather",
            "According to Open-Meteo, it's −3 °C in Oslo, with an overcast sky. Today will be −6 "
                + "to −1 °C and a 10% chance of "
                + "rain.",
            "According to Open-Meteo, it's minus 3 degrees celsius in Oslo, with an overcast sky. "
                + "Today will be minus 6 to "
                + "minus 1 degree celsius and a 10 percent chance of rain."
        ),
        (
            "will it rain tomorrow",
            "According to Open-Meteo, rain is likely in Oslo tomorrow, with a chance of 80% and about 5 mm.",
            "According to Open-Meteo, rain is likely in Oslo tomorrow, with a chance of 80 "
                + "percent and about 5 millimeters."
        ),
        (
            "do I need an umbrella",
            "You won't need an umbrella: according to Open-Meteo, rain is unlikely in Oslo today, "
                + "with a chance of 10%.",
            "You won't need an umbrella: according to Open-Meteo, rain is unlikely in Oslo today, "
                + "with a chance of 10 percent."
        ),
        (
            "is it windy", "According to Open-Meteo, the wind in Oslo is 7 mph. Today it reaches 19 mph.",
            "According to Open-Meteo, the wind in Oslo is 7 miles per hour. Today it reaches 19 miles per hour."
        ),
        (
            "look up ada lovelace on wikipedia",
            "From Wikipedia: Augusta Ada King, Countess of Lovelace, was an English mathematician. She worked on the "
                + "Analytical Engine. She was the first to see more in it than a calculator.", ""
        ),
        (
            "translate good morning into french",
            "According to translate.example.org, \"good morning\" is \"bonjour\" in French.",
            "According to translate dot example dot org, good morning is bonjour in French."
        ),
        (
            "what's in the news",
            "From The Daily (news.example.org): Council opens new bridge. Is it the end of winter?",
            "From The Daily (news dot example dot org): Council opens new bridge. Is it the end of winter?"
        ),
    ]) func answersNameTheirSource(request: String, shown: String, spoken: String) async throws {
        let answer = try await agreedRig().ask(request)
        #expect(answer.text == shown)
        let said = answer.clauses.map { SpeakableText($0).spoken }.joined(separator: " ")
        #expect(said == (spoken.isEmpty ? shown : spoken))
    }

    @Test(
        arguments: [
            ("en_US", "what's the weather", "it's 26 °F in Oslo"), ("en_US", "is it windy", "wind in Oslo is 7 mph"),
            ("en_US", "will it rain tomorrow", "about 0.2 inches"),
            ("de_DE", "what's the weather", "it's −3 °C in Oslo"),
            ("de_DE", "is it windy", "wind in Oslo is 12 km/h"), ("en_GB", "what's the weather", "it's −3 °C in Oslo"),
        ] as [(String, String, String)])
    func unitsFollowTheRegion(locale: String, request: String, part: String) async throws {
        let rig = try await agreedRig(region: Region(environment: ["LANG": locale + ".UTF-8"]))
        let text = try await rig.ask(request).text
        #expect(text.contains(part), "\(text)")
    }

    @Test func theHistoryKeepsTheWrittenForm() async throws {
        let rig = try await agreedRig()
        try await rig.ask("what's the weather")
        #expect(rig.history.messages.last?.text.contains("−3 °C") == true)
    }

    // MARK: The place

    @Test func thePlaceIsAskedForOnce() async throws {
        let rig = AgentRig()
        #expect(try await rig.ask("what's the weather").text.hasPrefix("For which place?"))
        let consent = try await rig.ask("Oslo", isFollowUp: true)
        #expect(consent.skill == "weather" && consent.text.hasPrefix("Can I get the weather from Open-Meteo?"))
        let answer = try await rig.ask("yes", isFollowUp: true)
        #expect(answer.text.contains("in Oslo") && rig.services.settings.current.online.place == "Oslo")
        #expect(try await rig.ask("will it rain tomorrow").text.contains("rain is likely in Oslo"))
        #expect(rig.online.questions == ["weather Oslo", "weather Oslo"])
    }

    @Test func aPlaceInARequestDoesNotBecomeTheDefault() async throws {
        let rig = try await agreedRig()
        try await rig.ask("what's the weather in san francisco tomorrow")
        #expect(
            rig.online.questions == ["weather San Francisco"] && rig.services.settings.current.online.place == "Oslo")
    }

    @Test func anUnknownPlaceIsNotSaved() async throws {
        let rig = AgentRig()
        rig.online.change { $0.weather = nil }
        try await rig.ask("what's the weather")
        try await rig.ask("xyzzy", isFollowUp: true)
        #expect(try await rig.ask("yes", isFollowUp: true).text.contains("couldn't find \"Xyzzy\""))
        #expect(rig.services.settings.current.online.place == "")
    }

    // MARK: Failures

    @Test(arguments: [OnlineFailure.offline(server: "S"), .slow(server: "S"), .broken(server: "S")])
    func transientFailuresOfferARetry(failure: OnlineFailure) async throws {
        let rig = try await agreedRig()
        rig.online.change { $0.failure = failure }
        for (text, _, skill) in Self.requests {
            let answer = try await rig.ask(text)
            #expect(answer.skill == skill && answer.text.hasSuffix(" Try again?"), "\(answer.text)")
            #expect(!answer.text.contains("offline,") && answer.text.contains("S"))
        }
        #expect(try await rig.ask("no", isFollowUp: true).text == "All right, I won't.")
        try await rig.ask("what's the weather")
        rig.online.change { $0.failure = nil }
        #expect(try await rig.ask("yes", isFollowUp: true).text.contains("−3 °C"))
        // None of this needs a network.
        rig.online.change { $0.failure = failure }
        for text in [
            "what time is it", "what is twelve times four", "define serendipity", "add milk to my shopping list",
        ] {
            let answer = try await rig.ask(text)
            #expect(!answer.text.contains("offline") && answer.skill != "none", "\(answer.text)")
        }
    }

    @Test func permanentFailuresAreExplainedWithoutARetry() async throws {
        let rig = try await agreedRig()
        for failure: OnlineFailure in [.closed(server: "S"), .unexpected(server: "S"), .tooLarge(server: "S")] {
            rig.online.change { $0.failure = failure }
            let answer = try await rig.ask("what's the weather")
            #expect(answer.text == failure.explained(to: .window).text && answer.summary.followUp == .none)
        }
    }

    /// A request that cannot be taken back is not sent while the speaker may continue.
    @Test func onlineRequestsAreNotPreparedInAdvance() async throws {
        let rig = try await agreedRig()
        try await rig.ask("what time is it")
        for (text, _, _) in Self.requests {
            let request = AgentRequest(turn: TurnID(rawValue: 900), text: text, source: .voice, context: [])
            #expect(!rig.agent.canPrepare(request))
        }
    }
}
