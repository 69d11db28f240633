// SPDX-License-Identifier: GPL-3.0-or-later
// Interrupting speech: silence at once, and a history of only what was heard.

import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

extension RealTime {
    @Suite(.serialized)
    struct InterruptionTests {
        /// Asks for a long reply and waits until some of it has been heard.
        private func speakAtLength(_ program: JarvisProgram) async throws -> Int {
            let before = program.allEvents().count
            try await program.ask("what can you do")
            let heard = try await program.event("heard", after: before) { ($0["characters"]?.asInteger ?? 0) > 20 }
            return try #require(heard, "the reply is being heard").index
        }

        /// Expects the newest reply in the history to be the beginning of the full reply, up to what was heard.
        private func expectCutReply(_ program: JarvisProgram, after index: Int) async throws {
            let saved = try await program.event("saved", after: index) { $0["kind"]?.asText == "assistant" }
            let reply = try #require(try await program.history().last)
            #expect(saved?.object["id"]?.asText == reply["id"]?.asText)
            #expect(reply["isCut"] == .flag(true))
            let whole = program.allEvents().last { $0["event"]?.asText == "reply" }?["text"]?.asText ?? ""
            let text = reply["text"]?.asText ?? ""
            #expect(!text.isEmpty && text.count < whole.count && whole.hasPrefix(text), "\(text) of \(whole)")
        }

        @Test(.timeLimit(.minutes(10)), arguments: [("space", "microphoneTapped"), ("Escape", "cancelRequested")])
        func keysSilenceTheReply(key: String, interrupt: String) async throws {
            let program = try JarvisProgram()
            try await program.openAndWait()
            let recording = try await SpeakerRecording()
            let index = try await speakAtLength(program)
            try await program.press(key)
            let event = try #require(try await program.event(interrupt, after: index)?.object)
            try await expectCutReply(program, after: index)
            let at = try #require(event["t"]?.asDouble)
            let sound = recording.stop()
            #expect(sound.isAudible(from: at - 1, to: at), "it was speaking when it was interrupted")
            // The delay is only printed, because it is longer on a busy machine.
            let last = (sound.lastSound ?? at) - at
            print("silent \(Int(last * 1000)) ms after \(interrupt)")
            #expect(!sound.isAudible(from: at + 2, to: at + 60), "it is silent long before the reply's end")
            try await program.answersATypedQuestion()
            program.expectHealthy()
            try await program.close()
        }

        @Test(.timeLimit(.minutes(10))) func sayingStopEndsTheReply() async throws {
            let program = try JarvisProgram()
            let clip = program.home.path + "/stop.wav"
            try await SpeakingVoice.flite("slt").speak("stop", into: clip)
            try await program.openAndWait()
            let index = try await speakAtLength(program)
            let recording = try await SpeakerRecording()
            try await VirtualMicrophone.hear(clip)
            let end = try await program.event("state", after: index, within: .seconds(60)) {
                $0["previous"]?.asText == "speaking"
            }
            let at = try #require(end?.object["t"]?.asDouble, "\"stop\" is obeyed")
            try await expectCutReply(program, after: index)
            #expect(!recording.stop().isAudible(from: at + 0.5, to: at + 60))
            program.expectHealthy()
            try await program.close()
        }
    }
}
