// SPDX-License-Identifier: GPL-3.0-or-later
// Dictation into another program's text field over the accessibility bus.

import Glibc
import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct DictateTests {
    private static let window =
        #filePath.split(separator: "/").dropLast(2).reduce("") { $0 + "/" + $1 } + "/Tools/text-field.py"

    /// Opens the window and focuses it.
    private func open(_ kind: String, _ program: JarvisProgram) async throws -> ChildProcess {
        let window = try ChildProcess("/usr/bin/python3", [Self.window, kind, program.home.path + "/field"])
        let focus = try await ChildProcess.run(
            "xdotool", ["search", "--sync", "--onlyvisible", "--name", "^Field$", "windowfocus", "--sync"],
            within: .seconds(60))
        #expect(focus.status == 0)
        return window
    }

    /// Dictates into a window.
    /// - Returns: where the words went, and the text of the field.
    private func dictate(into kind: String) async throws -> (place: String?, field: String) {
        let program = try JarvisProgram()
        let clip = program.home.path + "/words.wav"
        try await SpeakingVoice.flite("slt").speak("what time is it", into: clip)
        let field = try await open(kind, program)
        defer { field.send(signal: SIGKILL) }
        let command = try ChildProcess(
            JarvisProgram.path, ["dictate", "--json", "--events", program.events], environment: program.environment)
        #expect(try await program.event("microphone") != nil, "the microphone opens")
        try await VirtualMicrophone.hear(clip)
        #expect(try await command.exit(within: .seconds(60)) == 0, "\(command.output)")
        let document = try? JSONValue(parsing: Array(command.output.utf8))
        return (document?.asObject?["place"]?.asText, WholeFile.text(program.home.path + "/field") ?? "")
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [("gtk", "dear all what time is it"), ("selected", "dear what time is it")])
    func dictatedWordsGoToTheFocusedField(kind: String, text: String) async throws {
        let (place, field) = try await dictate(into: kind)
        #expect(place == "field")
        #expect(field.lowercased().hasPrefix(text), "\(field)")
    }

    /// The microphone does not even open.
    @Test(.timeLimit(.minutes(10))) func passwordFieldsAreRejected() async throws {
        let program = try JarvisProgram()
        let field = try await open("password", program)
        defer { field.send(signal: SIGKILL) }
        let result = try await program.command(["dictate", "--events", program.events], within: .seconds(60))
        #expect(result.status == 1 && result.errors.contains("I don't type into password fields"), "\(result)")
        #expect(!program.allEvents().contains { $0["event"]?.asText == "microphone" })
    }
}
