// SPDX-License-Identifier: GPL-3.0-or-later
// The history behind its lock: while locked, new messages are stored but none can be read.

public import JarvisCore

/// Forwards calls to another store. While locked, throws `StoreFailure.locked` for anything but `append` and `report`.
public final class LockedConversationStore: ConversationStore {
    private let store: any ConversationStore
    private let lock: HistoryLock

    public init(_ store: any ConversationStore, lock: HistoryLock) {
        self.store = store
        self.lock = lock
    }

    /// The store, if it is unlocked.
    private var open: any ConversationStore {
        get throws(StoreFailure) {
            if lock.isLocked { throw .locked }
            return store
        }
    }

    public func report() async -> StoreReport { await store.report() }
    public func append(_ draft: MessageDraft) async throws -> Message { try await store.append(draft) }
    public func page(before id: MessageID?, limit: Int) async throws -> HistoryPage {
        try await open.page(before: id, limit: limit)
    }
    public func search(_ query: String, kinds: Set<MessageKind>?, limit: Int) async throws -> [Message] {
        try await open.search(query, kinds: kinds, limit: limit)
    }
    public func finds(
        _ query: String, kinds: Set<MessageKind>?, before id: MessageID?, limit: Int
    ) -> AsyncThrowingStream<SearchProgress, any Error> {
        guard !lock.isLocked else { return AsyncThrowingStream { $0.finish(throwing: StoreFailure.locked) } }
        return store.finds(query, kinds: kinds, before: id, limit: limit)
    }
    public func message(_ id: MessageID) async throws -> Message { try await open.message(id) }
    public func delete(_ ids: [MessageID]) async throws { try await open.delete(ids) }
    public func erase(_ ids: [MessageID], askedIn turn: TurnID?) async throws {
        try await open.erase(ids, askedIn: turn)
    }
    public func restore(_ messages: [Message]) async throws { try await open.restore(messages) }
    public func deleteAll() async throws { try await open.deleteAll() }
    public func takeAll(limit: Int) async throws -> [Message]? { try await open.takeAll(limit: limit) }
    public func export(_ format: HistoryExportFormat) async throws -> String { try await open.export(format) }
    public func importDocument(_ document: String) async throws -> HistoryImportResult {
        try await open.importDocument(document)
    }

    /// Yields changes while unlocked, and `replaced` on unlocking, because anything may have changed since.
    public func changes() async -> AsyncStream<HistoryChange> {
        // Unbounded, because observers rebuild their state from every change.
        let (stream, continuation) = AsyncStream.makeStream(of: HistoryChange.self, bufferingPolicy: .unbounded)
        let (inner, turns) = (await store.changes(), lock.changes())
        let following = Task { [lock] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await change in inner where !lock.isLocked { continuation.yield(change) }
                    continuation.finish()
                }
                group.addTask {
                    for await isLocked in turns where !isLocked { continuation.yield(.replaced) }
                }
            }
        }
        continuation.onTermination = { _ in following.cancel() }
        return stream
    }
}
