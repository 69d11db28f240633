// SPDX-License-Identifier: GPL-3.0-or-later
// An interrupted reply is stored only as far as the user heard it.

import JarvisConversationTesting
import JarvisPlatform
import JarvisTesting
import Testing

struct InterruptionTests {
    /// Asks for a long reply and listens until some words of it have been heard.
    private func speakAtLength(_ stage: any ConversationStage) async throws -> Int {
        let before = stage.allEvents().count
        // Wait for the whole reply before interrupting it.
        _ = try #require(try await stage.reply(to: "what can you do"))
        // Skip late reports about an earlier reply.
        let started = try #require(try await stage.event("playbackStarted", after: before))
        let heard = try await stage.hear("heard", after: started.index) { ($0["characters"]?.asInteger ?? 0) > 20 }
        return try #require(heard, "the reply is being heard").index
    }

    /// Expects the newest reply in the history to be the part of the whole reply that was heard.
    private func expectCutReply(_ stage: any ConversationStage, after index: Int) async throws {
        let saved = try await stage.event("saved", after: index) { $0["kind"]?.asText == "assistant" }
        let reply = try #require(try await stage.history().last)
        #expect(saved?.object["id"]?.asText == reply.id)
        #expect(reply.isCut)
        let whole = stage.allEvents().last { $0["event"]?.asText == "reply" }?["text"]?.asText ?? ""
        #expect(
            !reply.text.isEmpty && reply.text.count < whole.count && whole.hasPrefix(reply.text),
            "\(reply.text) of \(whole)")
    }

    @Test(
        .timeLimit(.minutes(5)), arguments: Transport.all,
        [(StageKey.space, "microphoneTapped"), (.escape, "cancelRequested")])
    func aKeyCutsTheReply(on transport: Transport, interrupt: (key: StageKey, event: String)) async throws {
        let stage = try await transport.stage()
        try await stage.begin()
        for _ in 1...3 {
            let index = try await speakAtLength(stage)
            try await stage.press(interrupt.key)
            #expect(try await stage.event(interrupt.event, after: index) != nil)
            try await expectCutReply(stage, after: index)
        }
        #expect(try await stage.reply(to: "what is two plus two")?.object["value.result"]?.asText == "4")
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all, [SpeakingVoice.flite("slt"), .flite("rms")])
    func theSpokenWordStopEndsTheReply(on transport: Transport, voice: SpeakingVoice) async throws {
        let stage = try await transport.stage(hearing: .sound)
        try await stage.begin()
        let index = try await speakAtLength(stage)
        try await stage.say("stop", by: voice)
        let end = try await stage.event("state", after: index) { $0["previous"]?.asText == "speaking" }
        #expect(end != nil, "\"stop\" by \(voice) is obeyed")
        try await expectCutReply(stage, after: index)
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func theNextQuestionCutsTheReply(on transport: Transport) async throws {
        let stage = try await transport.stage()
        try await stage.begin()
        let index = try await speakAtLength(stage)
        try await stage.ask("what is two plus two")
        let reply = try await stage.event("reply", after: index)
        #expect(reply?.object["value.result"]?.asText == "4")
        _ = try await stage.hear("playbackFinished", after: try #require(reply?.index))
        let saved = try await stage.event("saved", after: index) { $0["text"]?.asText == "2 + 2 is 4." }
        #expect(saved != nil)
        let kept = try await stage.history()
        #expect(kept.map(\.kind) == ["user", "assistant", "user", "assistant"], "\(kept)")
        #expect(kept.map(\.isCut) == [false, true, false, false], "\(kept)")
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func quittingMidReplyKeepsTheSpokenPart(on transport: Transport) async throws {
        let stage = try await transport.stage()
        try await stage.begin()
        _ = try await speakAtLength(stage)
        try await stage.close()
        let kept = try await stage.history()
        #expect(kept.map(\.kind) == ["user", "assistant"] && kept.last?.isCut == true, "\(kept)")
    }
}
