// SPDX-License-Identifier: GPL-3.0-or-later
// Ports of what is kept on disk.

/// A page of history, oldest message first.
public struct HistoryPage: Sendable, Equatable {
    public var messages: [Message]
    public var hasEarlier: Bool

    public init(messages: [Message], hasEarlier: Bool) {
        self.messages = messages
        self.hasEarlier = hasEarlier
    }
}

/// What changed in the history.
public enum HistoryChange: Sendable, Equatable {
    case appended(Message)
    case deleted([MessageID])
    case restored([Message])
    case cleared
    /// More has changed than is worth telling: look again.
    case replaced
}

/// Findings of the store that people should know.
public struct StoreReport: Hashable, Sendable {
    /// Lines that could not be read.
    public var damagedLineCount: Int
    /// Where they were set aside; nil when they had to stay where they are.
    public var quarantinePath: String?
    /// Set when nothing can be written, with the reason.
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
    /// The newest finds, newest first, at most as many as were asked for.
    public var messages: [Message]
    /// How many there are in all, as far as has been looked.
    public var count: Int
    /// True when everything has been looked at.
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
    /// Messages that were there already.
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
    /// The findings so far; looks through everything first.
    func report() async -> StoreReport
    /// Keeps a message; returns once it is durable.
    func append(_ draft: MessageDraft) async throws -> Message
    /// The `limit` messages before `id` (nil: the newest).
    func page(before id: MessageID?, limit: Int) async throws -> HistoryPage
    /// Messages that contain every word of `query`, case- and diacritic-insensitively, newest first.
    func search(_ query: String, kinds: Set<MessageKind>?, limit: Int) async throws -> [Message]
    /// Like `search` among the messages before `id` (nil: among all), told as it goes: the newest finds as soon as
    /// there are any, and in the end how many there are. Only the newest progress is buffered; the search ends
    /// with its listener.
    func finds(
        _ query: String, kinds: Set<MessageKind>?, before id: MessageID?, limit: Int
    ) -> AsyncThrowingStream<SearchProgress, any Error>
    func message(_ id: MessageID) async throws -> Message
    func delete(_ ids: [MessageID]) async throws
    /// Deletes messages and leaves nothing of them on the disk; a caller that still holds them can restore them.
    /// - Parameter turn: The turn that asks for it, of which nothing else is kept either: it may repeat what it deletes.
    func erase(_ ids: [MessageID], askedIn turn: TurnID?) async throws
    /// Brings deleted messages back (undo).
    func restore(_ messages: [Message]) async throws
    func deleteAll() async throws
    /// Deletes everything and hands it over, oldest first, so that it can be restored; nothing comes in between.
    /// - Returns: nil, and nothing is deleted, when there are more than `limit` messages.
    func takeAll(limit: Int) async throws -> [Message]?
    /// The whole history as a document.
    func export(_ format: HistoryExportFormat) async throws -> String
    /// Adds the messages of an own JSON export or of a list `[{"role":"user","content":"…"},…]` at their places in time;
    /// those that are there already are skipped.
    func importDocument(_ document: String) async throws -> HistoryImportResult
    /// Changes from now on, this process's own included; buffered without limit.
    func changes() async -> AsyncStream<HistoryChange>
}

extension ConversationStore {
    /// Where nothing is on a disk.
    public func erase(_ ids: [MessageID], askedIn turn: TurnID?) async throws { try await delete(ids) }

    /// Nothing can be imported.
    public func importDocument(_ document: String) async throws -> HistoryImportResult {
        throw StoreFailure.invalidImport(.notSupported)
    }

    /// All at once, by `search`.
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
    /// The messages of about as many turns; most have a question and an answer.
    public func newest(turns: Int) async throws -> [Message] {
        try await page(before: nil, limit: 2 * min(turns, 10_000) + 2).messages
    }
}

/// The settings file.
public protocol SettingsStore: AnyObject, Sendable {
    var current: Settings { get }
    /// The faults of the file when it was read; empty when it had none.
    var notices: [Notice] { get }
    /// Changes settings: at once for readers, and then in the file, which does not block the caller.
    /// - Parameter change: may be called again, with what another process has written meanwhile.
    /// - Returns: ends when the change is in the file; a `StoreFailure` says why it could not be kept, and it then holds
    ///   until the program ends.
    /// - Throws: `SettingError` when the change leaves a setting outside its range; nothing is changed then.
    @discardableResult
    func update(_ change: @escaping @Sendable (inout Settings) throws -> Void) throws -> Task<Void, any Error>
    /// Returns once every change so far has been written, or has failed to be.
    func settle() async
    /// Every change from now on, by any process; only the newest is buffered.
    func changes() -> AsyncStream<Settings>
}

/// Timers, alarms and reminders, surviving restarts. Errors are `StoreFailure`.
public protocol ReminderStore: AnyObject, Sendable {
    /// All that are pending, soonest first. A damaged file is a failure, not an empty list.
    func pending() async throws -> [Reminder]
    func add(_ reminder: Reminder) async throws
    func remove(_ ids: [String]) async throws
    /// Changes those of these that are still there, all at once; nil removes one.
    func update(_ ids: [String], _ change: @escaping @Sendable (Reminder) -> Reminder?) async throws
    /// Yields whenever the pending ones change, also by another process.
    func changes() -> AsyncStream<Void>
    /// What was found wrong with what is kept, although it could be mended.
    var notices: [Notice] { get async }
}

extension ReminderStore {
    public var notices: [Notice] { [] }
}
