// SPDX-License-Identifier: GPL-3.0-or-later
// The first setup from start to finish: by screen reader, and with a microphone that is muted or unplugged.

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

    /// Performs these steps as a screen reader does.
    private func walk(_ program: JarvisProgram, _ steps: [String]) async throws {
        let identifier = "\(program.child?.processIdentifier ?? 0)"
        let result = try await ChildProcess.run(
            "/usr/bin/python3",
            ["-B", Self.tools + "/screen-reader-walk.py", "--pid", identifier] + steps.flatMap { ["--do", $0] },
            within: .seconds(600))
        try #require(result.status == 0, "\(result.output)")
    }

    private func value(_ key: String, _ program: JarvisProgram) async throws -> String {
        try await program.command(["config", "get", key]).output.trimmed
    }

    @Test(.timeLimit(.minutes(10))) func aScreenReaderCompletesTheSetup() async throws {
        let program = try JarvisProgram(showsSetup: true)
        let before = try await value("voice.name", program)
        let index = try await program.openAndWait()
        try await walk(
            program,
            [
                "see Step 1 of 5: Welcome", "press Get started", "see Step 2 of 5: Choose a voice",
                "press Voice: English (Great Britain)", "set Speed=1.5", "press Next", "see Step 3 of 5", "press Skip",
                "see Step 4 of 5", "press Back", "see Step 3 of 5", "tab Listening: Press to talk", "key Right",
                "press Next",
                "see Step 4 of 5", "press AI models and tools: Search", "press Next", "see Step 5 of 5: About you",
                "fill Your name=Sam", "press Finish",
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

    @Test(.timeLimit(.minutes(10))) func setupReportsAMutedOrUnpluggedMicrophone() async throws {
        let server = try await SoundServer()
        let program = try JarvisProgram(environment: server.environment, showsSetup: true)
        let index = try await program.openAndWait()
        try await walk(program, ["press Get started", "press Next", "see I don't hear anything"])
        try await server.control("set-source-mute", "mic", "1")
        try await walk(program, ["see The microphone is muted in your sound settings"])
        try await server.control("set-source-mute", "mic", "0")
        try await walk(program, ["gone The microphone is muted"])
        try await server.unplug("source_name=mic")
        try await walk(program, ["see You can continue without it"])
        try await walk(program, ["press Next", "see Step 4 of 5", "press Next", "press Finish"])
        let over = try await program.event("setup", after: index) { $0["isFinished"]?.asFlag == true }
        #expect(over != nil)
        program.expectHealthy()
        try await program.close()
        server.stop()
    }
}
