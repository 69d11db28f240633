// SPDX-License-Identifier: GPL-3.0-or-later
// Exports the history as a JSON or Markdown document.

import JarvisCore
import JarvisPlatform

/// Builds export documents from messages.
enum HistoryExport {
    static func document(
        _ messages: [Message], _ format: HistoryExportFormat, clock: any WallClock
    ) -> String {
        switch format {
        case .json: json(messages)
        case .markdown: markdown(messages, clock: clock)
        }
    }

    /// `{"format":"jarvis-history-export","version":1,"messages":[…]}`, indented. Messages have the same keys as in the
    /// history file (`HistoryRecord`), without `type`.
    private static func json(_ messages: [Message]) -> String {
        let document: JSONObject = [
            "format": .text("jarvis-history-export"), "version": .integer(1),
            "messages": .array(messages.map { .object(HistoryRecord.object($0, type: nil)) }),
        ]
        return String(decoding: JSONValue.object(document).indentedBytes, as: UTF8.self)
    }

    /// One heading per day, then each message with its speaker and time.
    private static func markdown(_ messages: [Message], clock: any WallClock) -> String {
        var text = "# JARVIS conversation\n"
        var day = ""
        for message in messages {
            let time = clock.local(message.createdAt)
            let date = "\(time.year.padded(to: 4))-\(time.month.padded())-\(time.day.padded())"
            if date != day {
                text += "\n## \(date)\n"
                day = date
            }
            let cut = message.isCut ? " …" : ""
            text += "\n**\(speaker(message.kind))** · \(time.hour.padded()):\(time.minute.padded())\n\n"
            text += message.text + cut + "\n"
        }
        return text
    }

    private static func speaker(_ kind: MessageKind) -> String {
        switch kind {
        case .user: "You"
        case .assistant: "JARVIS"
        case .note: "Note"
        case .reminder: "Reminder"
        case .call: "Call"
        case .action: "Action"
        }
    }
}
