// SPDX-License-Identifier: GPL-3.0-or-later
// A session-only conversation leaves nothing on disk, in the real window and from the command line.

import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct SessionOnlyTests {
    @Test(.timeLimit(.minutes(10))) func sessionOnlyConversationsAreNotWrittenToDisk() async throws {
        let program = try JarvisProgram()
        for (name, value) in [("history.session-only", "true"), ("recording.utterances", "true")] {
            #expect(try await program.command(["config", "set", name, value]).status == 0)
        }
        #expect(try await program.command(["ask", "what is two plus two"]).status == 0)
        try await program.openAndWait()
        try await program.answersATypedQuestion()
        let names = try await AccessibilityTree(of: program).nodes.map(\.name)
        #expect(names.contains("This conversation isn't saved"), "\(names)")
        #expect(!names.contains("Audio is being saved"), "\(names)")
        program.expectHealthy()
        try await program.close()
        // Neither words nor folders for them anywhere a program keeps files, except in the event log that this test
        // requests.
        let written = try await ChildProcess.run(
            "find", [program.home.path, "-type", "f", "-printf", "%P\\n"])
        let files = written.output.split(separator: "\n").map(String.init)
        #expect(files.contains("config/jarvis/settings.json") && files.contains("events.jsonl"), "\(files)")
        for file in files where !["events.jsonl", "stderr"].contains(file) {
            let words = ChildProcess.contents(of: program.home.path + "/" + file).lowercased()
            #expect(!words.contains("plus") && !words.contains("2 + 2"), "\(file): \(words)")
        }
        let kept = files.filter { $0.contains("history") || $0.hasSuffix(".wav") || $0.hasPrefix("state/") }
        #expect(kept.isEmpty, "\(files)")
    }

}
