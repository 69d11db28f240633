// SPDX-License-Identifier: GPL-3.0-or-later
// What the window changes about lists, each with what takes it back, the last one first: whatever else has changed
// meanwhile stays.

import JarvisCore
import JarvisPlatform

/// Changes lists, and takes that back for as long as the program runs, even when panes open and close meanwhile.
@MainActor
public final class ListChanges {
    /// Earlier ones are done for good.
    static let limit = 100

    /// Something that was done, for words and for undo.
    enum Change: Hashable, Sendable {
        /// With the place where it stood.
        case taken(String, from: String, at: Int)
        case added(String, to: String)
        case deleted(NamedList, at: Int)
    }

    private let store: any ListStore
    private let clock: any WallClock
    private var changes: [(change: Change, since: Timestamp)] = []
    private var told: Set<Notice> = []

    init(_ store: any ListStore, clock: any WallClock = SystemWallClock()) {
        self.store = store
        self.clock = clock
    }

    /// When the newest change was made that can be taken back.
    var newest: Timestamp? { changes.last?.since }

    /// True when there is nothing to take back.
    var isEmpty: Bool { changes.isEmpty }

    /// All lists, oldest first.
    func lists() async throws -> [NamedList] { try await store.lists() }

    /// Yields when the lists may have changed, also by another process.
    func news() -> AsyncStream<Void> { store.changes() }

    /// What was found wrong with what is kept, although it could be mended; each is told once.
    func newNotices() async -> [Notice] { await store.notices.filter { told.insert($0).inserted } }

    /// Takes something off a list.
    /// - Returns: nil when it has gone already.
    /// - Throws: `StoreFailure`; it is still there then.
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

    /// Adds something to a list.
    /// - Returns: nil when it is there already, in whatever case.
    func add(_ item: String, to name: String) async throws -> Change? {
        let isNew: Bool = try await store.update { lists in
            guard let list = Self.place(name, lists), !Self.holds(item, lists[list]) else { return false }
            lists[list].items.append(item)
            return true
        }
        return remember(isNew ? .added(item, to: name) : nil)
    }

    /// Deletes a list with all that is on it.
    func delete(_ name: String) async throws -> Change? {
        let deleted: Change? = try await store.update { lists in
            guard let place = Self.place(name, lists) else { return nil }
            return .deleted(lists.remove(at: place), at: place)
        }
        return remember(deleted)
    }

    /// Takes the last change back.
    /// - Returns: what was taken back; nil when there is nothing.
    /// - Throws: `StoreFailure`; it can be tried again then.
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
            // Its list may have gone meanwhile.
            if Self.place(name, lists) == nil { lists.append(NamedList(name: name)) }
            guard let list = Self.place(name, lists), !holds(item, lists[list]) else { return }
            lists[list].items.insert(item, at: min(place, lists[list].items.count))
        case .added(let item, let name):
            guard let list = Self.place(name, lists) else { return }
            if let place = lists[list].items.lastIndex(of: item) { lists[list].items.remove(at: place) }
        case .deleted(let list, let place):
            guard let other = Self.place(list.name, lists) else {
                return lists.insert(list, at: min(place, lists.count))
            }
            // One of this name has been started since.
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
