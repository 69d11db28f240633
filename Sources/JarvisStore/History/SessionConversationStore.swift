// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the history by the setting `history.session-only`: the one in memory while it is on, the one on disk
// otherwise. Turning it off drops the history in memory.

public import JarvisCore
import Synchronization

/// Forwards each call to the current history.
public final class SessionConversationStore: ConversationStore {
    private let kept: any ConversationStore
    private let session: MemoryConversationStore
    private let settings: any SettingsStore
    /// Turns begun in a session, kept after it ends, because their later messages belong to it too.
    private let turns = Mutex<Set<TurnID>>([])

    /// - Parameters:
    ///   - kept: The history on disk; never touched while the setting is on.
    ///   - clock: Provides the times of messages in memory.
    public init(_ kept: any ConversationStore, settings: any SettingsStore, clock: any WallClock) {
        self.kept = kept
        self.settings = settings
        session = MemoryConversationStore(clock: clock)
    }

    private var isSessionOnly: Bool { settings.current.history.isSessionOnly }

    private var current: any ConversationStore {
        get async {
            if isSessionOnly { return session }
            await session.forgetSession()
            return kept
        }
    }

    public func report() async -> StoreReport { await current.report() }
    /// Keeps every message of a turn that began in a session off the disk. Once the session has ended, returns such a
    /// message without storing it.
    public func append(_ draft: MessageDraft) async throws -> Message {
        let isOn = isSessionOnly
        let isOfSession = turns.withLock { turns in
            if isOn { turns.insert(draft.turn) }
            return turns.contains(draft.turn)
        }
        if isOn { return try await session.append(draft) }
        let store = await current
        if isOfSession { return await session.issue(draft) }
        return try await store.append(draft)
    }
    public func page(before id: MessageID?, limit: Int) async throws -> HistoryPage {
        try await current.page(before: id, limit: limit)
    }
    public func search(_ query: String, kinds: Set<MessageKind>?, limit: Int) async throws -> [Message] {
        try await current.search(query, kinds: kinds, limit: limit)
    }
    public func finds(
        _ query: String, kinds: Set<MessageKind>?, before id: MessageID?, limit: Int
    ) -> AsyncThrowingStream<SearchProgress, any Error> {
        let store: any ConversationStore = isSessionOnly ? session : kept
        return store.finds(query, kinds: kinds, before: id, limit: limit)
    }
    public func message(_ id: MessageID) async throws -> Message { try await current.message(id) }
    public func delete(_ ids: [MessageID]) async throws { try await current.delete(ids) }
    public func erase(_ ids: [MessageID], askedIn turn: TurnID?) async throws {
        try await current.erase(ids, askedIn: turn)
    }
    /// Restores messages to the history they came from. A session's messages never reach the disk, and are not restored
    /// once the session has ended.
    public func restore(_ messages: [Message]) async throws {
        var ofSession: [Message] = []
        var ofDisk: [Message] = []
        for message in messages {
            if await session.hasIssued(message.id) { ofSession.append(message) } else { ofDisk.append(message) }
        }
        if isSessionOnly, !ofSession.isEmpty { try await session.restore(ofSession) }
        if !ofDisk.isEmpty { try await kept.restore(ofDisk) }
    }
    public func deleteAll() async throws { try await current.deleteAll() }
    public func takeAll(limit: Int) async throws -> [Message]? { try await current.takeAll(limit: limit) }
    public func export(_ format: HistoryExportFormat) async throws -> String { try await current.export(format) }
    public func importDocument(_ document: String) async throws -> HistoryImportResult {
        guard !isSessionOnly else { throw StoreFailure.invalidImport(.sessionOnly) }
        return try await current.importDocument(document)
    }

    public func changes() async -> AsyncStream<HistoryChange> {
        // Unbounded, because observers rebuild their state from every change.
        let (stream, continuation) = AsyncStream.makeStream(of: HistoryChange.self, bufferingPolicy: .unbounded)
        let begin = isSessionOnly
        let inMemory = await session.changes()
        let turns = settings.changes()
        // Don't touch the disk before the setting allows it.
        let onDisk = begin ? nil : await kept.changes()
        let following = Task { [kept, session, settings] in
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await change in inMemory where settings.current.history.isSessionOnly {
                        continuation.yield(change)
                    }
                }
                let follow: @Sendable (AsyncStream<HistoryChange>) async -> Void = { changes in
                    for await change in changes where !settings.current.history.isSessionOnly {
                        continuation.yield(change)
                    }
                }
                var isFollowed = false
                if let onDisk {
                    group.addTask { await follow(onDisk) }
                    isFollowed = true
                }
                var isOn = begin
                for await settings in turns where settings.history.isSessionOnly != isOn {
                    isOn = settings.history.isSessionOnly
                    if !isOn {
                        await session.forgetSession()
                        if !isFollowed {
                            // Subscribe before observers read the history, so no change falls in between.
                            let changes = await kept.changes()
                            group.addTask { await follow(changes) }
                        }
                        isFollowed = true
                    }
                    continuation.yield(.replaced)
                }
            }
        }
        continuation.onTermination = { _ in following.cancel() }
        return stream
    }
}
