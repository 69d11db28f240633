// SPDX-License-Identifier: GPL-3.0-or-later
// The first setup by voice alone: every command is understood the first time.

import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

extension RealTime {
    @Suite(.serialized)
    struct SetupByVoiceTests {
        private func page(_ program: JarvisProgram, _ name: String) async throws {
            let event = try await program.event("setup") {
                $0["page"]?.asText == name && $0["isFinished"]?.asFlag == false
            }
            _ = try #require(event, "page \(name)")
        }

        private func isShown(_ beginning: String, _ program: JarvisProgram) async throws -> Bool {
            try await AccessibilityTree(of: program).nodes.contains { $0.name.hasPrefix(beginning) }
        }

        /// Says something and waits for its effect.
        private func say(
            _ text: String, _ program: JarvisProgram, until isDone: () async throws -> Bool
        ) async throws {
            let clip = program.home.path + "/words.wav"
            try await SpeakingVoice.flite("rms").speak(text, into: clip)
            let before = program.allEvents().count
            try await VirtualMicrophone.hear(clip)
            let isUnderstood = try await eventually(isDone)
            try #require(isUnderstood, "\"\(text)\" is understood; what came: \(program.allEvents()[before...])")
        }

        /// Says something and waits for the page it leads to.
        private func say(_ text: String, _ program: JarvisProgram, leadsTo name: String) async throws {
            let before = program.allEvents().count
            try await say(text, program) {
                program.allEvents().dropFirst(before).contains {
                    $0["event"]?.asText == "setup" && $0["page"]?.asText == name
                }
            }
        }

        /// Waits until the voice has introduced itself, during which the setup doesn't listen.
        private func introduction(_ program: JarvisProgram, after skipping: Int) async throws {
            let began = try await program.event("setup-voice", after: skipping) { $0["isSounding"] == .flag(true) }
            let ended = try await program.event("setup-voice", after: try #require(began).index) {
                $0["isSounding"] == .flag(false)
            }
            #expect(ended != nil)
        }

        /// Contents of the settings file.
        private func settings(_ program: JarvisProgram) -> String {
            ChildProcess.contents(of: program.home.path + "/config/jarvis/settings.json")
        }

        @Test(.timeLimit(.minutes(10))) func voiceCommandsCompleteTheSetup() async throws {
            let program = try JarvisProgram(showsSetup: true)
            try await program.openAndWait()
            for name in ["welcome", "voice", "microphone"] {
                try await page(program, name)
                if name != "microphone" { try await program.press("Return") }
            }
            #expect(try await eventually { try await isShown("I don't hear anything", program) })
            try await say("the weather is nice today", program) {
                try await isShown("I heard: ", program)
            }
            let phases = program.allEvents().filter { $0["event"]?.asText == "state" }.map { $0["phase"]?.asText }
            #expect(!phases.contains("listening") && !phases.contains("recording"), "the conversation rests: \(phases)")
            var index = program.allEvents().count
            try await say("go back", program, leadsTo: "voice")
            try await introduction(program, after: index)
            index = program.allEvents().count
            try await say("slower", program) { settings(program).contains("\"voice.speed\"") }
            try await introduction(program, after: index)
            index = program.allEvents().count
            try await say("another voice", program) { settings(program).contains("\"voice.name\"") }
            try await introduction(program, after: index)
            try await say("go back", program, leadsTo: "welcome")
            index = program.allEvents().count
            try await say("next", program, leadsTo: "voice")
            try await introduction(program, after: index)
            try await say("next", program, leadsTo: "microphone")
            try await say("always", program) { !settings(program).contains("push-to-talk") }
            try await say("next", program, leadsTo: "access")
            try await say("skip", program, leadsTo: "you")
            try await say("next", program) {
                program.allEvents().contains { $0["event"]?.asText == "setup" && $0["isFinished"]?.asFlag == true }
            }
            #expect(try await program.command(["config", "get", "voice.speed"]).output != "1\n")
            program.expectHealthy()
            try await program.close()
        }
    }
}
