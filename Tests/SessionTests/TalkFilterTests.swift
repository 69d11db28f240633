// SPDX-License-Identifier: GPL-3.0-or-later
// Hands-free among people who talk: speech not meant for JARVIS is neither answered nor stored.

import JarvisConversationTesting
import JarvisPlatform
import Testing

struct TalkFilterTests {
    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func overheardSpeechIsNeitherAnsweredNorStored(on transport: Transport) async throws {
        let stage = try await transport.stage(hearing: .sound)
        var index = try await stage.begin()
        try await stage.say("the hogs were fed chopped corn and garbage")
        let dropped = try #require(try await stage.event("notAddressed", after: index), "it is not meant for JARVIS")
        index = try #require(try await stage.phase("listening", after: dropped.index))
        try await stage.say("what time is it")
        let reply = try #require(try await stage.event("reply", after: index))
        #expect(reply.object["skill"]?.asText == "time")
        _ = try await stage.hear("playbackFinished", after: index)
        #expect(try await stage.event("saved", after: index) { $0["kind"]?.asText == "assistant" } != nil)
        let kept = try await stage.history()
        #expect(!kept.contains { $0.text.contains("corn") } && kept.contains { $0.text.contains("time") }, "\(kept)")
        #expect(!stage.allEvents().contains { "\($0)".contains("corn") }, "the log of events is kept, too")
        let events = stage.allEvents().prefix(index)
        #expect(!events.contains { $0["event"]?.asText == "saved" || $0["event"]?.asText == "playbackStarted" })
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func everythingIsAnsweredWithTheTalkFilterOff(on transport: Transport) async throws {
        let stage = try await transport.stage([("conversation.talk-filter", "off")])
        let index = try await stage.begin()
        try await stage.say("the hogs were fed chopped corn and garbage")
        let reply = try #require(try await stage.event("reply", after: index))
        #expect(reply.object["skill"]?.asText == "" && reply.object["text"]?.asText?.isEmpty == false)
        try await stage.close()
    }
}
