// SPDX-License-Identifier: GPL-3.0-or-later
// Undoing the deletion of history messages.

import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisDesktop

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct DeletedMessagesTests {
    private let history = FakeConversationStore()
    private let settings = FakeSettingsStore()
    private let clock = FakeWallClock()
    private let full = StoreFailure.diskFull(path: "/history")

    private func messages(_ texts: String...) async throws -> [Message] {
        for text in texts {
            _ = try await history.append(
                MessageDraft(turn: TurnID(rawValue: 1), kind: .user, text: text, source: .typed))
        }
        return history.messages
    }

    @Test func theLastDeletedMessageIsRestoredFirst() async throws {
        let deleted = DeletedMessages(history, settings, clock: clock)
        let messages = try await messages("a", "b", "c")
        try await deleted.delete(messages[2])
        try await deleted.delete(messages[0])
        #expect(try await deleted.restoreLast() == messages[0])
        #expect(history.messages.map(\.text) == ["a", "b"])
        #expect(try await deleted.restoreLast() != nil)
        #expect(history.messages == messages)
        #expect(deleted.isEmpty)
        #expect(try await deleted.restoreLast() == nil)
    }

    /// Undo compares it with the time of the last cancelled reminder.
    @Test func theNewestDeletionTimeIsTracked() async throws {
        let deleted = DeletedMessages(history, settings, clock: clock)
        let messages = try await messages("a", "b")
        let start = clock.now()
        try await deleted.delete(messages[0])
        clock.advance(by: .seconds(5))
        try await deleted.delete(messages[1])
        #expect(deleted.newest == clock.now())
        history.fail(with: full)
        await #expect(throws: full) { try await deleted.restoreLast() }
        #expect(deleted.newest == clock.now(), "it is still the next")
        history.fail(with: nil)
        _ = try await deleted.restoreLast()
        #expect(deleted.newest == start)
        _ = try await deleted.restoreLast()
        #expect(deleted.newest == nil)
    }

    @Test func undoPicksTheNewerOfMessageAndReminder() {
        let opened = clock.now()
        func next(_ message: Int64?, _ reminder: Int64?) -> HistoryUndo.Change? {
            HistoryUndo.next(
                message: message.map { opened.advanced(by: .seconds($0)) },
                reminder: reminder.map { opened.advanced(by: .seconds($0)) }, since: opened)
        }
        #expect(
            next(1, 2) == .reminder && next(2, 1) == .message && next(nil, 1) == .reminder && next(1, nil) == .message)
        #expect(next(-9, -1) == .message && next(nil, -1) == nil, "canceled elsewhere")
        #expect(next(nil, nil) == nil)
    }

    @Test func aFailedRestoreCanBeRetried() async throws {
        let deleted = DeletedMessages(history, settings, clock: clock)
        let messages = try await messages("a")
        try await deleted.delete(messages[0])
        history.fail(with: full)
        await #expect(throws: full) { try await deleted.restoreLast() }
        history.fail(with: nil)
        #expect(try await deleted.restoreLast() != nil)
        #expect(history.messages == messages)
    }

    @Test func failedDeletionsCannotBeUndone() async throws {
        let deleted = DeletedMessages(history, settings, clock: clock)
        let messages = try await messages("a")
        history.fail(with: full)
        await #expect(throws: full) { try await deleted.delete(messages[0]) }
        #expect(deleted.isEmpty)
    }

    @Test func replacingTheHistoryClearsUndo() async throws {
        let deleted = DeletedMessages(history, settings, clock: clock)
        let messages = try await messages("a", "b")
        try await deleted.delete(messages[0])
        await yieldUntil { history.isObserved }
        history.replace(with: [])
        await yieldUntil { deleted.isEmpty }
        #expect(deleted.isEmpty)
    }

    @Test func deletingEverythingClearsUndo() async throws {
        let deleted = DeletedMessages(history, settings, clock: clock)
        let messages = try await messages("a", "b")
        try await deleted.delete(messages[0])
        await yieldUntil { history.isObserved }
        try await history.deleteAll()
        await yieldUntil { deleted.isEmpty }
        #expect(deleted.isEmpty)
    }

    @Test func sessionAndDiskDeletionsAreSeparate() async throws {
        let deleted = DeletedMessages(history, settings, clock: clock)
        let messages = try await messages("kept", "of the session")
        try await deleted.delete(messages[0])
        try settings.update { $0.history.isSessionOnly = true }
        #expect(deleted.isEmpty)
        try await deleted.delete(messages[1])
        try settings.update { $0.history.isSessionOnly = false }
        #expect(try await deleted.restoreLast() != nil)
        #expect(history.messages.map(\.text) == ["kept"])
        #expect(deleted.isEmpty)
    }

    @Test func oldDeletionsAreForgotten() async throws {
        let deleted = DeletedMessages(history, settings, clock: clock)
        for _ in 0...DeletedMessages.limit { _ = try await messages("x") }
        for message in history.messages { try await deleted.delete(message) }
        while try await deleted.restoreLast() != nil {}
        #expect(history.messages.count == DeletedMessages.limit)
    }
}
