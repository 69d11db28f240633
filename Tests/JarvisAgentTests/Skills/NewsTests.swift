// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisControlTesting
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisAgent
@testable import JarvisSkills

/// The news as a whole, about a subject, of a section and from a source.
@Suite(.timeLimit(.minutes(10)))
struct NewsTests {
    private func rig() async throws -> AgentRig {
        let rig = AgentRig()
        try await rig.services.settings.update { $0.online[.news] = .on }.value
        rig.online.change {
            $0.headlines = Headlines(feeds: [
                .init(title: "The Daily", headlines: ["Council opens new bridge", "Storm warnings for the coast"]),
                .init(title: "Harbour Technology", headlines: ["A battery made of sand"]),
            ])
        }
        return rig
    }

    @Test(arguments: [
        "could you read me today's headlines", "what's new in the world", "are there any breaking news right now",
        "I'd like to hear the latest news please", "what's going on in the world today", "give me the top stories",
        "anything interesting in the news", "catch me up on the news", "what's the news in my town",
    ])
    func anyNewsIsAllOfIt(request: String) async throws {
        let answer = try await rig().ask(request)
        #expect(answer.skill == "news" && answer.values["count"] == "3", "\(answer)")
    }

    @Test(arguments: [
        ("any news about the bridge", "From The Daily: Council opens new bridge."),
        ("what are the latest headlines on storms", "From The Daily: Storm warnings for the coast."),
        ("show me the tech news", "From Harbour Technology: A battery made of sand."),
        (
            "read me the headlines from the daily",
            "From The Daily: Council opens new bridge. Storm warnings for the coast."
        ),
        ("give me the coast news", "From The Daily: Storm warnings for the coast."),
    ])
    func theNewsAboutSomethingIsChosenFromIt(request: String, reply: String) async throws {
        #expect(try await rig().ask(request).text == reply)
    }

    @Test func withoutAHeadlineAboutItTheOthersAreOffered() async throws {
        let rig = try await rig()
        let none = try await rig.ask("is there any news about volcanoes")
        #expect(none.text == "There's nothing about volcanoes in the headlines. Shall I read them anyway?")
        #expect(try await rig.ask("yes", isFollowUp: true).values["count"] == "3")
    }

    @Test(arguments: [
        "that's good news", "I've got bad news for you", "is it fake news", "let me tell you some sad news",
    ])
    func talkAboutNewsAsksForNone(text: String) async throws {
        #expect(try await rig().ask(text).skill != "news")
    }
}
