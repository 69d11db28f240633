// SPDX-License-Identifier: GPL-3.0-or-later
// Lists in the window by keyboard, as assistive technology sees them.

import Testing

@Suite(.serialized)
struct ListsPaneTests {
    /// One object of the accessibility tree.
    private struct Seen {
        var role: String
        var name: String
        var states: String
    }

    private func tree(_ keys: [String], _ arguments: [String] = []) async throws -> [Seen] {
        let result = try await WindowHost.run(
            python: "accessibility-tree.py", options: ["--keys", keys.joined(separator: ",")],
            ["show", "--state", "idle"] + arguments)
        try #require(result.status == 0, "\(result.output)")
        #expect(!result.output.contains("CRITICAL"), "\(result.output)")
        return result.output.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 4 else { return nil }
            return Seen(role: String(fields[1]), name: String(fields[2]), states: String(fields[3]))
        }
    }

    private func buttons(_ tree: [Seen]) -> [String] { tree.filter { $0.role == "push button" }.map(\.name) }

    private func focused(_ tree: [Seen]) -> String? { tree.last { $0.states.hasPrefix("focused") }?.name }

    @Test func everyListHasItsItemsAndItsButtonsByName() async throws {
        let tree = try await tree(["ctrl+l"])
        let taking = buttons(tree).filter { $0.hasPrefix("Take ") }
        #expect(
            taking == [
                "Take milk off shopping", "Take a dozen eggs off shopping",
                "Take bread from the bakery at the corner off shopping", "Take passport off packing",
            ])
        #expect(buttons(tree).count { $0.hasPrefix("Delete the list ") } == 3)
        #expect(tree.count { $0.name == "Nothing on it" } == 1)
        #expect(tree.contains { $0.name == "Add to packing" })
        #expect(focused(tree) == "Back")
    }

    @Test func withoutAnyItSaysHowToStartOne() async throws {
        let tree = try await tree(["ctrl+l"], ["--no-lists"])
        #expect(tree.contains { $0.name.hasPrefix("No lists yet. Say “add milk") }, "\(tree)")
    }

    @Test func whatIsTakenOffComesBackByUndo() async throws {
        // The list's own button comes first.
        let taken = try await tree(["ctrl+l", "Tab*2", "space"])
        #expect(!buttons(taken).contains("Take milk off shopping"))
        #expect(taken.contains { $0.name == "Took milk off shopping" } && buttons(taken).contains("Undo"))
        #expect(focused(taken) == "Take a dozen eggs off shopping", "the next row has the keyboard")
        let back = try await tree(["ctrl+l", "Tab*2", "space", "ctrl+z"])
        #expect(buttons(back).first { $0.hasPrefix("Take ") } == "Take milk off shopping")
        #expect(back.contains { $0.name == "milk is on shopping again" })
        let emptied = try await tree(["ctrl+l", "Tab*2", "space", "space", "space"])
        #expect(focused(emptied) == "Add to shopping", "\(emptied)")
    }

    @Test func whatIsTypedIsAddedOnce() async throws {
        let added = try await tree(["ctrl+l", "Tab*5", "t e a Return"])
        #expect(buttons(added).contains("Take tea off shopping"), "\(added)")
        #expect(focused(added) == "Add to shopping", "the next one can be typed at once")
        let twice = try await tree(["ctrl+l", "Tab*5", "t e a Return", "t e a Return"])
        #expect(buttons(twice).count { $0 == "Take tea off shopping" } == 1)
        #expect(twice.contains { $0.name == "tea is on shopping already" })
    }

    @Test func aDeletedListComesBackByUndo() async throws {
        let deleted = try await tree(["ctrl+l", "Tab", "space"])
        #expect(!buttons(deleted).contains("Delete the list shopping"))
        #expect(deleted.contains { $0.name == "Deleted the list shopping" })
        let back = try await tree(["ctrl+l", "Tab", "space", "ctrl+z"])
        #expect(buttons(back).contains("Take a dozen eggs off shopping"))
    }
}
