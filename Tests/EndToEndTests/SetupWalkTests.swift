// SPDX-License-Identifier: GPL-3.0-or-later
// The first setup from start to finish: by screen reader, by voice, and with a microphone that is muted or unplugged.

import JarvisCore
import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct SetupWalkTests {
    private static let tools =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        .joined(separator: "/") + "/Tools"

    private func page(_ program: JarvisProgram, _ name: String, after index: Int) async throws -> Int {
        let event = try await program.event("setup", after: index) {
            $0["page"]?.asText == name && $0["isFinished"]?.asFlag == false
        }
        return try #require(event, "page \(name)").index
    }

    /// Performs these steps as a screen reader does.
    private func walk(_ program: JarvisProgram, _ steps: [String]) async throws {
        let identifier = "\(program.child?.processIdentifier ?? 0)"
        let result = try await ChildProcess.run(
            "/usr/bin/python3",
            ["-B", Self.tools + "/screen-reader-walk.py", "--pid", identifier] + steps.flatMap { ["--do", $0] },
            within: .seconds(150))
        try #require(result.status == 0, "\(result.output)")
    }

    private func value(_ key: String, _ program: JarvisProgram) async throws -> String {
        try await program.command(["config", "get", key]).output.trimmed
    }

    @Test(.timeLimit(.minutes(4))) func aScreenReaderCompletesTheSetup() async throws {
        let program = try JarvisProgram(showsSetup: true)
        let before = try await value("voice.name", program)
        let index = try await program.openAndWait()
        try await walk(
            program,
            [
                "see Step 1 of 5: Welcome", "press Initialize system", "see Step 2 of 5: My voice", "press Next voice",
                "press like Take ", "set Speed=1.5", "press Next", "see Step 3 of 5", "press Skip", "see Step 4 of 5",
                "press Back", "see Step 3 of 5", "press Next", "see Step 4 of 5", "press Servers and tools: Look",
                "press Next", "see Step 5 of 5: You", "fill Your name=Sam", "press Wait for the wake word",
                "press Finish",
            ])
        let over = try await program.event("setup", after: index) { $0["isFinished"]?.asFlag == true }
        let end = try #require(over).index
        #expect(try await program.phase("speaking", after: end) != nil, "it greets")
        #expect(try await value("voice.name", program) != before)
        for (key, wanted) in [("voice.speed", "1.5"), ("user.name", "Sam"), ("wake.required", "on")] {
            #expect(try await value(key, program) == wanted, "\(key)")
        }
        program.expectHealthy()
        try await program.close()
    }

    private struct NotUnderstood: Error {
        var words: String
    }

    /// Repeats something, as a misunderstood user would, until its effect has happened.
    private func say(
        _ text: String, _ program: JarvisProgram, until isDone: () async throws -> Bool
    ) async throws {
        let clip = program.home.path + "/words.wav"
        try await SpeakingVoice.flite("rms").speak(text, into: clip)
        for time in 1...4 {
            print("“\(text)”, time \(time)")
            try await VirtualMicrophone.hear(clip)
            let deadline = ContinuousClock.now + .seconds(8)
            repeat {
                if try await isDone() { return }
                try await Task.sleep(for: .milliseconds(50))
            } while ContinuousClock.now < deadline
        }
        throw NotUnderstood(words: text)
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

    /// Contents of the settings file.
    private func settings(_ program: JarvisProgram) -> String {
        ChildProcess.contents(of: program.home.path + "/config/jarvis/settings.json")
    }

    @Test(.timeLimit(.minutes(5))) func voiceCommandsCompleteTheSetup() async throws {
        let program = try JarvisProgram(showsSetup: true)
        try await program.openAndWait()
        for name in ["welcome", "voice", "microphone"] {
            _ = try await page(program, name, after: 0)
            if name != "microphone" { try await program.press("Return") }
        }
        try await walk(program, ["see The microphone delivers nothing"])
        try await say("the weather is nice today", program) {
            try await AccessibilityTree(of: program).nodes.contains { $0.name.hasPrefix("I heard: ") }
        }
        let phases = program.allEvents().filter { $0["event"]?.asText == "state" }.map { $0["phase"]?.asText }
        #expect(!phases.contains("listening") && !phases.contains("recording"), "the conversation rests: \(phases)")
        try await say("go back", program, leadsTo: "voice")
        try await say("slower", program) { settings(program).contains("\"voice.speed\"") }
        try await say("another voice", program) {
            try await AccessibilityTree(of: program).nodes.contains { $0.name.hasPrefix("Take ") }
        }
        try await say("this one", program) { settings(program).contains("\"voice.name\"") }
        try await say("go back", program, leadsTo: "welcome")
        try await say("next", program, leadsTo: "voice")
        try await say("next", program, leadsTo: "microphone")
        try await say("next", program, leadsTo: "access")
        try await say("skip", program, leadsTo: "you")
        try await say("next", program) {
            program.allEvents().contains { $0["event"]?.asText == "setup" && $0["isFinished"]?.asFlag == true }
        }
        #expect(try await value("voice.speed", program) != "1")
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(4))) func setupReportsAMutedOrUnpluggedMicrophone() async throws {
        let server = try await SoundServer()
        let program = try JarvisProgram(environment: server.environment, showsSetup: true)
        let index = try await program.openAndWait()
        try await walk(program, ["press Initialize system", "press Next", "see The microphone delivers nothing"])
        try await server.control("set-source-mute", "mic", "1")
        try await walk(program, ["see The microphone is muted in the system"])
        try await server.control("set-source-mute", "mic", "0")
        try await walk(program, ["gone The microphone is muted"])
        try await server.unplug("source_name=mic")
        try await walk(program, ["see You can go on without it"])
        try await walk(program, ["press Next", "see Step 4 of 5", "press Next", "press Finish"])
        let over = try await program.event("setup", after: index) { $0["isFinished"]?.asFlag == true }
        #expect(over != nil)
        program.expectHealthy()
        try await program.close()
        server.stop()
    }
}
