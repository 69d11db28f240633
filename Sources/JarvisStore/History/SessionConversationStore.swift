// SPDX-License-Identifier: GPL-3.0-or-later
// The history that follows the setting `history.session-only`: while it is on, the one in memory, which is forgotten
// when it is turned off; else the one on disk.

public import JarvisCore
import Synchronization

/// Passes each call to the current history.
public final class SessionConversationStore: ConversationStore {
    private let kept: any ConversationStore
    private let session: MemoryConversationStore
    private let settings: any SettingsStore
    /// The turns that the session has accepted, also after it is forgotten: their later messages belong to it.
    private let turns = Mutex<Set<TurnID>>([])

    /// - Parameters:
    ///   - kept: the history on disk; not touched while the setting is on.
    ///   - clock: gives messages in memory their time.
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
    /// A message of a turn that the session has accepted never reaches the disk: once the session is forgotten it is
    /// answered and not kept.
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
    /// Puts messages back where they came from: a word of a session never reaches the disk, and is not taken back once
    /// the session is forgotten.
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
        let (stream, continuation) = AsyncStream.makeStream(of: HistoryChange.self)
        let begin = isSessionOnly
        let inMemory = await session.changes()
        let turns = settings.changes()
        // The disk is not touched before the setting allows it.
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
                        if !isFollowed { group.addTask { await follow(await kept.changes()) } }
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
