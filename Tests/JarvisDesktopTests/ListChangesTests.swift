// SPDX-License-Identifier: GPL-3.0-or-later
// Changes to lists, and undoing them.

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisDesktop

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ListChangesTests {
    private let store = FakeListStore([
        NamedList(name: "shopping", items: ["milk", "eggs", "bread"]), NamedList(name: "to-do", items: ["call mum"]),
    ])

    private func changes() -> ListChanges { ListChanges(store) }

    @Test func undoRestoresItemsToTheirPositions() async throws {
        let (changes, before) = (changes(), store.all)
        #expect(try await changes.take("eggs", from: "shopping") == .taken("eggs", from: "shopping", at: 1))
        #expect(try await changes.take("milk", from: "shopping") != nil)
        #expect(store.all[0].items == ["bread"])
        #expect(try await changes.undo() == .taken("milk", from: "shopping", at: 0))
        try await changes.undo()
        #expect(store.all == before && changes.isEmpty)
        #expect(try await changes.undo() == nil)
    }

    @Test func removingMissingItemsIsNotRecorded() async throws {
        let changes = changes()
        #expect(try await changes.take("tea", from: "shopping") == nil)
        #expect(try await changes.take("milk", from: "packing") == nil)
        #expect(try await changes.delete("packing") == nil)
        #expect(changes.isEmpty)
    }

    @Test func addedItemsAreUniqueAndCanBeUndone() async throws {
        let (changes, before) = (changes(), store.all)
        #expect(try await changes.add("MILK", to: "shopping") == nil)
        #expect(try await changes.add("tea", to: "shopping") != nil)
        #expect(store.all[0].items == ["milk", "eggs", "bread", "tea"])
        try await changes.undo()
        #expect(store.all == before)
    }

    @Test func listsAreCreatedOnceAndThatCanBeUndone() async throws {
        let (changes, before) = (changes(), store.all)
        #expect(try await changes.create("Shopping") == nil)
        #expect(try await changes.create("Packing for Rome") == .created("Packing for Rome"))
        #expect(store.all.map(\.name) == ["shopping", "to-do", "Packing for Rome"])
        try await changes.undo()
        #expect(store.all == before)
        #expect(try await changes.create("packing") != nil)
        #expect(try await changes.add("socks", to: "packing") != nil)
        try await changes.undo()
        try await store.update { $0[2].items.append("hat") }
        try await changes.undo()
        #expect(store.all.last?.items == ["hat"], "a list with items stays")
    }

    @Test func undoRestoresADeletedListWithItsItems() async throws {
        let (changes, before) = (changes(), store.all)
        #expect(try await changes.delete("shopping") != nil)
        #expect(store.all.map(\.name) == ["to-do"])
        try await changes.undo()
        #expect(store.all == before)
        // A list with this name has been created since.
        _ = try await changes.delete("shopping")
        try await store.update { $0.append(NamedList(name: "shopping", items: ["tea", "Milk"])) }
        try await changes.undo()
        #expect(store.all.last?.items == ["milk", "eggs", "bread", "tea"])
    }

    @Test func undoKeepsLaterChanges() async throws {
        let changes = changes()
        _ = try await changes.take("bread", from: "shopping")
        try await store.update { $0[0].items = ["soap"] }
        try await changes.undo()
        #expect(store.all[0].items == ["soap", "bread"])
        _ = try await changes.take("soap", from: "shopping")
        try await store.update { _ = $0.removeFirst() }
        try await changes.undo()
        #expect(store.all.last == NamedList(name: "shopping", items: ["soap"]), "its list is started again")
    }

    @Test func aFailedUndoCanBeRetried() async throws {
        let (changes, full) = (changes(), StoreFailure.diskFull(path: "/lists"))
        _ = try await changes.take("milk", from: "shopping")
        store.fail(with: full)
        await #expect(throws: full) { try await changes.undo() }
        await #expect(throws: full) { try await changes.take("eggs", from: "shopping") }
        store.fail(with: nil)
        #expect(try await changes.undo() == .taken("milk", from: "shopping", at: 0))
        #expect(changes.isEmpty)
    }
}
