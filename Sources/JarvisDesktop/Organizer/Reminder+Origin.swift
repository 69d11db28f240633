// SPDX-License-Identifier: GPL-3.0-or-later
// Which reply set a timer, an alarm or a reminder. Going on after a pause moves what it counts from; its identity stays.

import JarvisCore

extension Reminder {
    /// When it was set first. Identities begin with the kind and that instant ("timer-1767605400000"); of others it is
    /// what they count from.
    var setAt: Timestamp {
        let parts = id.split(separator: "-")
        guard parts.count >= 2, parts[0] == kind.rawValue, let milliseconds = Int64(parts[1]) else { return createdAt }
        return Timestamp(millisecondsSinceEpoch: milliseconds)
    }

    /// True when a message can be the reply that told of it, said soon after: of the skill that is called like its kind,
    /// or the answer to a request that was made before it was set: a language model's, or that of several skills.
    /// A reply is as old as its end.
    func isTold(by message: Message, of request: Message?) -> Bool {
        guard message.kind == .assistant else { return false }
        let delay = message.createdAt.since(setAt)
        guard delay >= .seconds(-1) && delay < .seconds(DesignTokens.Panes.longestReplySeconds) else { return false }
        if message.skill == kind.rawValue { return true }
        guard let request, request.turn == message.turn, message.regenerates == nil else { return false }
        return request.createdAt <= setAt.advanced(by: .seconds(1))
    }
}
