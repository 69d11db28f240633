// SPDX-License-Identifier: GPL-3.0-or-later
// Missing, failing and returning sound: the window reports it, works by keyboard, and recovers.

import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct SoundFaultTests {
    private static let nowhere = ["PULSE_SERVER": "unix:/nonexistent/native"]

    @Test(.timeLimit(.minutes(10))) func typingWorksWithoutASoundServer() async throws {
        let program = try JarvisProgram(environment: Self.nowhere)
        try await program.openAndWait()
        #expect(try await program.banner("The sound server isn't responding. Start") != nil)
        try await program.answersATypedQuestion()
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10)), arguments: [["say", "hello"], ["listen"], ["devices", "--json"]])
    func commandsReportAMissingSoundServer(arguments: [String]) async throws {
        let program = try JarvisProgram(environment: Self.nowhere)
        let result = try await program.command(arguments, within: .seconds(60))
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("The sound server isn't responding. Start"), "\(result.errors)")
    }

    @Test(.timeLimit(.minutes(10))) func aDummyOutputIsReportedAsNoSpeaker() async throws {
        let server = try await SoundServer(.nothing)
        let program = try JarvisProgram(environment: server.environment)
        let doctor = try await program.command(["doctor"])
        #expect(doctor.output.contains("FAIL speakers: none found; sound goes to"), "\(doctor.output)")
        let volume = try await program.command(["ask", "what is the volume"])
        #expect((volume.output + volume.errors).contains("No speakers found."), "\(volume)")
    }

    @Test(.timeLimit(.minutes(10))) func listeningResumesAfterAServerCrash() async throws {
        let server = try await SoundServer()
        let program = try JarvisProgram(environment: server.environment)
        let clip = program.home.path + "/clip.wav"
        try await SpeakingVoice.flite("slt").speak("what time is it", into: clip)
        try await program.openAndWait()
        var index = try #require(try await program.event("microphone"), "the microphone opens").index
        server.stop()
        index = try #require(try await program.banner("sound server", after: index), "the loss is told")
        try await program.answersATypedQuestion()
        index = program.allEvents().count
        try await server.start()
        _ = try #require(try await program.phase("listening", after: index), "it listens again by itself")
        index = try #require(try await program.event("microphone", after: index), "the microphone opens again").index
        let spoken = try server.play(clip)
        _ = try await spoken.exit(within: .seconds(60))
        let reply = try await program.event("reply", after: index)
        #expect(reply?.object["skill"]?.asText == "time", "it hears again")
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func aServerCrashWhileSpeakingKeepsTheReply() async throws {
        let server = try await SoundServer()
        let program = try JarvisProgram(environment: server.environment)
        try await program.openAndWait()
        var index = try #require(try await program.event("microphone"), "the microphone opens").index
        try await program.ask("what can you do")
        index = try #require(try await program.event("heard", after: index)).index
        server.stop()
        index = try #require(try await program.banner("sound server", after: index), "the loss is told")
        let saved = try await program.event("saved", after: 0) { $0["kind"]?.asText == "assistant" }
        #expect(saved != nil, "the reply is kept")
        index = program.allEvents().count
        try await server.start()
        #expect(try await program.phase("listening", after: index) != nil, "it listens again by itself")
        index = program.allEvents().count
        try await program.ask("what is two plus two")
        #expect(try await program.event("playbackFinished", after: index) != nil, "it is heard again")
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func answersAreSpokenWithoutAMicrophone() async throws {
        let server = try await SoundServer(.speaker)
        let program = try JarvisProgram(environment: server.environment)
        try await program.openAndWait()
        #expect(try await program.banner("microphone") != nil)
        let index = program.allEvents().count
        try await program.answersATypedQuestion()
        #expect(try await program.event("playbackFinished", after: index) != nil, "the answer is heard")
        let listening = try await program.command(["listen"], within: .seconds(60))
        #expect(listening.status == 1 && listening.errors.contains("icrophone"), "\(listening)")
        try await expectDoctor(program, finds: "microphone")
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func answersAreShownWithoutSpeakers() async throws {
        let server = try await SoundServer(.microphone)
        let program = try JarvisProgram(environment: server.environment)
        try await program.openAndWait()
        try await program.answersATypedQuestion()
        #expect(try await program.banner("No speakers found. Connect some") != nil)
        let saying = try await program.command(["say", "hello"], within: .seconds(60))
        #expect(saying.status == 1 && saying.errors.contains("No speakers found"), "\(saying)")
        try await expectDoctor(program, finds: "speakers")
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func aHungServerIsReportedAndTypingWorks() async throws {
        let server = try await SoundServer()
        let program = try JarvisProgram(environment: server.environment)
        server.hang()
        try await program.openAndWait()
        #expect(try await program.banner("sound server", within: .seconds(60)) != nil)
        try await program.answersATypedQuestion()
        for arguments in [["say", "hello"], ["listen"], ["devices"]] {
            let result = try await program.command(arguments, within: .seconds(60))
            #expect(result.status == 1 && result.errors.contains("sound server"), "\(arguments): \(result)")
        }
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func anUnpluggedMicrophoneIsReportedAndUsedAgain() async throws {
        let server = try await SoundServer()
        let program = try JarvisProgram(environment: server.environment)
        let clip = program.home.path + "/clip.wav"
        try await SpeakingVoice.flite("slt").speak("it is easy to tell the depth of a well, by and large", into: clip)
        try await program.openAndWait()
        var index = try #require(try await program.event("microphone"), "the microphone opens").index
        let spoken = try server.play(clip)
        let recording = try #require(try await program.phase("recording", after: index))
        try await server.control("unload-module", "module-remap-source")
        index = try #require(try await program.banner("icrophone", after: recording), "the loss is told")
        _ = try await spoken.exit(within: .seconds(60))
        // What was heard until then is a turn of its own.
        #expect(try await program.phase("idle", after: recording) != nil)
        try await program.answersATypedQuestion()
        index = program.allEvents().count
        try await server.control(
            "load-module", "module-remap-source", "master=mic_feed.monitor", "source_name=mic")
        try await server.control("set-default-source", "mic")
        #expect(try await program.phase("listening", after: index) != nil, "it listens again by itself")
        program.expectHealthy()
        try await program.close()
    }
}

/// Expects `jarvis doctor` to report a broken part with a fix and to exit with status 1.
func expectDoctor(_ program: JarvisProgram, finds part: String) async throws {
    let result = try await program.command(["doctor", "--json"])
    #expect(result.status == 1)
    let parts = result.document?.asObject?["parts"]?.asArray?.compactMap(\.asObject) ?? []
    let found = parts.first { $0["part"]?.asText == part }
    let fix = found?["fix"]?.asText ?? ""
    #expect(found?["works"] == .flag(false) && !fix.isEmpty, "\(part): \(result.output)")
}
