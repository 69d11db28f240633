// SPDX-License-Identifier: GPL-3.0-or-later
// The question whether a tool may run is spoken by the window and answered into its microphone.

import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct ToolConsentTests {
    private static let voice = SpeakingVoice.flite("slt")
    private static let script =
        #filePath.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 } + "/Tools/tool_server.py"

    private func say(_ text: String, in program: JarvisProgram) async throws {
        let clip = program.home.path + "/answer.wav"
        try await Self.voice.speak(text, into: clip)
        try await VirtualMicrophone.hear(clip)
    }

    /// Says an answer, and again where the question is repeated.
    /// - Returns: what it was taken for.
    private func answer(_ text: String, in program: JarvisProgram) async throws -> String? {
        for _ in 0..<2 {
            let asked = program.allEvents().count
            try await say(text, in: program)
            let next = try await program.event("consentAnswered", or: "consentQuestionHeard", after: asked)
            if let answer = next?.object["answer"]?.asText { return answer }
        }
        return nil
    }

    @Test(.timeLimit(.minutes(4))) func onlyAWholeYesRunsATool() async throws {
        let program = try JarvisProgram()
        let marker = program.home.path + "/marks"
        let add = ["mcp", "add", "fake", "--", "python3", Self.script, "--more", "--marker", marker]
        #expect(try await program.command(add).status == 0)
        _ = try await program.openAndWait()
        func called() -> Int {
            (WholeFile.text(marker) ?? "").split(separator: "\n").filter { $0.hasPrefix("[\"drop_table\"") }.count
        }
        for (words, answer) in [("no thanks", "denied"), ("yes", "granted")] {
            let index = program.allEvents().count
            try await program.ask("ask fake to drop table")
            let heard = try await program.event("consentQuestionHeard", after: index, within: .seconds(30))
            #expect(heard != nil && called() == 0, "it is asked first")
            #expect(try await self.answer(words, in: program) == answer, "\(words)")
            let call = try #require(try await program.event("tool-call", after: index, within: .seconds(30)))
            #expect(call.object["allowedBy"]?.asText == (answer == "granted" ? "answer" : "none"))
            let reply = try #require(try await program.event("reply", after: index))
            #expect(reply.object["text"]?.asText == (answer == "granted" ? "done" : "All right, I won't."))
            _ = try await program.event("playbackFinished", after: reply.index, within: .seconds(20))
        }
        #expect(called() == 1)
        let kept = try await program.history().filter { $0["kind"]?.asText == "action" }
        #expect(kept.count == 2, "\(kept)")
        program.expectHealthy()
        try await program.close()
    }
}
