// SPDX-License-Identifier: GPL-3.0-or-later
// Messages that were deleted one by one and can be restored, the last one first. Only memory still holds them.

import JarvisCore
import JarvisStore

/// Deletes messages and restores them for as long as the program runs, even if panes open and close in between.
@MainActor
public final class DeletedMessages {
    /// The most deletions that can be undone; older messages are gone for good.
    static let limit = 1_000

    private struct Deletion {
        var message: Message
        /// Other messages that were deleted along with it because they quote it.
        var traces: [Message]
        /// True if the message was in memory only and must not reach the disk; false for the reverse.
        var wasOfSession: Bool
        var since: Timestamp
    }

    private let history: any ConversationStore
    private let settings: any SettingsStore
    private let clock: any WallClock
    private var deletions: [Deletion] = []
    private var following: Task<Void, Never>?

    init(_ history: any ConversationStore, _ settings: any SettingsStore, clock: any WallClock) {
        self.history = history
        self.settings = settings
        self.clock = clock
        following = Task { [weak self] in
            for await change in await history.changes() {
                guard let self else { return }
                switch change {
                // These messages were part of everything deleted, or are too old or of another session: don't bring
                // them back.
                case .cleared, .replaced: self.deletions = []
                case .appended, .deleted, .restored: break
                }
            }
        }
    }

    deinit { following?.cancel() }

    /// When the newest deletion that can still be undone was made.
    var newest: Timestamp? { position.map { deletions[$0].since } }

    /// True if there is nothing to restore.
    var isEmpty: Bool { position == nil }

    /// - Throws: `StoreFailure`; the message then still exists.
    func delete(_ message: Message) async throws {
        let wasOfSession = isOfSession
        let traces = message.kind == .note ? try await NoteTraces.messages(of: [message], in: history) : []
        try await history.erase((traces + [message]).map(\.id), askedIn: nil)
        remember(Deletion(message: message, traces: traces, wasOfSession: wasOfSession, since: clock.now()))
    }

    /// Restores the message that was deleted last.
    /// - Returns: the message; nil if there is none.
    /// - Throws: `StoreFailure`; the call can be repeated.
    @discardableResult
    func restoreLast() async throws -> Message? {
        guard let position else { return nil }
        let deletion = deletions.remove(at: position)
        do {
            try await history.restore(deletion.traces + [deletion.message])
        } catch {
            remember(deletion)
            throw error
        }
        return deletion.message
    }

    private var isOfSession: Bool { settings.current.history.isSessionOnly }

    private var position: Int? {
        let isOfSession = isOfSession
        return deletions.lastIndex { $0.wasOfSession == isOfSession }
    }

    private func remember(_ deletion: Deletion) {
        deletions.append(deletion)
        if deletions.count > Self.limit { deletions.removeFirst() }
    }
}
