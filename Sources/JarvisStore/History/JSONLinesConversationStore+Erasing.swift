// SPDX-License-Identifier: GPL-3.0-or-later
// Erases messages for good: they are gone from the active file, the archive, the indexes and the quarantine before the
// call returns, rather than at the next tidy.

public import JarvisCore
import JarvisPlatform

extension JSONLinesConversationStore {
    /// How many recent turns to remember as not to be stored. Their last messages arrive within seconds.
    private static let mostUnkept = 64
    /// How many of the newest messages to check for those of an ongoing turn.
    private static let longestTurn = 100

    public func erase(_ ids: [MessageID], askedIn turn: TurnID?) async throws {
        if let turn { keepNothing(of: turn) }
        let ulids = try ids.map(known)
        try write { file throws(StoreFailure) in
            for (id, ulid) in zip(ids, ulids) {
                guard try file.place(ulid) != nil, !file.index.isDeleted(ulid) else { throw .unknownMessage(id) }
            }
            var gone = ulids
            // Also erase what has already been said in this turn.
            var count = 0
            try file.walkBackward(before: nil) { message throws(StoreFailure) in
                if message.turn == turn, message.kind.repeatsWords { gone.append(try known(message.id)) }
                count += 1
                return turn != nil && count < Self.longestTurn
            }
            try remove(Array(Set(gone)), file)
        }
    }

    /// Erases all unwanted messages, and all damaged lines, because their contents are unknown.
    /// - Parameter turn: The ongoing turn; its messages are erased and no more of them are stored.
    public func eraseAll(
        askedIn turn: TurnID? = nil, where isUnwanted: @Sendable (Message) -> Bool
    ) async throws {
        if let turn { keepNothing(of: turn) }
        var leftAside = 0
        try await setDamageAside(&leftAside)
        var gone: [ULID] = []
        var isAnyKept = false
        try read { file throws(StoreFailure) in
            try file.walkBackward(before: nil) { message throws(StoreFailure) in
                if isUnwanted(message) || (message.turn == turn && message.kind.repeatsWords) {
                    gone.append(try known(message.id))
                } else {
                    isAnyKept = true
                }
                return true
            }
        }
        guard isAnyKept else {
            try await deleteAll()
            // The messages may not be gone from disk yet; this removes them or throws.
            return try await compact()
        }
        try write { file throws(StoreFailure) in
            try remove(gone, file)
            try file.removeQuarantine()
            try file.removeLeftovers()
        }
    }

    private func keepNothing(of turn: TurnID) {
        unkept.append(turn)
        if unkept.count > Self.mostUnkept { unkept.removeFirst() }
    }

    private func remove(_ ids: [ULID], _ file: HistoryFile) throws(StoreFailure) {
        // Split the IDs, because a line has a maximum length.
        for first in stride(from: 0, to: ids.count, by: 10_000) {
            let part = Array(ids[first..<min(first + 10_000, ids.count)])
            try file.append(HistoryRecord.line("delete", part, at: clock.now()))
        }
        try file.compact()
    }

    /// Creates a message without storing it.
    func issue(_ draft: MessageDraft) throws(StoreFailure) -> Message {
        let newest = try read { file in file.newest }
        let now = clock.now()
        let id = ULID(at: now, after: newest, using: &random)
        return Message(id: MessageID(rawValue: id.text), createdAt: now, draft: draft)
    }
}

extension MessageKind {
    /// Whether messages of this kind repeat what a turn is about. A note made in the same turn stands on its own.
    var repeatsWords: Bool {
        switch self {
        case .user, .assistant, .action: true
        case .note, .reminder, .call: false
        }
    }
}
