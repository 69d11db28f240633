// SPDX-License-Identifier: GPL-3.0-or-later
// The real window, moved by requests alone: pages, controls by name and by number, and the end.

import JarvisCore
import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct VoiceControlTests {
    /// Asks the running program from outside, which leaves what is open in its window.
    private func ask(_ text: String, of program: JarvisProgram) async throws -> String {
        try await program.command(["ask", text]).output.trimmed
    }

    @Test(.timeLimit(.minutes(10))) func aSettingIsReachedPressedAndLeftWithoutHands() async throws {
        let program = try JarvisProgram()
        try await program.openForCommands()
        var before = program.allEvents().count
        #expect(try await ask("open the appearance page", of: program) == "Here you are.")
        #expect(try await program.event("pane", after: before) { $0["name"]?.asText == "settings" } != nil)
        #expect(try await ask("scroll to the bottom", of: program) == "OK.")
        #expect(try await ask("scroll down", of: program) == "That's the end.")
        #expect(try await ask("scroll to the top", of: program) == "OK.")
        #expect(try await ask("next page", of: program) == "OK.")

        before = program.allEvents().count
        #expect(try await ask("close the settings", of: program) == "Closed.")
        #expect(try await program.event("pane", after: before) { $0["name"]?.asText == "none" } != nil)

        before = program.allEvents().count
        #expect(try await ask("press History", of: program) == "OK, History.")
        #expect(try await program.event("pane", after: before) { $0["name"]?.asText == "history" } != nil)
        #expect(try await ask("go back", of: program) == "OK.")

        #expect(try await ask("show numbers", of: program) == "Which number?")
        before = program.allEvents().count
        let pressed = try await ask("press number one", of: program)
        #expect(pressed.hasPrefix("OK, "), "\(pressed)")
        #expect(try await program.event("pressed", after: before) != nil)

        #expect(try await ask("show me the setting for background noise", of: program).hasPrefix("Here it is: "))
        #expect(try await ask("turn off noise suppression", of: program) == "Noise suppression is off now.")
        #expect(try await ask("undo that", of: program) == "Noise suppression is on again.")
        program.expectHealthy()
        _ = try await ask("quit jarvis", of: program)
        #expect(try await eventually { program.child?.isRunning == false })
    }

    /// What is understood is English, so a German window goes by the English names of its controls, too.
    @Test(.timeLimit(.minutes(3))) func aGermanWindowIsMovedInEnglish() async throws {
        let folder = try TemporaryFolder()
        let made = try await ChildProcess.run("scripts/translations", ["compile", folder.path + "/locale", "de"])
        try #require(made.status == 0, "\(made.output)")
        let program = try JarvisProgram(
            environment: ["JARVIS_RESOURCES": folder.path, "LC_ALL": "C.UTF-8", "LANGUAGE": "de"])
        try await program.openForCommands()
        let before = program.allEvents().count
        #expect(try await ask("press History", of: program) == "OK, History.")
        #expect(try await program.event("pressed", after: before)?.object["control"]?.asText == "Verlauf")
        #expect(try await ask("go back", of: program) == "OK.")
        program.expectHealthy()
        try await program.close()
    }
}
