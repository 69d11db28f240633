// SPDX-License-Identifier: GPL-3.0-or-later
// Deleting for good: what is erased is gone from the active file, the archive, the indexes and the quarantine before the
// call returns, and not at the next tidying.

public import JarvisCore
import JarvisPlatform

extension JSONLinesConversationStore {
    /// How many turns of which nothing is kept are remembered; their last words come within seconds.
    private static let mostUnkept = 64
    /// The messages of a turn that goes on are among this many of the newest ones.
    private static let longestTurn = 100

    public func erase(_ ids: [MessageID], askedIn turn: TurnID?) async throws {
        if let turn { keepNothing(of: turn) }
        let ulids = try ids.map(known)
        try write { file throws(StoreFailure) in
            for (id, ulid) in zip(ids, ulids) {
                guard try file.place(ulid) != nil, !file.index.isDeleted(ulid) else { throw .unknownMessage(id) }
            }
            var gone = ulids
            // What has been said in this turn already.
            var count = 0
            try file.walkBackward(before: nil) { message throws(StoreFailure) in
                if message.turn == turn, message.kind.repeatsWords { gone.append(try known(message.id)) }
                count += 1
                return turn != nil && count < Self.longestTurn
            }
            try remove(Array(Set(gone)), file)
        }
    }

    /// Erases all messages that are not wanted, and all lines that could not be read: what these hold is not known.
    /// - Parameter turn: A turn that goes on, of which nothing more is kept.
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
            // Says what is in the way where the words could not be removed from the disk as well.
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
        // A line has a limit.
        for first in stride(from: 0, to: ids.count, by: 10_000) {
            let part = Array(ids[first..<min(first + 10_000, ids.count)])
            try file.append(HistoryRecord.line("delete", part, at: clock.now()))
        }
        try file.compact()
    }

    /// A message that is told and not kept.
    func issue(_ draft: MessageDraft) throws(StoreFailure) -> Message {
        let newest = try read { file in file.newest }
        let now = clock.now()
        let id = ULID(at: now, after: newest, using: &random)
        return Message(id: MessageID(rawValue: id.text), createdAt: now, draft: draft)
    }
}

extension MessageKind {
    /// Whether it repeats what a turn was about. A note that the same turn makes is a thing of its own, and is kept.
    var repeatsWords: Bool {
        switch self {
        case .user, .assistant, .action: true
        case .note, .reminder, .call: false
        }
    }
}
