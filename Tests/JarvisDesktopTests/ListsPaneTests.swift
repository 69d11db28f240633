// SPDX-License-Identifier: GPL-3.0-or-later
// The lists pane by keyboard, as assistive technology sees it.

import Testing

@Suite(.serialized)
struct ListsPaneTests {
    private func tree(_ keys: [String], _ arguments: [String] = []) async throws -> [SeenObject] {
        try await SeenObject.all(after: keys, arguments)
    }

    @Test func listsShowTheirItemsAndNamedButtons() async throws {
        let tree = try await tree(["ctrl+l"])
        let taking = tree.buttons.filter { $0.hasPrefix("Remove ") }
        #expect(
            taking == [
                "Remove milk from shopping", "Remove a dozen eggs from shopping",
                "Remove bread from the bakery at the corner from shopping", "Remove passport from packing",
            ])
        #expect(tree.buttons.count { $0.hasPrefix("Delete the list ") } == 3)
        #expect(tree.count { $0.name == "Empty" } == 1)
        #expect(tree.contains { $0.name == "Add to packing" })
        #expect(tree.focused == "Back")
    }

    @Test func anEmptyPaneExplainsHowToStartAList() async throws {
        let tree = try await tree(["ctrl+l"], ["--no-lists"])
        #expect(tree.contains { $0.name.hasPrefix("No lists yet. Say “Add milk") }, "\(tree)")
    }

    @Test func undoRestoresARemovedItem() async throws {
        // The list's own button comes first.
        let taken = try await tree(["ctrl+l", "Tab*2", "space"])
        #expect(!taken.buttons.contains("Remove milk from shopping"))
        #expect(taken.contains { $0.name == "Removed milk from shopping" } && taken.buttons.contains("Undo"))
        #expect(taken.focused == "Remove a dozen eggs from shopping", "the next row has the keyboard")
        let back = try await tree(["ctrl+l", "Tab*2", "space", "ctrl+z"])
        #expect(back.buttons.first { $0.hasPrefix("Remove ") } == "Remove milk from shopping")
        #expect(back.contains { $0.name == "milk is back on shopping" })
        let emptied = try await tree(["ctrl+l", "Tab*2", "space", "space", "space"])
        #expect(emptied.focused == "Add to shopping", "\(emptied)")
    }

    @Test func typedItemsAreAddedOnce() async throws {
        let added = try await tree(["ctrl+l", "Tab*5", "t e a Return"])
        #expect(added.buttons.contains("Remove tea from shopping"), "\(added)")
        #expect(added.focused == "Add to shopping", "the next one can be typed at once")
        let twice = try await tree(["ctrl+l", "Tab*5", "t e a Return", "t e a Return"])
        #expect(twice.buttons.count { $0 == "Remove tea from shopping" } == 1)
        #expect(twice.contains { $0.name == "tea is already on shopping" })
    }

    @Test func aListBeginsWithItsName() async throws {
        let tree = try await tree(["ctrl+l", "shift+Tab", "h a t s Return", "r e d Return"], ["--no-lists"])
        #expect(tree.buttons.contains("Delete the list hats"), "\(tree)")
        #expect(tree.buttons.contains("Remove red from hats"), "its first item can be typed at once: \(tree)")
    }

    @Test func undoRestoresADeletedList() async throws {
        let deleted = try await tree(["ctrl+l", "Tab", "space"])
        #expect(!deleted.buttons.contains("Delete the list shopping"))
        #expect(deleted.contains { $0.name == "Deleted the list shopping" })
        let back = try await tree(["ctrl+l", "Tab", "space", "ctrl+z"])
        #expect(back.buttons.contains("Remove a dozen eggs from shopping"))
    }
}
