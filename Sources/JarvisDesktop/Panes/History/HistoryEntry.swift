// SPDX-License-Identifier: GPL-3.0-or-later
// What a row of the history shows: a message, and the time above it where a group begins.

import JarvisCore

/// One row.
struct HistoryEntry: Hashable, Sendable, Identifiable {
    var message: Message
    /// The time over the first message of a group; nil within a group.
    var heading: String?
    /// What a screen reader says: "You, 14:05: what time is it".
    var spoken: String

    var id: MessageID { message.id }

    /// The text as it is shown: replies that were cut off end in an ellipsis.
    var text: String { message.isCut ? "\(message.text) …" : message.text }
}

extension HistoryEntry {
    /// Rows for messages in the order of time.
    static func rows(for messages: [Message], caption: TimeCaption) -> [HistoryEntry] {
        let gap = Duration.seconds(60 * DesignTokens.Panes.groupGapMinutes)
        var previous: Timestamp?
        return messages.map { message in
            let isSameGroup = previous.map {
                message.createdAt.since($0) < gap && caption.isSameDay($0, message.createdAt)
            }
            previous = message.createdAt
            return HistoryEntry(
                message: message,
                heading: isSameGroup == true ? nil : caption.heading(message.createdAt),
                spoken: spoken(message, at: caption.time(message.createdAt)))
        }
    }

    private static func spoken(_ message: Message, at time: String) -> String {
        let cut = message.isCut ? ", " + localized("interrupted") : ""
        return "\(message.kind.speaker), \(time)\(cut): \(message.text)"
    }
}

extension MessageKind {
    /// Whose words these are, or what they are.
    var speaker: String {
        switch self {
        case .user: localized("You")
        case .assistant: "JARVIS"
        case .note: localized("Note")
        case .reminder: localized("Reminder")
        case .call: localized("Call")
        }
    }
}
