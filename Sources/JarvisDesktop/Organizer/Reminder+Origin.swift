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

    /// True when a message can be the reply that told of it: of the skill that is called like its kind, and said soon
    /// after. A reply is as old as its end.
    func isTold(by message: Message) -> Bool {
        guard message.kind == .assistant, message.skill == kind.rawValue else { return false }
        let delay = message.createdAt.since(setAt)
        return delay >= .seconds(-1) && delay < .seconds(DesignTokens.Panes.longestReplySeconds)
    }
}
