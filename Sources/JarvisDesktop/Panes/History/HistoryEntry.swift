// SPDX-License-Identifier: GPL-3.0-or-later
// The content of a history row: a message, the day above the first message of a day, and the time above a group.

import JarvisCore
import JarvisDesktopKit

/// One row.
struct HistoryEntry: Hashable, Sendable, Identifiable {
    var message: Message
    /// The name of the day above its first message; otherwise nil.
    var day: String?
    /// The time above the first message of a group; otherwise nil.
    var time: String?
    /// The time of the message, such as "14:05".
    private var clock: String
    /// The folded search words to mark in the text.
    var words: [[UInt8]] = []
    /// Pending reminders that the reply has set.
    var reminders: [Reminder] = []
    /// True while the message is still being spoken.
    var isLive = false

    var id: MessageID { message.id }

    /// The text as shown.
    var text: String { Self.shownText(message) }

    /// A message's text as shown. A reply that was cut off ends in an ellipsis. A very long text is cut short, because
    /// drawing all of it would take seconds.
    static func shownText(_ message: Message) -> String {
        guard message.text.utf8.count > DesignTokens.Panes.longestText else {
            return message.isCut ? "\(message.text) …" : message.text
        }
        return "\(message.text.prefix(DesignTokens.Panes.longestText)) …\n"
            + localized("(Shortened. Copy or save the message to read it all.)")
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
    ///   - previous: the time of the message before it.
    ///   - words: the folded search words.
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
    /// The speaker, or the kind of a message without one.
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
