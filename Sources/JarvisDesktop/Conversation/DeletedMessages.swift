// SPDX-License-Identifier: GPL-3.0-or-later
// The messages that were deleted one by one, so that they can be restored, the last one first. On the disk nothing is left
// of them.

import JarvisCore
import JarvisStore

/// Deletes messages and brings them back for as long as the program runs, even when panes open and close meanwhile.
@MainActor
public final class DeletedMessages {
    /// Earlier ones are gone for good.
    static let limit = 1_000

    private struct Deletion {
        var message: Message
        /// What went with it.
        var traces: [Message]
        /// It was in memory only and must not reach the disk, and the reverse.
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
                // Deleting everything means these, too; and what is too old, or of another session, has to stay
                // away.
                case .cleared, .replaced: self.deletions = []
                case .appended, .deleted, .restored: break
                }
            }
        }
    }

    deinit { following?.cancel() }

    /// When the last one was deleted that can be brought back.
    var newest: Timestamp? { position.map { deletions[$0].since } }

    /// True when there is nothing to bring back.
    var isEmpty: Bool { position == nil }

    /// - Throws: `StoreFailure`; the message is still there then.
    func delete(_ message: Message) async throws {
        let wasOfSession = isOfSession
        let traces = message.kind == .note ? try await NoteTraces.messages(of: [message], in: history) : []
        try await history.erase((traces + [message]).map(\.id), askedIn: nil)
        remember(Deletion(message: message, traces: traces, wasOfSession: wasOfSession, since: clock.now()))
    }

    /// Brings back the last one.
    /// - Returns: nil when there is none.
    /// - Throws: `StoreFailure`; it can be tried again then.
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
