// SPDX-License-Identifier: GPL-3.0-or-later
// A timer rings and speaks out of the speaker when it is due.

import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct ReminderTests {
    /// Waits for the timer's announcement and for its sound, and stops it.
    private func expectRinging(_ program: JarvisProgram, after index: Int, _ recording: SpeakerRecording) async throws {
        let saved = try await program.event("saved", after: index) { $0["kind"]?.asText == "reminder" }
        let reminder = try #require(saved, "the timer rings")
        #expect(reminder.object["text"]?.asText?.contains("timer") ?? false, "\(reminder.object)")
        let begin = try await program.event("playbackStarted", after: index) {
            ($0["t"]?.asDouble ?? 0) >= (reminder.object["t"]?.asDouble ?? 0) - 0.5
        }
        let from = try #require(begin, "it is heard")
        // Its words have been said, and it rings on.
        _ = try await program.event("heard", after: from.index) { ($0["clause"]?.asInteger ?? 0) >= 2 }
        try await program.press("Escape")
        let end = try await program.event("ringSettled", after: from.index) { $0["outcome"]?.asText == "stopped" }
        let to = try #require(end?.object["t"]?.asDouble)
        #expect(recording.stop().isAudible(from: from.object["t"]?.asDouble ?? to, to: to))
    }

    @Test(.timeLimit(.minutes(3))) func aTypedTimerRingsAndSpeaksWhenItIsDue() async throws {
        let program = try JarvisProgram()
        let index = try await program.openAndWait()
        try await program.ask("set a timer for five seconds")
        let reply = try #require(try await program.event("reply", after: index))
        #expect(reply.object["value.length"]?.asText == "5")
        let recording = try await SpeakerRecording()
        try await expectRinging(program, after: reply.index, recording)
        let rung = program.allEvents().last { $0["event"]?.asText == "saved" }?["t"]?.asDouble ?? 0
        let after = rung - (reply.object["t"]?.asDouble ?? 0)
        #expect(after > 4 && after < 7, "it rang \(after) s later")
        program.expectHealthy()
        try await program.close()
    }

}
