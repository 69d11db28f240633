// SPDX-License-Identifier: GPL-3.0-or-later
// Wake word enrolment in the real window: by keyboard and virtual microphone, until the word works.

import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

extension RealTime {
    @Suite(.serialized)
    struct WakeLessonTests {
        private func step(_ program: JarvisProgram, _ name: String, after index: Int) async throws -> Int? {
            try await program.event("wakeLesson", after: index) { $0["step"]?.asText == name }?.index
        }

        /// Opens the settings and searches for wake word enrolment.
        private func goToEnrolment(_ program: JarvisProgram) async throws {
            try await program.press("ctrl+comma")
            try await program.press("t", "r", "a", "i", "n", "Return")
            for _ in 0..<25 {
                let focused = try await AccessibilityTree(of: program).nodes.first { $0.states.contains("focused") }
                if focused?.name == "Train the wake word: Start" { return }
            }
            Issue.record("the search never came to the lesson")
        }

        @Test(.timeLimit(.minutes(10))) func theEnrolledWakeWordWorksInTheOpenWindow() async throws {
            let program = try JarvisProgram()
            _ = try await program.run("config", "set", "wake.required", "true")
            var index = try await program.openAndWait()
            try await goToEnrolment(program)
            try await program.press("space")
            let clip = program.home.path + "/jarvis.wav"
            try await SpeakingVoice.flite("slt").speak("jarvis", into: clip)
            for number in 1...3 {
                index = try #require(try await step(program, "listening \(number)", after: index), "time \(number)")
                try await VirtualMicrophone.hear(clip)
            }
            index = try #require(try await step(program, "learned", after: index))
            let kept = ChildProcess.contents(of: program.home.path + "/config/jarvis/wake.json")
            #expect(kept.contains("\"phrase\": \"jarvis\""), "\(kept)")
            index = try #require(try await program.phase("listening", after: index), "the conversation goes on")
            try await program.press("Escape")
            let request = program.home.path + "/request.wav"
            try await SpeakingVoice.flite("slt").speak("jarvis, what time is it", into: request)
            try await VirtualMicrophone.hear(request)
            let reply = try await program.event("reply", after: index)
            #expect(reply?.object["skill"]?.asText == "time")
            program.expectHealthy()
            try await program.close()
        }

        @Test(.timeLimit(.minutes(10))) func closingTheSettingsEndsEnrolment() async throws {
            let program = try JarvisProgram()
            _ = try await program.run("config", "set", "wake.required", "true")
            var index = try await program.openAndWait()
            try await goToEnrolment(program)
            try await program.press("space")
            index = try #require(try await step(program, "listening 1", after: index))
            try await program.press("Escape")
            index = try #require(try await step(program, "resting", after: index))
            _ = try #require(try await program.phase("listening", after: index), "it waits for the wake word again")
            try await program.close()
        }
    }
}
