// SPDX-License-Identifier: GPL-3.0-or-later
// An in-memory history.

public import JarvisCore
import Synchronization

/// A conversation store without a disk.
public final class FakeConversationStore: ConversationStore {
    private struct State {
        var messages: [Message] = []
        var failure: StoreFailure?
        var nextNumber = 0
        /// Ends when pages are delivered again.
        var holding: (stream: AsyncStream<Void>, continuation: AsyncStream<Void>.Continuation)?
        var heldPageCount = 0
    }

    private let state = Mutex(State())
    private let observers = Broadcast<HistoryChange>()
    private let clock: any WallClock

    public init(clock: any WallClock = FakeWallClock(), messages: [Message] = []) {
        self.clock = clock
        state.withLock { $0.messages = messages }
    }

    public var messages: [Message] { state.withLock { $0.messages } }

    /// Makes every later write fail; nil ends that.
    public func fail(with failure: StoreFailure?) { state.withLock { $0.failure = failure } }

    /// Reads later pages as before, but delivers them only after `releasePages`.
    public func holdPages() { state.withLock { $0.holding = AsyncStream.makeStream(of: Void.self) } }

    /// The number of pages that were read and are held.
    public var heldPageCount: Int { state.withLock { $0.heldPageCount } }

    public func releasePages() {
        state.withLock { state in
            state.holding?.continuation.finish()
            state.holding = nil
        }
    }

    public func report() async -> StoreReport { StoreReport() }

    public func append(_ draft: MessageDraft) async throws -> Message {
        let now = clock.now()
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            state.nextNumber += 1
            let message = Message(id: Self.id(state.nextNumber), createdAt: now, draft: draft)
            state.messages.append(message)
            observers.send(.appended(message))
            return message
        }
    }

    public func page(before id: MessageID?, limit: Int) async throws -> HistoryPage {
        let (page, holding) = state.withLock { state in
            if state.holding != nil { state.heldPageCount += 1 }
            return (Self.page(of: state, before: id, limit: limit), state.holding?.stream)
        }
        if let holding { for await _ in holding {} }
        return page
    }

    private static func page(of state: State, before id: MessageID?, limit: Int) -> HistoryPage {
        var (low, high) = (0, state.messages.count)
        while let id, low < high {
            let middle = (low + high) / 2
            if state.messages[middle].id < id { low = middle + 1 } else { high = middle }
        }
        let earlier = state.messages[..<high]
        return HistoryPage(messages: Array(earlier.suffix(limit)), hasEarlier: earlier.count > limit)
    }

    public func search(_ query: String, kinds: Set<MessageKind>?, limit: Int) async throws -> [Message] {
        let words = query.lowercased().split(separator: " ")
        let found = state.withLock { $0.messages }.filter { message in
            (kinds?.contains(message.kind) ?? true) && words.allSatisfy { message.text.lowercased().contains($0) }
        }
        return Array(found.reversed().prefix(limit))
    }

    public func message(_ id: MessageID) async throws -> Message {
        guard let message = messages.first(where: { $0.id == id }) else { throw StoreFailure.unknownMessage(id) }
        return message
    }

    public func delete(_ ids: [MessageID]) async throws {
        try change(.deleted(ids)) { $0.removeAll { ids.contains($0.id) } }
    }

    public func restore(_ messages: [Message]) async throws {
        try change(.restored(messages)) { own in
            own += messages
            own.sort { $0.id < $1.id }
        }
    }

    public func deleteAll() async throws {
        try change(.cleared) { $0 = [] }
    }

    /// Replaces the history.
    public func replace(with messages: [Message]) {
        state.withLock { state in
            state.messages = messages
            observers.send(.replaced)
        }
    }

    public func takeAll(limit: Int) async throws -> [Message]? {
        let all = messages
        guard all.count <= limit else { return nil }
        try await deleteAll()
        return all
    }

    public func export(_ format: HistoryExportFormat) async throws -> String {
        messages.map(\.text).joined(separator: "\n")
    }

    /// True if changes are observed.
    public var isObserved: Bool { observers.isObserved }

    public func changes() async -> AsyncStream<HistoryChange> {
        observers.stream()
    }

    private func change(_ change: HistoryChange, _ apply: (inout [Message]) -> Void) throws {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            apply(&state.messages)
            observers.send(change)
        }
    }

    private static func id(_ number: Int) -> MessageID {
        let digits = String(number)
        return MessageID(rawValue: String(repeating: "0", count: 26 - digits.count) + digits)
    }
}
