// SPDX-License-Identifier: GPL-3.0-or-later
// Prints messages of the history on the command line.

import JarvisCore
import JarvisPlatform

enum MessageOutput {
    /// Prints messages as lines or as a single JSON document.
    /// - Throws: The errors of `Console.write(_:)`.
    static func write(_ messages: [Message], json wantsJSON: Bool) throws {
        if wantsJSON {
            try Console.json(.array(messages.map(json)))
        } else {
            // Print all lines at once, since each line would be a system call of its own.
            try Console.text(messages.map { line($0) + "\n" }.joined())
        }
    }

    /// The message as JSON; times are milliseconds since the epoch.
    static func json(_ message: Message) -> JSONValue {
        .object([
            "id": .text(message.id.rawValue), "turn": .number(literal: String(message.turn.rawValue)),
            "kind": .text(message.kind.rawValue), "text": .text(message.text),
            "source": .text(message.source.rawValue), "skill": message.skill.map(JSONValue.text) ?? .null,
            "isCut": .flag(message.isCut),
            "regenerates": message.regenerates.map { .text($0.rawValue) } ?? .null,
            "createdAt": .integer(message.createdAt.millisecondsSinceEpoch),
        ])
    }

    static func line(_ message: Message) -> String {
        let who =
            switch message.kind {
            case .user: "You"
            case .assistant: "JARVIS"
            default: message.kind.rawValue
            }
        let text = message.text.unicodeScalars.map { isShown($0) ? Character($0) : " " }
        return "\(message.id)  \(stamp(message.createdAt))  \(who): \(String(text))" + (message.isCut ? " …" : "")
    }

    /// False for characters that would start a new line or control the terminal, since imported texts may contain
    /// anything.
    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: false
        default: true
        }
    }

    private static func stamp(_ instant: Timestamp) -> String {
        let time = SystemWallClock().local(instant)
        return "\(time.year)-\(time.month.padded())-\(time.day.padded()) \(time.hour.padded()):\(time.minute.padded())"
    }
}
