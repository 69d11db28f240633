// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the reply that set a timer, alarm or reminder. `createdAt` changes when a reminder resumes after a pause; its
// identity stays.

import JarvisCore
import JarvisDesktopKit

extension Reminder {
    /// When it was first set. Most identities begin with the kind and that time ("timer-1767605400000"); for others,
    /// this is `createdAt`.
    var setAt: Timestamp {
        let parts = id.split(separator: "-")
        guard parts.count >= 2, parts[0] == kind.rawValue, let milliseconds = Int64(parts[1]) else { return createdAt }
        return Timestamp(millisecondsSinceEpoch: milliseconds)
    }

    /// True if the message may be the reply that announced this reminder, soon after it was set. It is either a reply
    /// of the skill named after the reminder's kind, or the answer, by a language model or several skills, to a request
    /// made before the reminder was set. A reply's time is that of its end.
    func isTold(by message: Message, of request: Message?) -> Bool {
        guard message.kind == .assistant else { return false }
        let delay = message.createdAt.since(setAt)
        guard delay >= .seconds(-1) && delay < .seconds(DesignTokens.Panes.longestReplySeconds) else { return false }
        if message.skill == kind.rawValue { return true }
        guard let request, request.turn == message.turn, message.regenerates == nil else { return false }
        return request.createdAt <= setAt.advanced(by: .seconds(1))
    }
}
