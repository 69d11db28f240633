// SPDX-License-Identifier: GPL-3.0-or-later
// Lists in the real window: a typed request fills one, screen reader buttons remove and restore items, and the command
// line shows the same.

import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct ListsPaneTests {
    /// Waits until the command line shows these items.
    private func items(
        _ program: JarvisProgram, _ expected: [String]
    ) async throws -> [String] {
        let deadline = ContinuousClock.now + .seconds(60)
        while true {
            let result = try await program.command(["lists", "show", "shopping"])
            let items = result.output.split(separator: "\n").map(String.init)
            if items == expected || ContinuousClock.now > deadline { return items }
        }
    }

    @Test(.timeLimit(.minutes(10))) func listItemsAreRemovedAndRestored() async throws {
        let program = try JarvisProgram()
        let index = try await program.openAndWait()
        try await program.ask("add milk and eggs to my shopping list")
        #expect(try await program.event("reply", after: index)?.object["skill"]?.asText == "list")
        #expect(try await items(program, ["milk", "eggs"]) == ["milk", "eggs"])
        try await program.press("ctrl+l")
        #expect(try await program.event("pane", after: index) { $0["name"]?.asText == "lists" } != nil)
        try await AccessibilityTree.press(buttonNamed: "Remove milk from shopping", of: program)
        #expect(try await items(program, ["eggs"]) == ["eggs"])
        try await AccessibilityTree.press(buttonNamed: "Undo", of: program)
        #expect(try await items(program, ["milk", "eggs"]) == ["milk", "eggs"])
        // Items that another program adds appear by themselves.
        #expect(try await program.command(["lists", "add", "shopping", "bread"]).status == 0)
        try await AccessibilityTree.press(buttonNamed: "Remove bread from shopping", of: program)
        #expect(try await items(program, ["milk", "eggs"]) == ["milk", "eggs"])
        #expect(try await AccessibilityTree(of: program).unnamed.isEmpty)
        program.expectHealthy()
        try await program.close()
    }
}
