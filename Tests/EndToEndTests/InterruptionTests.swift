// SPDX-License-Identifier: GPL-3.0-or-later
// Interrupting JARVIS while it speaks: silence at once, and a history of what was heard only.

import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct InterruptionTests {
    private static let tries = 3

    /// Asks for a long reply and waits until some words of it have been heard.
    private func speakAtLength(_ program: JarvisProgram) async throws -> Int {
        let before = program.allEvents().count
        try await program.ask("what can you do")
        let heard = try await program.event("heard", after: before) { ($0["characters"]?.asInteger ?? 0) > 20 }
        return try #require(heard, "the reply is being heard").index
    }

    /// The newest reply in the history, which must be the beginning of what JARVIS wanted to say, up to what was heard last.
    private func expectCutReply(_ program: JarvisProgram, after index: Int) async throws {
        let saved = try await program.event("saved", after: index) { $0["kind"]?.asText == "assistant" }
        let reply = try #require(try await program.history().last)
        #expect(saved?.object["id"]?.asText == reply["id"]?.asText)
        #expect(reply["isCut"] == .flag(true))
        let whole = program.allEvents().last { $0["event"]?.asText == "reply" }?["text"]?.asText ?? ""
        let text = reply["text"]?.asText ?? ""
        #expect(!text.isEmpty && text.count < whole.count && whole.hasPrefix(text), "\(text) of \(whole)")
    }

    @Test(.timeLimit(.minutes(2)), arguments: [("space", "microphoneTapped"), ("Escape", "cancelRequested")])
    func aKeySilencesTheSpeakerAtOnce(key: String, interrupt: String) async throws {
        let program = try JarvisProgram()
        try await program.openAndWait()
        var delays: [Double] = []
        for _ in 1...Self.tries {
            let recording = try await SpeakerRecording()
            let index = try await speakAtLength(program)
            try await program.press(key)
            let event = try #require(try await program.event(interrupt, after: index)?.object)
            try await expectCutReply(program, after: index)
            let at = try #require(event["t"]?.asDouble)
            let sound = recording.stop()
            #expect(sound.isAudible(from: at - 1, to: at), "it was speaking when it was interrupted")
            delays.append((sound.lastSound ?? at) - at)
        }
        print("silent \(delays.map { Int($0 * 1000) }) ms after \(interrupt)")
        // A busy machine may delay one of them; the program itself must be able to keep the promise.
        #expect(delays.min() ?? 1 <= 0.1, "silent after \(delays) s")
        #expect(delays.max() ?? 1 <= 0.5, "silent after \(delays) s")
        try await program.answersATypedQuestion()
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(2)), arguments: [SpeakingVoice.flite("slt"), .flite("rms")])
    func theSpokenWordStopEndsTheReply(voice: SpeakingVoice) async throws {
        let program = try JarvisProgram()
        let clip = program.home.path + "/stop.wav"
        try await voice.speak("stop", into: clip)
        try await program.openAndWait()
        let index = try await speakAtLength(program)
        let recording = try await SpeakerRecording()
        try await VirtualMicrophone.hear(clip)
        let end = try await program.event("state", after: index, within: .seconds(5)) {
            $0["previous"]?.asText == "speaking"
        }
        let at = try #require(end?.object["t"]?.asDouble, "\"stop\" by \(voice) is obeyed")
        try await expectCutReply(program, after: index)
        #expect(!recording.stop().isAudible(from: at + 0.5, to: at + 60))
        program.expectHealthy()
        try await program.close()
    }
}
