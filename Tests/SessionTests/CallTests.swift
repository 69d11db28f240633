// SPDX-License-Identifier: GPL-3.0-or-later
// Calls: starting one, answering an alarm that calls, and hanging up by voice or key.

import JarvisConversationTesting
import JarvisCore
import JarvisPlatform
import Testing

struct CallTests {
    private func call(_ status: String, after index: Int, on stage: any ConversationStage) async throws -> JSONObject? {
        try await stage.event("call", after: index) { $0["status"]?.asText == status }?.object
    }

    @Test(
        .timeLimit(.minutes(5)), arguments: Transport.all,
        [(StageKey.call, "active", "stopped"), (.escape, "ended", "stopped"), (.snooze, "ended", "snoozed")])
    func aCallFromAnAlarmCanBeAcceptedRejectedOrSnoozed(
        on transport: Transport, answer: (key: StageKey, status: String, outcome: String)
    ) async throws {
        let stage = try await transport.stage()
        let index = try await stage.begin()
        try await stage.add(.alarm, inSeconds: 1, "tea")
        try await stage.pass(.seconds(1))
        #expect(try await call("ringing", after: index, on: stage) != nil)
        try await stage.press(answer.key)
        #expect(try await call(answer.status, after: index, on: stage) != nil, "\(answer)")
        let settled = try await stage.event("ringSettled", after: index) { $0["outcome"]?.asText == answer.outcome }
        #expect(settled != nil, "\(answer)")
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func sayingHangUpEndsTheCall(on transport: Transport) async throws {
        let stage = try await transport.stage([("detection.mode", "push-to-talk")])
        let index = try await stage.begin()
        try await stage.press(.call)
        #expect(try await call("active", after: index, on: stage) != nil)
        _ = try await stage.phase("listening", after: index)
        try await stage.say("hang up")
        let end = try #require(try await call("ended", after: index, on: stage))
        #expect(end["ending"]?.asText == "farewell")
        #expect(try await stage.event("saved", after: index) { $0["kind"]?.asText == "call" } != nil)
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func theCallKeyHangsUp(on transport: Transport) async throws {
        let stage = try await transport.stage([("detection.mode", "push-to-talk")])
        let index = try await stage.begin()
        try await stage.press(.call)
        #expect(try await call("active", after: index, on: stage) != nil)
        _ = try await stage.phase("listening", after: index)
        try await stage.press(.call)
        #expect(try await call("ended", after: index, on: stage)?["ending"]?.asText == "hung-up")
        #expect(try await stage.event("saved", after: index) { $0["kind"]?.asText == "call" } != nil)
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func aCallListensAgainAfterEachAnswer(on transport: Transport) async throws {
        let stage = try await transport.stage([("detection.mode", "push-to-talk")])
        var index = try await stage.begin()
        try await stage.press(.call)
        for words in ["what time is it", "what day is it today"] {
            index = try #require(try await stage.hear(until: "listening", after: index))
            try await stage.say(words)
            index = try #require(try await stage.event("reply", after: index), "\(words)").index
        }
        index = try #require(try await stage.hear(until: "listening", after: index))
        let saved = try await stage.event("saved") { $0["text"]?.asText == "what day is it today" }
        #expect(saved != nil)
        let messages = try await stage.history().filter { $0.kind == "user" }.map(\.text)
        #expect(messages.count == 2, "\(messages)")
        try await stage.press(.call)
        #expect(try await call("ended", after: index, on: stage) != nil)
        #expect(try await stage.phase("idle", after: index) != nil)
        try await stage.close()
    }
}
