// SPDX-License-Identifier: GPL-3.0-or-later
// Timers that are paused, cancelled, snoozed or changed by another process ring exactly when they are due.

import JarvisConversationTesting
import JarvisCore
import JarvisPlatform
import Testing

struct TimerTests {
    private func text(_ request: String, on stage: any ConversationStage) async throws -> String {
        try await stage.reply(to: request)?.object["text"]?.asText ?? ""
    }

    /// Waits until this many reminders ring.
    private func ringing(_ count: Int64, after index: Int, on stage: any ConversationStage) async throws -> JSONObject?
    {
        try await stage.event("ringing", after: index) { $0["count"]?.asInteger == count }?.object
    }

    private func stop(_ stage: any ConversationStage) async throws {
        let index = stage.allEvents().count
        try await stage.press(.escape)
        #expect(try await stage.event("ringSettled", after: index) != nil)
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func aCancelledTimerDoesNotRing(on transport: Transport) async throws {
        let stage = try await transport.typedConversation()
        let index = stage.allEvents().count
        _ = try await text("set a pasta timer for four seconds", on: stage)
        #expect(try await text("cancel the pasta timer", on: stage).contains("cancel"))
        _ = try await text("set a rice timer for six seconds", on: stage)
        try await stage.pass(.seconds(6))
        #expect(try await ringing(1, after: index, on: stage) != nil)
        try await stop(stage)
        #expect(try await stage.event("saved", after: index) { $0["kind"]?.asText == "reminder" } != nil)
        let told = try await stage.history().filter { $0.kind == "reminder" }.map(\.text)
        #expect(told.count == 1 && told[0].contains("rice"), "\(told)")
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func aPausedTimerRingsOnlyAfterItIsResumed(on transport: Transport) async throws {
        let stage = try await transport.typedConversation()
        let index = stage.allEvents().count
        _ = try await text("set a pasta timer for five seconds", on: stage)
        #expect(try await text("pause the pasta timer", on: stage).contains("paused"))
        _ = try await text("set a rice timer for six seconds", on: stage)
        try await stage.pass(.seconds(6))
        #expect(try await ringing(1, after: index, on: stage) != nil)
        try await stop(stage)
        #expect(try await stage.reminders { $0.count == 1 }.map(\.label) == ["pasta"])
        let resumed = stage.allEvents().count
        #expect(try await text("resume the pasta timer", on: stage).contains("running again"))
        try await stage.pass(.seconds(5))
        #expect(try await ringing(1, after: resumed, on: stage) != nil)
        try await stop(stage)
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func aSnoozedAlarmRingsAgain(on transport: Transport) async throws {
        let stage = try await transport.stage()
        let index = try await stage.begin()
        try await stage.add(.alarm, inSeconds: 1, "tea")
        try await stage.pass(.seconds(1))
        #expect(try await ringing(1, after: index, on: stage) != nil)
        let reply = try #require(try await stage.reply(to: "snooze for ten seconds"))
        #expect(reply.object["value.length"]?.asText == "10", "\(reply.object)")
        // Until the conversation knows of it, the first ring may go on after the reply.
        let ended = try #require(try await stage.event("ringEnded", after: index))
        _ = try await stage.hear("playbackFinished", after: reply.index)
        #expect(try await stage.reminders { $0.first?.isRinging == false }.count == 1)
        try await stage.pass(.seconds(10))
        #expect(try await ringing(1, after: ended.index, on: stage) != nil)
        try await stop(stage)
        #expect(try await stage.reminders { $0.isEmpty }.isEmpty)
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func aReminderIsAnnouncedInTheUsersWords(on transport: Transport) async throws {
        let stage = try await transport.stage()
        let index = try await stage.begin()
        _ = try await text("remind me to check the oven in four seconds", on: stage)
        try await stage.pass(.seconds(4))
        let ringing = try #require(try await stage.event("ringing", after: index))
        let saved = try await stage.event("saved", after: index) { $0["kind"]?.asText == "reminder" }
        #expect(saved?.object["text"]?.asText?.contains("check the oven") == true)
        _ = try await stage.hear("heard", after: ringing.index) { ($0["characters"]?.asInteger ?? 0) >= 20 }
        try await stop(stage)
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func aTimerCancelledByAnotherProcessIsGone(on transport: Transport) async throws {
        let stage = try await transport.typedConversation()
        _ = try await text("set a pizza timer for ten minutes", on: stage)
        let pending = try await stage.event("pending") { $0["count"]?.asInteger == 1 }
        let gone = try await stage.askElsewhere("cancel my timer")
        #expect(gone.contains("cancel"), "\(gone)")
        #expect(try await stage.event("pending", after: pending?.index ?? 0) { $0["count"]?.asInteger == 0 } != nil)
        #expect(try await text("how much time is left", on: stage).contains("no timer"))
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func undoRestoresACancelledTimerWithItsName(on transport: Transport) async throws {
        let stage = try await transport.typedConversation()
        _ = try await text("set a pizza timer for ten minutes", on: stage)
        _ = try await text("cancel the pizza timer", on: stage)
        #expect(try await stage.reminders().isEmpty)
        _ = try await text("undo", on: stage)
        #expect(try await stage.reminders().map(\.label) == ["pizza"])
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func aTimerDueDuringAReplyRingsAfterIt(on transport: Transport) async throws {
        let stage = try await transport.stage()
        let index = try await stage.begin()
        let reply = try #require(try await stage.reply(to: "what can you do"))
        _ = try #require(try await stage.hear("heard", after: reply.index))
        try await stage.add(.timer, inSeconds: 1, "tea")
        let ringing = try #require(try await stage.hear("ringing", after: index))
        let finished = try #require(try await stage.event("playbackFinished", after: reply.index))
        #expect(finished.index < ringing.index, "it rings in the gap after the reply")
        let kept = try await stage.event("saved", after: index) {
            $0["kind"]?.asText == "assistant" && $0["isCut"] == .flag(false)
        }
        #expect(kept != nil, "the reply is heard to its end")
        try await stop(stage)
        try await stage.close()
    }
}
