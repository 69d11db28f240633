// SPDX-License-Identifier: GPL-3.0-or-later
// What a row of the history shows: a message, the day above it where one begins, and the time where a group does.

import JarvisCore

/// One row.
struct HistoryEntry: Hashable, Sendable, Identifiable {
    var message: Message
    /// The day, over its first message.
    var day: String?
    /// The time over the first message of a group; nil within a group.
    var time: String?
    /// When it was said, "14:05".
    private var clock: String
    /// Folded words that are marked in the text.
    var words: [[UInt8]] = []
    /// What the reply has set, and what is still pending.
    var reminders: [Reminder] = []
    /// True while the message is still being spoken.
    var isLive = false

    var id: MessageID { message.id }

    /// The text as it is shown.
    var text: String { Self.shownText(message) }

    /// The text of a message as it is shown: replies that were cut off end in an ellipsis, and of a whole document, which
    /// would take seconds to draw, only the beginning is shown.
    static func shownText(_ message: Message) -> String {
        guard message.text.utf8.count > DesignTokens.Panes.longestText else {
            return message.isCut ? "\(message.text) …" : message.text
        }
        return "\(message.text.prefix(DesignTokens.Panes.longestText)) …\n"
            + localized("(This is only the beginning. Copy or save the message to read all of it.)")
    }

    /// The text for screen readers: "You, 14:05: what time is it".
    var spoken: String {
        let values = (message.kind.speaker, clock, String(message.text.prefix(DesignTokens.Panes.longestText)))
        return switch (message.regenerates != nil, message.isCut) {
        case (false, false): localized("%1, %2: %3", values.0, values.1, values.2)
        case (false, true): localized("%1, %2, interrupted: %3", values.0, values.1, values.2)
        case (true, false): localized("%1, %2, another answer: %3", values.0, values.1, values.2)
        case (true, true): localized("%1, %2, another answer, interrupted: %3", values.0, values.1, values.2)
        }
    }

    /// - Parameters:
    ///   - previous: when the message before it was said.
    ///   - words: what is searched for, folded.
    init(
        _ message: Message, after previous: Timestamp?, _ caption: TimeCaption, words: [[UInt8]] = [],
        isLive: Bool = false
    ) {
        self.message = message
        self.words = words
        self.isLive = isLive
        let now = message.createdAt
        let isSameDay = previous.map { caption.isSameDay($0, now) } ?? false
        let gap = Duration.seconds(60 * DesignTokens.Panes.groupGapMinutes)
        let isSameGroup = isSameDay && (previous.map { now.since($0) < gap } ?? false)
        clock = caption.time(now)
        if !isSameDay { day = caption.day(now) }
        if !isSameGroup { time = clock }
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
        case .action: localized("Action")
        }
    }
}
