// SPDX-License-Identifier: GPL-3.0-or-later
// How the command line prints messages.

import JarvisCore
import JarvisPlatform

enum MessageOutput {
    static func write(_ messages: [Message], json wantsJSON: Bool) {
        if wantsJSON {
            Console.json(.array(messages.map(json)))
        } else {
            for message in messages { Console.say(line(message)) }
        }
    }

    /// Times are milliseconds since the epoch.
    static func json(_ message: Message) -> JSONValue {
        .object([
            "id": .text(message.id.rawValue), "turn": .integer(Int64(message.turn.rawValue)),
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
        return "\(message.id)  \(stamp(message.createdAt))  \(who): \(message.text)" + (message.isCut ? " …" : "")
    }

    private static func stamp(_ instant: Timestamp) -> String {
        let time = SystemWallClock().local(instant)
        return "\(time.year)-\(two(time.month))-\(two(time.day)) \(two(time.hour)):\(two(time.minute))"
    }

    private static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
