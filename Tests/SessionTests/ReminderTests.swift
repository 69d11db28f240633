// SPDX-License-Identifier: GPL-3.0-or-later
// Timers ring and speak when due, survive a restart, and can be set by another process.

import JarvisConversationTesting
import JarvisPlatform
import Testing

struct ReminderTests {
    /// Waits for the timer's announcement and for its sound, and stops it.
    /// - Returns: the logged time at which it rang.
    @discardableResult
    private func expectRinging(_ stage: any ConversationStage, after index: Int) async throws -> Double {
        let saved = try await stage.event("saved", after: index) { $0["kind"]?.asText == "reminder" }
        let reminder = try #require(saved, "the timer rings")
        #expect(reminder.object["text"]?.asText?.contains("timer") ?? false, "\(reminder.object)")
        let begin = try await stage.event("playbackStarted", after: index) {
            ($0["t"]?.asDouble ?? 0) >= (reminder.object["t"]?.asDouble ?? 0) - 0.5
        }
        let from = try #require(begin, "it is heard")
        // The announcement has been spoken, and the timer keeps ringing.
        let on = try await stage.hear("heard", after: from.index) { ($0["clause"]?.asInteger ?? 0) >= 2 }
        #expect(on != nil)
        #expect(!stage.allEvents().contains { $0["event"]?.asText == "ringSettled" })
        try await stage.press(.escape)
        let end = try await stage.event("ringSettled", after: from.index) { $0["outcome"]?.asText == "stopped" }
        #expect(end != nil)
        #expect(try await stage.reminders { $0.isEmpty }.isEmpty, "nothing is left of it")
        return reminder.object["t"]?.asDouble ?? 0
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func aTypedTimerRingsAndSpeaksWhenItIsDue(on transport: Transport) async throws {
        let stage = try await transport.stage()
        try await stage.begin()
        let reply = try #require(try await stage.reply(to: "set a timer for five seconds"))
        #expect(reply.object["value.length"]?.asText == "5")
        _ = try await stage.hear("playbackFinished", after: reply.index)
        try await stage.pass(.seconds(5))
        let rung = try await expectRinging(stage, after: reply.index)
        #expect(rung - (reply.object["t"]?.asDouble ?? 0) > 4)
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func aTimerSurvivesARestart(on transport: Transport) async throws {
        let stage = try await transport.stage()
        try await stage.begin()
        _ = try #require(try await stage.reply(to: "set a timer for six seconds"))
        try await stage.close()
        let index = try await stage.begin()
        try await stage.pass(.seconds(6))
        try await expectRinging(stage, after: index)
        try await stage.close()
    }

    @Test(.timeLimit(.minutes(5)), arguments: Transport.all)
    func aTimerSetFromTheCommandLineRings(on transport: Transport) async throws {
        let stage = try await transport.stage()
        let index = try await stage.begin()
        #expect(try await stage.askElsewhere("set a timer for three seconds").contains("3 seconds"))
        try await stage.pass(.seconds(3))
        try await expectRinging(stage, after: index)
        try await stage.close()
    }
}
