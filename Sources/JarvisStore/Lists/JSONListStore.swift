// SPDX-License-Identifier: GPL-3.0-or-later
// Lists on disk: one small JSON document, replaced atomically on every change.

public import JarvisCore
public import JarvisPlatform

/// Stores lists in one file that several processes may change:
///
///     {"format":"jarvis-lists","version":1,
///      "lists":[{"name":"shopping"}],"items":[{"list":"shopping","text":"milk"}]}
///
/// Each item is a separate object, so a damaged file loses as few items as possible. The file is renamed to
/// `<path>.damaged-<n>`, and its readable entries stay in use. Unknown keys survive.
public actor JSONListStore: ListStore {
    private let executor: WorkerExecutor
    private nonisolated let document: EntryDocument

    /// Faults found in the file; empty if there are none.
    public nonisolated var notices: [Notice] { document.notices }

    /// - Parameter path: Usually `<data>/lists.json`.
    public init(path: String, system: FileSystem = FileSystem()) {
        executor = WorkerExecutor(name: "lists")
        document = EntryDocument(
            JSONDocumentFile(path: path, system: system), format: "jarvis-lists",
            arrays: [
                EntryDocument.Entries(
                    key: "lists", isReadable: ListDocument.isReadable, isEntry: ListDocument.isList),
                EntryDocument.Entries(
                    key: "items", isReadable: ListDocument.isReadable, isEntry: ListDocument.isItem),
            ], damaged: { .listsDamaged(path: $0, reason: $1, keptAs: $2) })
    }

    /// The store's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// All lists, oldest first.
    /// - Throws: `StoreFailure.damaged` if the file is unreadable and nothing could be salvaged from it.
    public func lists() async throws -> [NamedList] {
        guard let object = try document.load() else { return [] }
        let lists = ListDocument.lists(of: object)
        if lists.isEmpty { try document.checkSalvaged(object) }
        return lists
    }

    /// Changes lists atomically with respect to other processes, in one write.
    public func update<Result: Sendable>(
        _ change: @escaping @Sendable (inout [NamedList]) -> Result
    ) async throws -> Result {
        try document.change { object in
            let before = ListDocument.lists(of: object)
            var lists = before
            let result = change(&lists)
            lists = lists.map(\.withoutInvisibles)
            if lists != before { ListDocument.write(lists, into: &object) }
            return result
        }
    }

    /// Yields after each change of the file by any process, buffering at most one. Reports changes by this process even
    /// if the file cannot be watched.
    public nonisolated func changes() -> AsyncStream<Void> { document.watch.changes() }
}
