// SPDX-License-Identifier: GPL-3.0-or-later
// Changes that the user made to lists in the window, each with its undo, the last one first. Undo keeps all other
// changes made in between.

import JarvisCore
import JarvisPlatform

/// Changes lists, and can undo that until the program ends, even if panes open and close in between.
@MainActor
public final class ListChanges {
    /// The most changes that can be undone.
    static let limit = 100

    /// A change, with enough detail to describe and undo it.
    enum Change: Hashable, Sendable {
        /// An item was removed; `at` is its former position.
        case taken(String, from: String, at: Int)
        case added(String, to: String)
        case deleted(NamedList, at: Int)
        case created(String)
    }

    private let store: any ListStore
    private let clock: any WallClock
    private var changes: [(change: Change, since: Timestamp)] = []
    private var told: Set<Notice> = []

    init(_ store: any ListStore, clock: any WallClock = SystemWallClock()) {
        self.store = store
        self.clock = clock
    }

    /// When the newest change that can be undone was made.
    var newest: Timestamp? { changes.last?.since }

    /// True when there is nothing to undo.
    var isEmpty: Bool { changes.isEmpty }

    /// All lists, oldest first.
    func lists() async throws -> [NamedList] { try await store.lists() }

    /// Yields when the lists may have changed, including changes by another process.
    func news() -> AsyncStream<Void> { store.changes() }

    /// Repaired problems with the stored lists; each is reported once.
    func newNotices() async -> [Notice] { await store.notices.filter { told.insert($0).inserted } }

    /// Removes an item from a list.
    /// - Returns: nil if it is already gone.
    /// - Throws: `StoreFailure`; the item is then still there.
    func take(_ item: String, from name: String) async throws -> Change? {
        let place: Int? = try await store.update { lists in
            guard let list = Self.place(name, lists), let place = lists[list].items.firstIndex(of: item) else {
                return nil
            }
            lists[list].items.remove(at: place)
            return place
        }
        return remember(place.map { .taken(item, from: name, at: $0) })
    }

    /// Adds an item to a list.
    /// - Returns: nil if the list already has it, ignoring case.
    func add(_ item: String, to name: String) async throws -> Change? {
        let isNew: Bool = try await store.update { lists in
            guard let list = Self.place(name, lists), !Self.holds(item, lists[list]) else { return false }
            lists[list].items.append(item)
            return true
        }
        return remember(isNew ? .added(item, to: name) : nil)
    }

    /// Creates an empty list.
    /// - Returns: nil if there is a list with this name, ignoring case.
    func create(_ name: String) async throws -> Change? {
        let isNew: Bool = try await store.update { lists in
            guard !lists.contains(where: { $0.name.lowercased() == name.lowercased() }) else { return false }
            lists.append(NamedList(name: name))
            return true
        }
        return remember(isNew ? .created(name) : nil)
    }

    /// Deletes a list with all its items.
    func delete(_ name: String) async throws -> Change? {
        let deleted: Change? = try await store.update { lists in
            guard let place = Self.place(name, lists) else { return nil }
            return .deleted(lists.remove(at: place), at: place)
        }
        return remember(deleted)
    }

    /// Undoes the last change.
    /// - Returns: the change that was undone; nil if there was none.
    /// - Throws: `StoreFailure`; the call can be repeated.
    @discardableResult
    func undo() async throws -> Change? {
        guard let last = changes.popLast() else { return nil }
        do {
            try await store.update { Self.undo(last.change, in: &$0) }
        } catch {
            changes.append(last)
            throw error
        }
        return last.change
    }

    private nonisolated static func undo(_ change: Change, in lists: inout [NamedList]) {
        switch change {
        case .taken(let item, let name, let place):
            // The list may have been deleted in the meantime.
            if Self.place(name, lists) == nil { lists.append(NamedList(name: name)) }
            guard let list = Self.place(name, lists), !holds(item, lists[list]) else { return }
            lists[list].items.insert(item, at: min(place, lists[list].items.count))
        case .added(let item, let name):
            guard let list = Self.place(name, lists) else { return }
            if let place = lists[list].items.lastIndex(of: item) { lists[list].items.remove(at: place) }
        case .created(let name):
            // Items that it has got since then would be lost.
            if let list = Self.place(name, lists), lists[list].items.isEmpty { lists.remove(at: list) }
        case .deleted(let list, let place):
            guard let other = Self.place(list.name, lists) else {
                return lists.insert(list, at: min(place, lists.count))
            }
            // A new list with this name exists by now, so join the two.
            let present = lists[other]
            lists[other].items = list.items + present.items.filter { !holds($0, list) }
        }
    }

    private nonisolated static func place(_ name: String, _ lists: [NamedList]) -> Int? {
        lists.firstIndex { $0.name == name }
    }

    private nonisolated static func holds(_ item: String, _ list: NamedList) -> Bool {
        list.items.contains { $0.lowercased() == item.lowercased() }
    }

    private func remember(_ change: Change?) -> Change? {
        guard let change else { return nil }
        changes.append((change, clock.now()))
        if changes.count > Self.limit { changes.removeFirst() }
        return change
    }
}
