// SPDX-License-Identifier: GPL-3.0-or-later
// A history without a disk: the conversation of a session that must leave nothing behind.

public import JarvisCore
public import JarvisPlatform

/// Keeps messages in memory only; they are gone with the process.
public actor MemoryConversationStore: ConversationStore {
    private let clock: any WallClock
    private var random = SystemRandomNumberGenerator()
    private var messages: [Message] = []
    private var last: ULID?
    /// Identities of this session's messages, also of those that are gone.
    private var issued: Set<MessageID> = []
    /// Identities of messages whose session is forgotten: nothing brings them back.
    private var forgotten: Set<MessageID> = []
    private let broadcast = Broadcast<HistoryChange>()

    /// - Parameter clock: gives messages their time.
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

    /// A message of a session that is forgotten: it is not kept, neither here nor elsewhere.
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

    /// Messages of a session that is forgotten stay so.
    public func restore(_ back: [Message]) async throws {
        let known = Set(messages.map(\.id))
        let missing = back.filter { !known.contains($0.id) && !forgotten.contains($0.id) }
        messages = (messages + missing).sorted { $0.id < $1.id }
        if !missing.isEmpty { tell(.restored(missing)) }
    }

    /// True for a message that was said in this session or in one before it.
    func hasIssued(_ id: MessageID) -> Bool { issued.contains(id) || forgotten.contains(id) }

    /// Ends the session: what is said from now on belongs to the next one.
    func forgetSession() {
        forgotten.formUnion(issued)
        issued = []
        guard !messages.isEmpty else { return }
        messages = []
        tell(.cleared)
    }

    /// Told even when nothing is left: undo, which keeps deleted messages, has to know.
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
