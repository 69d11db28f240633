// SPDX-License-Identifier: GPL-3.0-or-later
// Timers in the real window: set by a typed request, paused, cancelled and restored with screen reader buttons, as the
// command line confirms.

import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct TimersPaneTests {
    /// Waits until the command line lists the expected reminders.
    private func list(
        _ program: JarvisProgram, _ isReached: ([JSONObject]) -> Bool
    ) async throws -> [JSONObject] {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let result = try await program.command(["reminders", "list", "--json"])
            let list = result.document?.asArray?.compactMap(\.asObject) ?? []
            if isReached(list) || ContinuousClock.now > deadline { return list }
        }
    }

    @Test(.timeLimit(.minutes(10))) func timersArePausedCancelledAndRestored() async throws {
        let program = try JarvisProgram()
        let index = try await program.openAndWait()
        try await program.ask("set a pizza timer for ten minutes")
        let reply = try #require(try await program.event("reply", after: index))
        #expect(reply.object["skill"]?.asText == "timer")
        // While the answer is spoken, the card grows and moves what is below it.
        #expect(try await program.phase("listening", after: reply.index) != nil)
        let set = try await list(program) { $0.count == 1 }
        let id = try #require(set.first?["id"]?.asText)
        #expect(set.first?["label"]?.asText == "pizza")

        let screen = try await AccessibilityTree(of: program)
        let pill = try #require(
            screen.nodes.map(\.name).first { $0.hasPrefix("Show timers: timer pizza ends at ") },
            "\(screen.nodes.map(\.name))")
        let (x, y) = try #require(screen.center(ofButtonNamed: pill))
        let click = try await ChildProcess.run(
            "xdotool",
            [
                "search", "--onlyvisible", "--name", "^JARVIS$", "mousemove", "--window", "%1", "\(x)", "\(y)",
                "click", "1",
            ])
        #expect(click.status == 0, "\(click.output)")
        #expect(try await program.event("pane", after: index) { $0["name"]?.asText == "timers" } != nil)
        #expect(!program.allEvents().contains { $0["event"]?.asText == "microphoneTapped" }, "the face was not tapped")
        #expect(try await AccessibilityTree(of: program).unnamed.isEmpty)
        try await AccessibilityTree.press(buttonNamed: "Pause timer pizza", of: program)
        #expect(try await list(program) { $0.first?["isPaused"] == .flag(true) }.first?["isPaused"] == .flag(true))
        try await AccessibilityTree.press(buttonNamed: "Resume timer pizza", of: program)
        #expect(try await list(program) { $0.first?["isPaused"] == .flag(false) }.first?["isPaused"] == .flag(false))

        try await AccessibilityTree.press(buttonNamed: "Cancel timer pizza", of: program)
        #expect(try await list(program) { $0.isEmpty }.isEmpty)
        try await AccessibilityTree.press(buttonNamed: "Undo", of: program)
        let restored = try await list(program) { $0.count == 1 }
        #expect(restored.first?["id"]?.asText == id && restored.first?["label"]?.asText == "pizza")

        // Changes by another program appear here as well.
        #expect(try await program.command(["reminders", "add", "alarm", "2h", "nap"]).status == 0)
        let alarm = try await program.event("pending", after: index) { $0["count"]?.asInteger == 2 }
        #expect(alarm != nil)
        let tree = try await AccessibilityTree(of: program)
        let names = tree.nodes.filter { $0.role == "push button" }.map(\.name)
        #expect(names.contains { $0.hasPrefix("Cancel alarm ") && $0.hasSuffix(", nap") }, "\(names)")
        try await program.press("Escape")
        let closed = program.allEvents().count
        try await program.press("ctrl+t")
        #expect(try await program.event("pane", after: closed) { $0["name"]?.asText == "timers" } != nil)
        program.expectHealthy()
        try await program.close()
    }
}
