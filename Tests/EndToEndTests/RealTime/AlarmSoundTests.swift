// SPDX-License-Identifier: GPL-3.0-or-later
// The sound of an alarm: until a key answers it, and not for long after.

import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

extension RealTime {
    @Suite(.serialized)
    struct AlarmSoundTests {
        @Test(.timeLimit(.minutes(10)), arguments: [("Escape", "stopped"), ("s", "snoozed")])
        func keysSilenceTheAlarm(key: String, outcome: String) async throws {
            let program = try JarvisProgram()
            let recording = try await SpeakerRecording()
            var index = try await program.openAndWait()
            let added = try await program.command(["reminders", "add", "alarm", "1s", "tea", "--json"])
            #expect(added.status == 0, "\(added.errors)")
            index = try #require(try await program.event("ringing", after: index), "it rings").index
            let begin = try #require(try await program.event("playbackStarted", after: index)?.object["t"]?.asDouble)
            // After three pieces of sound, it still rings.
            _ = try await program.event("heard", after: index) { ($0["clause"]?.asInteger ?? 0) >= 3 }
            #expect(program.allEvents().allSatisfy { $0["event"]?.asText != "ringSettled" })
            try await program.press(key)
            let end = try await program.event("ringSettled", after: index) { $0["outcome"]?.asText == outcome }
            let answer = try #require(end, "\(key)").object
            let at = try #require(answer["t"]?.asDouble)
            _ = try await program.phase("listening", after: index)
            let sound = recording.stop()
            #expect(sound.isAudible(from: begin, to: begin + 1) && sound.isAudible(from: at - 3, to: at))
            #expect(!sound.isAudible(from: at + 0.5, to: at + 60), "it is silent")
            program.expectHealthy()
            try await program.close()
        }
    }
}
