// SPDX-License-Identifier: GPL-3.0-or-later
// Devices that change during a conversation: utterances and replies continue, or end with what was captured.

import JarvisPlatform
import JarvisProgramTesting
import JarvisSpeechTesting
import JarvisTesting
import Testing

extension RealTime {
    @Suite(.serialized)
    struct SoundChangeTests {
        private func clip(_ text: String, for program: JarvisProgram) async throws -> String {
            let clip = program.home.path + "/clip.wav"
            try await SpeakingVoice.flite("slt").speak(text, into: clip)
            return clip
        }

        private func open(
            _ server: SoundServer, settings: [(key: String, value: String)] = []
        ) async throws -> (program: JarvisProgram, index: Int) {
            let program = try JarvisProgram(environment: server.environment)
            for (key, value) in settings {
                #expect(try await program.command(["config", "set", key, value]).status == 0)
            }
            return (program, try await program.openAndWait())
        }

        /// Asks the window for the time by voice and expects the answer.
        private func expectToHear(_ server: SoundServer, _ program: JarvisProgram) async throws {
            let index = program.allEvents().count
            let spoken = try server.play(try await clip("what time is it", for: program))
            let reply = try await program.event("reply", after: index)
            #expect(reply?.object["skill"]?.asText == "time", "it hears")
            _ = try await spoken.exit(within: .seconds(60))
            #expect(try await program.phase("listening", after: reply?.index ?? index) != nil)
        }

        /// Speaks, changes the devices midway, and expects the whole utterance to be understood.
        private func expectWholeUtterance(
            _ server: SoundServer, _ program: JarvisProgram, from index: Int, by change: () async throws -> Void
        ) async throws {
            let clip = try await clip("set a timer for twenty five minutes", for: program)
            let spoken = try server.play(clip)
            _ = try #require(try await program.phase("recording", after: index))
            try await change()
            let reply = try await program.event("reply", after: index)
            let heard = program.allEvents().last { $0["event"]?.asText == "transcript" }?["text"]?.asText
            #expect(reply?.object["skill"]?.asText == "timer", "it heard \"\(heard ?? "")\"")
            #expect(reply?.object["value.length"]?.asText == "1500", "it heard \"\(heard ?? "")\"")
            _ = try await spoken.exit(within: .seconds(60))
            #expect(try Containment.holds(clip: clip, in: Containment.samples(await program.utterance(1))))
            #expect(!program.allEvents()[index...].contains { $0["event"]?.asText == "banner" }, "nothing was wrong")
        }

        @Test(.timeLimit(.minutes(10))) func aServerCrashWhileRecordingKeepsTheUtterance() async throws {
            let server = try await SoundServer()
            let (program, start) = try await open(server, settings: [("detection.mode", "push-to-talk")])
            try await program.press("space")
            _ = try #require(try await program.event("microphone", after: start), "the microphone opens")
            let spoken = try server.play(try await clip("what time is it", for: program))
            #expect(try await spoken.exit(within: .seconds(60)) == 0)
            _ = try #require(try await program.event("speechStarted", after: start))
            server.stop()
            #expect(try await program.banner("sound server", after: start) != nil, "the loss is told")
            let reply = try await program.event("reply", after: start)
            #expect(reply?.object["skill"]?.asText == "time", "what was said until then is answered")
            #expect(try await program.phase("idle", after: reply?.index ?? 0) != nil)
            try await server.start()
            program.expectHealthy()
            try await program.close()
        }

        @Test(.timeLimit(.minutes(10))) func aServerRestartAtRestIsNotReported() async throws {
            let server = try await SoundServer()
            let (program, start) = try await open(server, settings: [("detection.mode", "push-to-talk")])
            server.stop()
            try await server.start()
            #expect(try await server.recordsNothing(), "at rest the microphone is closed")
            try await program.press("space")
            _ = try #require(try await program.event("microphone", after: start), "the microphone opens")
            #expect(try await server.recordingStreamCount() == 1)
            let spoken = try server.play(try await clip("what time is it", for: program))
            #expect(try await spoken.exit(within: .seconds(60)) == 0)
            try await program.press("space")
            #expect(try await program.event("reply", after: start)?.object["skill"]?.asText == "time")
            #expect(try await server.recordsNothing(), "the microphone is closed again")
            #expect(!program.allEvents().contains { $0["event"]?.asText == "banner" })
            program.expectHealthy()
            try await program.close()
        }

        @Test(.timeLimit(.minutes(10))) func listeningResumesAfterTheServerHangs() async throws {
            let server = try await SoundServer()
            let (program, start) = try await open(server)
            _ = try #require(try await program.event("microphone"))
            server.hang()
            let told = try #require(try await program.banner("sound server", after: start), "the loss is told")
            server.resume()
            #expect(try await program.phase("listening", after: told) != nil, "it listens again by itself")
            try await expectToHear(server, program)
            program.expectHealthy()
            try await program.close()
        }

        @Test(.timeLimit(.minutes(10))) func anUtteranceContinuesOnANewDefaultMicrophone() async throws {
            let server = try await SoundServer(.pairs)
            let (program, _) = try await open(server, settings: [("voice.speed", "2")])
            let index = try #require(try await program.event("microphone")).index
            try await expectWholeUtterance(server, program, from: index) {
                try await server.control("set-default-source", "second")
            }
            #expect(program.allEvents().count { $0["event"]?.asText == "microphone" } == 2)
            program.expectHealthy()
            try await program.close()
        }

        @Test(.timeLimit(.minutes(10))) func anUtteranceContinuesWhenTheMicrophoneIsUnplugged() async throws {
            let server = try await SoundServer(.pairs)
            let (program, _) = try await open(server, settings: [("audio.input", "second"), ("voice.speed", "2")])
            let index = try #require(try await program.event("microphone")).index
            try await expectWholeUtterance(server, program, from: index) {
                try await server.unplug("source_name=second")
            }
            program.expectHealthy()
            try await program.close()
        }

        @Test(.timeLimit(.minutes(10))) func aMissingMicrophoneIsReportedAndUsedOncePluggedIn() async throws {
            let server = try await SoundServer()
            let (program, start) = try await open(server, settings: [("audio.input", "headset")])
            let told = try #require(try await program.banner("\"headset\" isn't connected"))
            try await program.answersATypedQuestion()
            try await server.control(
                "load-module", "module-remap-source", "master=mic_feed.monitor", "source_name=headset")
            _ = try #require(try await program.phase("listening", after: max(start, told)))
            try await expectToHear(server, program)
            program.expectHealthy()
            try await program.close()
        }

        @Test(.timeLimit(.minutes(10))) func systemMuteIsShownUntilUnmutedThere() async throws {
            let server = try await SoundServer()
            let (program, _) = try await open(server)
            let index = try #require(try await program.event("microphone")).index
            try await server.control("set-source-mute", "mic", "1")
            #expect(try await program.banner("muted in your sound settings", after: index) != nil)
            let name = try await AccessibilityTree(of: program).center(
                ofButtonNamed: "Microphone muted in your sound settings")
            #expect(name != nil, "the microphone button says so")
            #expect(try await server.control("get-source-mute", "mic").contains("yes"), "it is not fought")
            try await server.control("set-source-mute", "mic", "0")
            let event = try await program.event("mutedBySystem", after: index) { $0["isMuted"] == .flag(false) }
            #expect(event != nil)
            try await expectToHear(server, program)
            program.expectHealthy()
            try await program.close()
        }

        @Test(.timeLimit(.minutes(10)), arguments: [true, false])
        func aReplyContinuesOnTheNewDefaultSpeaker(goes: Bool) async throws {
            let server = try await SoundServer(.pairs)
            let (program, _) = try await open(server)
            try await program.ask("what can you do")
            let index = try #require(try await program.event("heard")).index
            if goes {
                try await server.unplug("sink_name=speaker")
            } else {
                try await server.control("set-default-sink", "headphones")
            }
            #expect(try await program.event("playbackFinished", after: index, within: .seconds(60)) != nil)
            #expect(!program.allEvents().contains { $0["event"]?.asText == "banner" }, "nothing was wrong")
            let saved = try await program.event("saved") { $0["kind"]?.asText == "assistant" }
            #expect(saved?.object["isCut"] == .flag(false))
            program.expectHealthy()
            try await program.close()
        }

        @Test(.timeLimit(.minutes(10))) func aSuspendedSpeakerIsReportedAndTheReplySaved() async throws {
            let server = try await SoundServer()
            let (program, _) = try await open(server)
            try await program.ask("what can you do")
            var index = try #require(try await program.event("heard")).index
            try await server.control("suspend-sink", "speaker", "1")
            index = try #require(try await program.banner("it is suspended", after: index), "it is told")
            let saved = try await program.event("saved") { $0["kind"]?.asText == "assistant" }
            #expect(saved != nil, "the reply is kept")
            try await server.control("suspend-sink", "speaker", "0")
            index = program.allEvents().count
            try await program.ask("what is two plus two")
            #expect(try await program.event("playbackFinished", after: index) != nil, "it is heard again")
            program.expectHealthy()
            try await program.close()
        }

        @Test(.timeLimit(.minutes(10))) func recordedUtterancesAreListedAndDeleted() async throws {
            let server = try await SoundServer()
            let (program, start) = try await open(server, settings: [("recording.utterances", "on")])
            _ = try #require(try await program.event("microphone"))
            try await expectToHear(server, program)
            let listed = try await program.command(["recordings", "list", "--json"]).document?.asArray ?? []
            let recording = try #require(listed.first?.asObject, "after event \(start)")
            #expect(listed.count == 1 && recording["text"]?.asText?.contains("time") == true)
            let path = try #require(recording["path"]?.asText)
            #expect(try Containment.holds(clip: program.home.path + "/clip.wav", in: Containment.samples(path)))
            let folder = try await program.command(["recordings", "path"]).output
            #expect(path.hasPrefix(String(folder.dropLast())))
            let id = try #require(recording["id"]?.asText)
            #expect(try await program.command(["recordings", "delete", id]).status == 0)
            #expect(try await program.command(["recordings"]).output.isEmpty)
            #expect(try await program.command(["recordings", "delete", id]).status == 1)
            program.expectHealthy()
            try await program.close()
        }
    }
}
