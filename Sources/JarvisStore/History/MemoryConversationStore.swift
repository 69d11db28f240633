// SPDX-License-Identifier: GPL-3.0-or-later
// A history that stays in memory, for sessions that must leave no trace.

public import JarvisCore
public import JarvisPlatform

/// Stores messages in memory only; they disappear with the process.
public actor MemoryConversationStore: ConversationStore {
    private let clock: any WallClock
    private var random = SystemRandomNumberGenerator()
    private var messages: [Message] = []
    private var last: ULID?
    /// The IDs of all messages of this session, including deleted ones.
    private var issued: Set<MessageID> = []
    /// The IDs of messages from ended sessions, which can never be restored.
    private var forgotten: Set<MessageID> = []
    /// Unbounded, because observers rebuild their state from every change.
    private let broadcast = Broadcast<HistoryChange>(bufferingPolicy: .unbounded)

    /// - Parameter clock: Provides the times of messages.
    public init(clock: any WallClock = SystemWallClock()) {
        self.clock = clock
    }

    public func report() async -> StoreReport { StoreReport() }

    public func append(_ draft: MessageDraft) async throws -> Message {
        let message = make(draft)
        issued.insert(message.id)
        messages.append(message)
        tell(.appended(message))
        return message
    }

    /// Creates a message of an ended session without storing it.
    func issue(_ draft: MessageDraft) -> Message {
        let message = make(draft)
        forgotten.insert(message.id)
        return message
    }

    private func make(_ draft: MessageDraft) -> Message {
        let now = clock.now()
        let id = ULID(at: now, after: last, using: &random)
        last = id
        return Message(id: MessageID(rawValue: id.text), createdAt: now, draft: draft)
    }

    public func page(before id: MessageID?, limit: Int) async throws -> HistoryPage {
        let end = id.map { id in messages.firstIndex { $0.id >= id } ?? messages.count } ?? messages.count
        let start = max(0, end - max(0, limit))
        return HistoryPage(messages: Array(messages[start..<end]), hasEarlier: start > 0)
    }

    public func search(_ query: String, kinds: Set<MessageKind>?, limit: Int) async throws -> [Message] {
        let query = SearchQuery(query, kinds: kinds)
        var texts: [UInt8] = []
        var ends: [Int] = []
        for message in messages {
            texts += SearchFolding.fold(message.text)
            ends.append(texts.count)
            texts.append(0x0A)
        }
        let found = texts.withUnsafeBytes { query.matches(in: $0, positions: 0..<ends.count) { ends[$0] } }
        return Array(
            found.reversed().lazy.map { self.messages[$0] }.filter { query.kinds?.contains($0.kind) ?? true }
                .prefix(max(0, limit)))
    }

    public func message(_ id: MessageID) async throws -> Message {
        guard let message = messages.first(where: { $0.id == id }) else { throw StoreFailure.unknownMessage(id) }
        return message
    }

    public func delete(_ ids: [MessageID]) async throws {
        for id in ids { _ = try await message(id) }
        let gone = Set(ids)
        messages.removeAll { gone.contains($0.id) }
        if !ids.isEmpty { tell(.deleted(ids)) }
    }

    /// Restores messages, except those of ended sessions.
    public func restore(_ back: [Message]) async throws {
        let known = Set(messages.map(\.id))
        let missing = back.filter { !known.contains($0.id) && !forgotten.contains($0.id) }
        messages = (messages + missing).sorted { $0.id < $1.id }
        if !missing.isEmpty { tell(.restored(missing)) }
    }

    /// True for a message of this session or an ended one.
    func hasIssued(_ id: MessageID) -> Bool { issued.contains(id) || forgotten.contains(id) }

    /// Ends the session and drops its messages.
    func forgetSession() {
        forgotten.formUnion(issued)
        issued = []
        guard !messages.isEmpty else { return }
        messages = []
        tell(.cleared)
    }

    /// Reports the change even if there were no messages, because undo may hold deleted ones.
    public func deleteAll() async throws {
        messages = []
        tell(.cleared)
    }

    public func takeAll(limit: Int) async throws -> [Message]? {
        guard messages.count <= limit else { return nil }
        defer {
            messages = []
            tell(.cleared)
        }
        return messages
    }

    public func export(_ format: HistoryExportFormat) async throws -> String {
        HistoryExport.document(messages, format, clock: clock)
    }

    public func changes() async -> AsyncStream<HistoryChange> { broadcast.stream() }

    private func tell(_ change: HistoryChange) { broadcast.send(change) }
}
