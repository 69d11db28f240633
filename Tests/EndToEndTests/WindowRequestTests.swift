// SPDX-License-Identifier: GPL-3.0-or-later
// Opening panes by request, and undoing by request a change made in a pane.

import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct WindowRequestTests {
    /// Types a request and stays in the pane it opens.
    private func ask(_ text: String, of program: JarvisProgram) async throws -> String {
        let before = program.allEvents().count
        try await program.focus()
        try await program.press("ctrl+k")
        #expect(try await program.event("pane", after: before) { $0["name"]?.asText == "keyboard" } != nil)
        try await program.type(text)
        try await program.press("Return")
        let reply = try await program.event("reply", after: before)
        return reply?.object["text"]?.asText ?? ""
    }

    @Test(.timeLimit(.minutes(10))) func panesOpenByRequestAndUndoRestoresACancelledTimer() async throws {
        let program = try JarvisProgram()
        try await program.openAndWait()
        var before = program.allEvents().count
        try await program.ask("set a pizza timer for ten minutes")
        #expect(try await program.event("reply", after: before) != nil)

        before = program.allEvents().count
        _ = try await ask("show my timers", of: program)
        #expect(try await program.event("pane", after: before) { $0["name"]?.asText == "timers" } != nil)
        try await AccessibilityTree.press(buttonNamed: "Cancel timer pizza", of: program)
        #expect(
            try await eventually {
                try await program.command(["reminders", "list", "--json"]).document?.asArray?.isEmpty == true
            })
        before = program.allEvents().count
        try await program.ask("undo")
        let undone = try await program.event("reply", after: before)
        #expect(undone?.object["text"]?.asText == "Your pizza timer is back.")
        let list = try await program.command(["reminders", "list", "--json"])
        #expect(list.document?.asArray?.compactMap(\.asObject).first?["label"]?.asText == "pizza", "\(list.output)")

        before = program.allEvents().count
        #expect(try await ask("show the settings", of: program) == "Here you go.")
        #expect(try await program.event("pane", after: before) { $0["name"]?.asText == "settings" } != nil)
        program.expectHealthy()
        try await program.close()
    }
}
