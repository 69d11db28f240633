// SPDX-License-Identifier: GPL-3.0-or-later
// Push-to-talk and muting.

import JarvisConversationTesting
import JarvisPlatform
import Testing

struct PushToTalkTests {
    private static let mode = [(key: "detection.mode", value: "push-to-talk")]

    private func count(_ name: String, on stage: any ConversationStage) -> Int {
        stage.allEvents().count { $0["event"]?.asText == name }
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func aTapRecordsOneUtteranceAndGoesIdle(on transport: Transport) async throws {
        let stage = try await transport.stage(Self.mode)
        let index = try await stage.begin()
        try await stage.press(.space)
        _ = try #require(try await stage.phase("recording", after: index))
        try await stage.say("what time is it")
        try await stage.press(.space)
        let reply = try #require(try await stage.event("reply", after: index))
        #expect(reply.object["skill"]?.asText == "time")
        #expect(try await stage.hear(until: "idle", after: reply.index) != nil)
        #expect(count("speechStarted", on: stage) == 1)
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func aCancelledTapSendsNothing(on transport: Transport) async throws {
        let stage = try await transport.stage(Self.mode)
        var index = try await stage.begin()
        try await stage.press(.space)
        index = try #require(try await stage.phase("recording", after: index))
        try await stage.press(.escape)
        #expect(try await stage.phase("idle", after: index) != nil)
        #expect(try await stage.reply(to: "what is two plus two")?.object["value.result"]?.asText == "4")
        #expect(count("transcript", on: stage) == 0)
        #expect(try await stage.event("saved", after: index) { $0["kind"]?.asText == "user" } != nil)
        #expect(try await stage.history().map(\.text).first == "what is two plus two")
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func aModeChangedElsewhereOpensAndClosesTheMicrophone(on transport: Transport) async throws {
        let stage = try await transport.stage()
        try await stage.begin()
        var index = try #require(try await stage.phase("listening"))
        try await stage.set("detection.mode", "push-to-talk")
        index = try #require(try await stage.phase("idle", after: index))
        try await stage.set("detection.mode", "auto")
        index = try #require(try await stage.phase("listening", after: index))
        try await stage.say("what time is it")
        #expect(try await stage.event("reply", after: index)?.object["skill"]?.asText == "time")
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func speechWhileMutedIsNotHeard(on transport: Transport) async throws {
        let stage = try await transport.stage()
        try await stage.begin()
        var index = try #require(try await stage.phase("listening"))
        try await stage.press(.mute)
        let muted = try await stage.event("muted", after: index) { $0["isMuted"] == .flag(true) }
        index = try #require(muted).index
        try await stage.say("what day is it today")
        try await stage.press(.mute)
        let open = try await stage.event("muted", after: index) { $0["isMuted"] == .flag(false) }
        index = try #require(open).index
        try await stage.say("what time is it")
        #expect(try await stage.event("reply", after: index)?.object["skill"]?.asText == "time")
        // The words are logged once it is known that they were meant for JARVIS.
        #expect(try await stage.event("transcript", after: index) != nil)
        #expect(count("transcript", on: stage) == 1)
        try await stage.close()
    }
}
