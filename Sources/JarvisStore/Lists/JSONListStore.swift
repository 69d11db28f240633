// SPDX-License-Identifier: GPL-3.0-or-later
// Lists on disk: one small JSON document, replaced atomically at every change.

public import JarvisCore
public import JarvisPlatform
import Synchronization

/// Keeps lists in one file that several processes may change:
///
///     {"format":"jarvis-lists","version":1,
///      "lists":[{"name":"shopping"}],"items":[{"list":"shopping","text":"milk"}]}
///
/// Each item is an object of its own, so that a damaged file loses as few as possible: it is renamed to
/// `<path>.damaged-<n>`, and what can be read of it is kept. Unknown keys survive.
public actor JSONListStore: ListStore {
    private let executor: WorkerExecutor
    private let file: JSONDocumentFile
    private let found = Mutex<[Notice]>([])

    /// The faults of the file; empty when it has none.
    public nonisolated var notices: [Notice] { found.withLock { $0 } }

    /// - Parameter path: usually `<data>/lists.json`.
    public init(path: String, system: FileSystem = FileSystem()) {
        executor = WorkerExecutor(name: "lists")
        file = JSONDocumentFile(path: path, system: system)
    }

    /// The store's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// All lists, oldest first.
    /// - Throws: `StoreFailure.damaged` when the file could not be read and nothing of it could be saved either.
    public func lists() async throws -> [NamedList] {
        // Replaced atomically, the file can be read without the lock, on a read-only disk too.
        var content = try file.load()
        if case .damaged(let reason) = content {
            do {
                content = .document(try file.locked { () throws(StoreFailure) in try mended() })
            } catch {
                // It cannot even be set aside.
                throw StoreFailure.damaged(path: file.path, reason: reason, keptAs: nil)
            }
        }
        guard case .document(let document) = content else { return [] }
        noteDamage(document)
        let lists = ListDocument.lists(of: document)
        if lists.isEmpty, let damage = document[Self.damageKey]?.asObject {
            throw StoreFailure.damaged(
                path: file.path, reason: damage["reason"]?.asText ?? "", keptAs: damage["keptAs"]?.asText)
        }
        return lists
    }

    /// Changes lists, all at once and without another process coming in between.
    public func update<Result: Sendable>(
        _ change: @escaping @Sendable (inout [NamedList]) -> Result
    ) async throws -> Result {
        try file.locked { () throws(StoreFailure) in
            var document = try mended()
            noteDamage(document)
            let before = ListDocument.lists(of: document)
            var lists = before
            let result = change(&lists)
            guard lists != before else { return result }
            ListDocument.write(lists, into: &document)
            // From now on an empty file says that there are none.
            document[Self.damageKey] = nil
            try file.save(document)
            return result
        }
    }

    /// Yields whenever the file has changed, by this or another process; at most one waits.
    public nonisolated func changes() -> AsyncStream<Void> {
        try? Folder.create(file.folder, system: file.system)
        let name = String(file.path.dropFirst(file.folder.count + 1))
        return (try? FileWatcher.changes(folder: file.folder, name: name)) ?? AsyncStream { $0.finish() }
    }

    /// The document of the locked file; one that is damaged is set aside, and replaced by what can be read of it.
    private func mended() throws(StoreFailure) -> JSONObject {
        let empty: JSONObject = ["format": .text("jarvis-lists"), "version": .integer(1)]
        switch try file.load() {
        case .document(let document): return document
        case .absent: return empty
        case .damaged(let reason):
            let saved = try file.salvagedObjects { ListDocument.isList($0) || ListDocument.isItem($0) }
            return try file.replaceDamaged(reason) { keptAs in
                var document = empty
                document["lists"] = .array(saved.filter(ListDocument.isList).map(JSONValue.object))
                document["items"] = .array(saved.filter(ListDocument.isItem).map(JSONValue.object))
                document[Self.damageKey] = .object(["reason": .text(reason), "keptAs": .text(keptAs)])
                return document
            }.salvaged
        }
    }

    /// The process that changes something next reports the damage, even if another process found it first.
    private func noteDamage(_ document: JSONObject) {
        guard let damage = document[Self.damageKey]?.asObject, let reason = damage["reason"]?.asText else { return }
        let notice = Notice.listsDamaged(path: file.path, reason: reason, keptAs: damage["keptAs"]?.asText)
        found.withLock { if !$0.contains(notice) { $0.append(notice) } }
    }

    /// Says that a damaged file was in this one's place, until something changes.
    private static let damageKey = "damage"
}
