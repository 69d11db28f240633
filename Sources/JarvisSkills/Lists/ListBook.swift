// SPDX-License-Identifier: GPL-3.0-or-later
// Changes lists, and undoes each change without touching later ones.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

/// The lists as they were at the start of a request, and the changes that a skill makes to them.
struct ListBook {
    let lists: [NamedList]
    private let store: any ListStore

    init(_ invocation: SkillInvocation) async throws {
        guard let store = invocation.services.lists else { throw SkillError("I can't keep lists here.") }
        self.store = store
        lists = try await store.lists()
    }

    func list(named name: String) -> NamedList? { ListWords.place(meantBy: name, in: lists).map { lists[$0] } }

    /// The name of the only list.
    var onlyName: String? { lists.count == 1 ? lists[0].name : nil }

    /// True for a list whose items are sentences rather than things.
    func holdsTasks(_ name: String) -> Bool { ListWords.key(name) == ListWords.key(ListWords.toDo) }

    /// Adds the items that the list lacks, and creates the list if there is none of this name.
    func add(_ items: [String], to name: String) async throws -> SkillReply {
        let name = list(named: name)?.name ?? name
        let (added, isNew) = try await store.update { lists in
            let place = ListWords.place(of: name, in: lists)
            let present = Set((place.map { lists[$0].items } ?? []).map(ListWords.key))
            var (added, keys): ([String], Set<String>) = ([], present)
            for item in items where keys.insert(ListWords.key(item)).inserted { added.append(item) }
            if let place {
                lists[place].items += added
            } else {
                lists.append(NamedList(name: name, items: added))
            }
            return (added, place == nil)
        }
        let values = ["list": name, "items": items.joined(separator: ", "), "count": String(added.count)]
        let already = items.filter { !added.contains($0) }
        guard !added.isEmpty else {
            return SkillReply("You already have \(SpokenFormat.list(already)) on your \(name) list.", values: values)
        }
        let what = SpokenFormat.list(added)
        let rest = already.isEmpty ? "" : " You already had \(SpokenFormat.list(already))."
        let text =
            isNew ? "I've added \(what) to your new \(name) list." : "I've added \(what) to your \(name) list."
        return SkillReply(text + rest, values: values, undo: Self.undoAdding(added, name, isNew: isNew))
    }

    /// - Parameter missing: Items the request named that are not on the list.
    func remove(_ items: [String], from name: String, missing: [String]) async throws -> SkillReply {
        let removed = try await Self.take(items, from: name, store)
        let values = ["list": name, "items": items.joined(separator: ", "), "count": String(removed.count)]
        let what = SpokenFormat.list(removed.map(\.item))
        let rest = missing.isEmpty ? "" : " It had no \(SpokenFormat.list(missing, joiner: "or"))."
        return SkillReply(
            "I've removed \(what) from your \(name) list.\(rest)", values: values, undo: Self.undoTaking(removed, name))
    }

    /// Empties a list, or deletes it.
    func clear(_ name: String, deletes: Bool) async throws -> SkillReply {
        let taken: NamedList? = try await store.update { lists in
            guard let place = ListWords.place(of: name, in: lists) else { return nil }
            defer { if deletes { lists.remove(at: place) } else { lists[place].items = [] } }
            return lists[place]
        }
        guard let taken else { return SkillReply("Your \(name) list is already gone.", values: ["count": "0"]) }
        let undo = DeferredAction { invocation in
            try await Self.putBack(taken, ListBook(invocation).store)
            return SkillReply("Your \(taken.name) list is back.")
        }
        return SkillReply(
            deletes ? "I've deleted your \(taken.name) list." : "Your \(taken.name) list is now empty.",
            values: ["list": taken.name, "count": String(taken.items.count)], undo: undo)
    }

    /// Puts another item in the place of one.
    func replace(_ item: String, with new: String, on name: String) async throws -> SkillReply {
        try await Self.replace(item, with: new, on: name, store)
        return SkillReply(
            "I've changed \(item) to \(new) on your \(name) list.",
            values: ["list": name, "items": new, "old": item, "count": "1"],
            undo: DeferredAction { invocation in
                try await Self.replace(new, with: item, on: name, ListBook(invocation).store)
                return SkillReply("Your \(name) list has \(item) again.")
            })
    }

    private static func replace(
        _ item: String, with new: String, on name: String, _ store: any ListStore
    ) async throws {
        try await store.update { lists in
            guard let list = ListWords.place(of: name, in: lists),
                let place = lists[list].items.firstIndex(of: item)
            else { return }
            lists[list].items[place] = new
        }
    }

    func create(_ name: String) async throws -> SkillReply {
        try await store.update { lists in
            if ListWords.place(of: name, in: lists) == nil { lists.append(NamedList(name: name)) }
        }
        return SkillReply(
            "I've created your \(name) list.", values: ["list": name, "count": "0"],
            undo: Self.undoAdding([], name, isNew: true))
    }

    func rename(_ old: String, to new: String) async throws -> SkillReply {
        try await Self.rename(old, to: new, store)
        return SkillReply(
            "Your \(old) list is now called \(new).", values: ["list": new, "old": old],
            undo: DeferredAction { invocation in
                try await Self.rename(new, to: old, ListBook(invocation).store)
                return SkillReply("Your \(old) list has its old name back.")
            })
    }

    private static func rename(_ old: String, to new: String, _ store: any ListStore) async throws {
        try await store.update { lists in
            if let place = ListWords.place(of: old, in: lists) { lists[place].name = new }
        }
    }

    /// Moves items from one list to another, and creates the other if needed.
    func move(_ items: [String], from source: String, to name: String) async throws -> SkillReply {
        let target = list(named: name)?.name ?? name
        let taken = try await Self.take(items, from: source, store)
        let added: SkillReply
        do {
            added = try await add(taken.map(\.item), to: target)
        } catch {
            // Put the items back, or they would be on neither list.
            try await Self.putBack(taken, source, store)
            throw error
        }
        let undo = Self.undoTaking(taken, source)
        let what = SpokenFormat.list(taken.map(\.item))
        return SkillReply(
            "I've moved \(what) from your \(source) list to your \(target) list.",
            values: ["list": target, "items": items.joined(separator: ", "), "count": String(taken.count)],
            undo: DeferredAction { invocation in
                _ = try await added.undo?.perform(invocation)
                _ = try await undo.perform(invocation)
                return SkillReply("I've added \(what) back to your \(source) list.")
            })
    }

    // MARK: Taking back

    /// An item with its former index.
    private struct Taken: Sendable {
        var place: Int
        var item: String
    }

    private static func take(_ items: [String], from name: String, _ store: any ListStore) async throws -> [Taken] {
        try await store.update { lists in
            guard let list = ListWords.place(of: name, in: lists) else { return [] }
            var taken: [Taken] = []
            var places = Set<Int>()
            for item in items {
                let place = lists[list].items.indices.last { place in
                    lists[list].items[place] == item && !places.contains(place)
                }
                guard let place else { continue }
                places.insert(place)
                taken.append(Taken(place: place, item: item))
            }
            for place in places.sorted(by: >) { lists[list].items.remove(at: place) }
            return taken
        }
    }

    private static func undoAdding(_ items: [String], _ name: String, isNew: Bool) -> DeferredAction {
        DeferredAction { invocation in
            let store = try await ListBook(invocation).store
            let removed = try await take(items, from: name, store)
            let isGone = try await store.update { lists in
                guard isNew, let place = ListWords.place(of: name, in: lists), lists[place].items.isEmpty else {
                    return false
                }
                lists.remove(at: place)
                return true
            }
            guard !removed.isEmpty else {
                let gone = "There was no \(SpokenFormat.list(items, joiner: "or"))"
                return SkillReply(
                    isGone ? "Your \(name) list is gone." : "\(gone) on your \(name) list any more.")
            }
            let what = SpokenFormat.list(removed.map(\.item))
            return SkillReply(
                isGone
                    ? "I've removed \(what) and the \(name) list."
                    : "I've removed \(what) from your \(name) list.",
                undo: undoTaking(removed, name))
        }
    }

    private static func undoTaking(_ taken: [Taken], _ name: String) -> DeferredAction {
        DeferredAction { invocation in
            try await putBack(taken, name, ListBook(invocation).store)
            let what = SpokenFormat.list(taken.map(\.item))
            return SkillReply(
                "I've added \(what) back to your \(name) list.", undo: undoAdding(taken.map(\.item), name, isNew: false)
            )
        }
    }

    private static func putBack(_ taken: [Taken], _ name: String, _ store: any ListStore) async throws {
        try await store.update { lists in
            let place = ListWords.place(of: name, in: lists) ?? lists.endIndex
            if place == lists.endIndex { lists.append(NamedList(name: name)) }
            for entry in taken.sorted(by: { $0.place < $1.place }) {
                lists[place].items.insert(entry.item, at: min(entry.place, lists[place].items.count))
            }
        }
    }

    /// Restores a list's items. Items that were added since then follow at the end.
    private static func putBack(_ taken: NamedList, _ store: any ListStore) async throws {
        try await store.update { lists in
            guard let place = ListWords.place(of: taken.name, in: lists) else { return lists.append(taken) }
            let later = lists[place].items.filter { !taken.items.contains($0) }
            lists[place].items = taken.items + later
        }
    }
}
