// SPDX-License-Identifier: GPL-3.0-or-later
// Ports to the stored data: the conversation history, settings and reminders.

/// A page of history, oldest message first.
public struct HistoryPage: Sendable, Equatable {
    public var messages: [Message]
    public var hasEarlier: Bool

    public init(messages: [Message], hasEarlier: Bool) {
        self.messages = messages
        self.hasEarlier = hasEarlier
    }
}

/// A change of the history.
public enum HistoryChange: Sendable, Equatable {
    case appended(Message)
    case deleted([MessageID])
    case restored([Message])
    case cleared
    /// More has changed than can be listed, so reload the history.
    case replaced
}

/// Problems that a history store has found and users should know about.
public struct StoreReport: Hashable, Sendable {
    /// Lines that could not be read.
    public var damagedLineCount: Int
    /// The file they were moved to; nil if they had to stay in place.
    public var quarantinePath: String?
    /// Why nothing can be written; nil if it can.
    public var writeFailure: StoreFailure?

    public init(damagedLineCount: Int = 0, quarantinePath: String? = nil, writeFailure: StoreFailure? = nil) {
        self.damagedLineCount = damagedLineCount
        self.quarantinePath = quarantinePath
        self.writeFailure = writeFailure
    }

    /// Notices for people; empty when all is well.
    public var notices: [Notice] {
        var notices: [Notice] = []
        if damagedLineCount > 0 {
            notices.append(.historyDamaged(lineCount: damagedLineCount, quarantine: quarantinePath))
        }
        if let writeFailure { notices.append(.historyNotWritten(writeFailure)) }
        return notices
    }
}

/// The results of a search so far.
public struct SearchProgress: Sendable, Equatable {
    /// The newest matches, newest first, up to the requested number.
    public var messages: [Message]
    /// Total matches so far.
    public var count: Int
    /// True once the search is complete.
    public var isComplete: Bool

    public init(messages: [Message], count: Int, isComplete: Bool) {
        self.messages = messages
        self.count = count
        self.isComplete = isComplete
    }
}

/// How history is exported.
public enum HistoryExportFormat: String, Sendable, CaseIterable {
    case json, markdown
}

/// The result of an import.
public struct HistoryImportResult: Sendable, Hashable {
    public var addedCount: Int
    /// Messages that already existed.
    public var duplicateCount: Int
    /// Entries of the document that are not messages.
    public var skippedCount: Int

    public init(addedCount: Int = 0, duplicateCount: Int = 0, skippedCount: Int = 0) {
        self.addedCount = addedCount
        self.duplicateCount = duplicateCount
        self.skippedCount = skippedCount
    }
}

/// The conversation history. Errors are `StoreFailure`.
public protocol ConversationStore: AnyObject, Sendable {
    /// The problems found, after checking every file.
    func report() async -> StoreReport
    /// Saves a message; returns once it is durable.
    func append(_ draft: MessageDraft) async throws -> Message
    /// The `limit` messages before `id` (nil: the newest).
    func page(before id: MessageID?, limit: Int) async throws -> HistoryPage
    /// Messages that contain every word of `query`, case- and diacritic-insensitively, newest first.
    func search(_ query: String, kinds: Set<MessageKind>?, limit: Int) async throws -> [Message]
    /// Like `search`, but among the messages before `id` (nil: among all), and with progress: first the newest matches,
    /// then the total. Only the latest progress is buffered. Dropping the stream ends the search.
    func finds(
        _ query: String, kinds: Set<MessageKind>?, before id: MessageID?, limit: Int
    ) -> AsyncThrowingStream<SearchProgress, any Error>
    func message(_ id: MessageID) async throws -> Message
    func delete(_ ids: [MessageID]) async throws
    /// Deletes messages and leaves no trace on disk; a caller that still holds them can restore them.
    /// - Parameter turn: The turn that requests it. No further message of it is stored, since it may quote what it
    ///   deletes.
    func erase(_ ids: [MessageID], askedIn turn: TurnID?) async throws
    /// Restores deleted messages, to undo `delete` or `erase`.
    func restore(_ messages: [Message]) async throws
    func deleteAll() async throws
    /// Deletes everything in one step and returns it, oldest first, for undo.
    /// - Returns: nil, with nothing deleted, if there are more than `limit` messages.
    func takeAll(limit: Int) async throws -> [Message]?
    /// The whole history as a document in this format.
    func export(_ format: HistoryExportFormat) async throws -> String
    /// Adds the messages of a JARVIS JSON export or of a list `[{"role":"user","content":"…"},…]` in chronological
    /// order; existing ones are skipped.
    func importDocument(_ document: String) async throws -> HistoryImportResult
    /// All changes from now on, including those of this process; buffered without limit.
    func changes() async -> AsyncStream<HistoryChange>
}

extension ConversationStore {
    /// The default for stores without a disk, which have nothing to overwrite.
    public func erase(_ ids: [MessageID], askedIn turn: TurnID?) async throws { try await delete(ids) }

    /// The default for stores that support no import.
    public func importDocument(_ document: String) async throws -> HistoryImportResult {
        throw StoreFailure.invalidImport(.notSupported)
    }

    /// The default, which reports all matches of `search` at once.
    public func finds(
        _ query: String, kinds: Set<MessageKind>?, before id: MessageID?, limit: Int
    ) -> AsyncThrowingStream<SearchProgress, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    let all = try await self.search(query, kinds: kinds, limit: .max)
                    let earlier = all.filter { message in id.map { message.id < $0 } ?? true }
                    continuation.yield(
                        SearchProgress(
                            messages: Array(earlier.prefix(limit)), count: earlier.count, isComplete: true))
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

extension ConversationStore {
    /// About this many of the newest turns, assuming that each has a question and an answer.
    public func newest(turns: Int) async throws -> [Message] {
        try await page(before: nil, limit: 2 * min(turns, 10_000) + 2).messages
    }
}

/// The user's settings, with the file behind them.
public protocol SettingsStore: AnyObject, Sendable {
    var current: Settings { get }
    /// Problems in the file when it was read; empty if none.
    var notices: [Notice] { get }
    /// Changes the settings: at once for readers, then in the file without blocking the caller.
    /// - Parameter change: May be called again, on top of what another process has written in the meantime.
    /// - Returns: A task that ends when the change is in the file. If it throws a `StoreFailure`, the change applies
    ///   only until the program ends.
    /// - Throws: `SettingError` if the change leaves a setting outside its range; then nothing changes.
    @discardableResult
    func update(_ change: @escaping @Sendable (inout Settings) throws -> Void) throws -> Task<Void, any Error>
    /// Returns once every change so far has been written or has failed.
    func settle() async
    /// All changes from now on, by any process; only the newest is buffered.
    func changes() -> AsyncStream<Settings>
}

/// Timers, alarms and reminders that survive restarts. Errors are `StoreFailure`.
public protocol ReminderStore: AnyObject, Sendable {
    /// All pending reminders, soonest first. Throws if the file is damaged, instead of returning an empty list.
    func pending() async throws -> [Reminder]
    func add(_ reminder: Reminder) async throws
    func remove(_ ids: [String]) async throws
    /// Atomically changes those of the reminders that still exist; `change` returns nil to remove one.
    func update(_ ids: [String], _ change: @escaping @Sendable (Reminder) -> Reminder?) async throws
    /// Yields whenever pending reminders change, also through another process.
    func changes() -> AsyncStream<Void>
    /// Problems in the stored data that the store has repaired.
    var notices: [Notice] { get async }
}

extension ReminderStore {
    public var notices: [Notice] { [] }
}
