// SPDX-License-Identifier: GPL-3.0-or-later
// The format of the history, byte for byte.
//
// `history/messages.jsonl` and each `history/archive/<id>.jsonl` are UTF-8 text. Each record is a JSON object on one
// line that ends in a newline (0x0A); these examples wrap long lines:
//
//     {"format":"jarvis-history","version":2}
//     {"type":"message","id":"01KAJ…","at":1763706184000,"turn":1763706184000000,"kind":"user","source":"voice",
//      "text":"…"}
//     {"type":"message","id":"01KAJ…","at":…,"turn":…,"kind":"assistant","source":"voice","text":"…","skill":"time",
//      "cut":true}
//     {"type":"delete","ids":["01KAJ…"],"at":1763706190000}
//     {"type":"restore","ids":["01KAJ…"],"at":1763706191000}

import JarvisCore
import JarvisPlatform

/// One line of the history file.
///
/// - `message`: `id` is a ULID, unique in the file and higher than all before. `at` is in milliseconds since the epoch,
///   below 2⁴⁸. `turn` is a whole number. `kind` and `source` are the raw values of `MessageKind` and `MessageSource`.
///   `skill` is omitted if there is none, `cut` if it is false. `regenerates` is the `id` of the answer that this one
///   replaces, if any; that answer may have been deleted since. `action` accompanies the `kind` "action".
/// - `delete` and `restore` occur only in `messages.jsonl` and apply to messages on earlier lines and in the archive.
///   The latest record about a message wins.
/// - `"cleared":true` in the header of `messages.jsonl` means that the archive no longer counts, and that it and the
///   quarantine have yet to be removed.
/// - Version 1 had no archive and is otherwise the same.
/// - Keys are written in the order above and read in any order. Unknown keys, records of an unknown `type` and messages
///   of an unknown `kind` come from a later version; they are skipped and left in place.
/// - A line is damaged if it is not a JSON object or lacks what its type needs. The last line may lack its newline.
/// - If the first line has a higher `version`, this program reads what it can and writes nothing.
enum HistoryRecord: Hashable, Sendable {
    case header(version: Int64)
    case message(Message, ULID)
    case delete([ULID])
    case restore([ULID])
    /// A record of a later version.
    case unknown

    static let format = "jarvis-history"
    static let version: Int64 = 2
    /// The last millisecond that a ULID can express, in the year 10889.
    static let latestTime: Int64 = 0xFFFF_FFFF_FFFF

    /// Reads a line without its newline; nil if it is damaged.
    init?(line: UnsafeBufferPointer<UInt8>) {
        guard let object = (try? JSONValue(parsing: line))?.asObject else { return nil }
        switch object["type"]?.asText {
        case "message":
            guard let message = Self.message(object) else { return nil }
            self = message
        case "delete":
            guard let ids = Self.identities(object) else { return nil }
            self = .delete(ids)
        case "restore":
            guard let ids = Self.identities(object) else { return nil }
            self = .restore(ids)
        case .some: self = .unknown
        case nil:
            guard object["format"]?.asText == Self.format, let version = object["version"]?.asInteger else {
                return nil
            }
            self = .header(version: version)
        }
    }

    /// Reads a message; `unknown` if a later version's kind, nil if damaged.
    static func message(_ object: JSONObject) -> HistoryRecord? {
        guard let id = object["id"]?.asText, let ulid = ULID(id), let time = object["at"]?.asInteger,
            let turn = object["turn"]?.asUnsigned, let kindName = object["kind"]?.asText,
            let text = object["text"]?.asText, 0...latestTime ~= time
        else { return nil }
        guard let kind = MessageKind(rawValue: kindName) else { return .unknown }
        var draft = MessageDraft(
            turn: TurnID(rawValue: turn), kind: kind, text: text,
            source: object["source"]?.asText.flatMap(MessageSource.init) ?? .system, skill: object["skill"]?.asText,
            isCut: object["cut"]?.asFlag ?? false,
            regenerates: object["regenerates"]?.asText.flatMap(ULID.init).map { MessageID(rawValue: $0.text) })
        draft.action = object["action"]?.asObject.flatMap(ToolAction.init)
        let message = Message(
            id: MessageID(rawValue: ulid.text), createdAt: Timestamp(millisecondsSinceEpoch: time), draft: draft)
        return .message(message, ulid)
    }

    /// The age of a line from a later version, as an ID that compares with those of messages. Uses the line's ID or
    /// time; nil if it has neither.
    static func foreignIdentity(_ line: some Sequence<UInt8>) -> ULID? {
        guard let object = (try? JSONValue(parsing: line))?.asObject else { return nil }
        if let id = object["id"]?.asText.flatMap(ULID.init) { return id }
        guard let time = object["at"]?.asInteger, 0...latestTime ~= time else { return nil }
        return ULID(lowestAt: Timestamp(millisecondsSinceEpoch: time))
    }

    private static func identities(_ object: JSONObject) -> [ULID]? {
        guard let values = object["ids"]?.asArray else { return nil }
        let ids = values.compactMap { $0.asText.flatMap(ULID.init) }
        return ids.count == values.count ? ids : nil
    }
}

// MARK: Writing

extension HistoryRecord {
    static var headerLine: [UInt8] {
        line(["format": .text(format), "version": .integer(version)])
    }

    /// The header of an active file whose archive and quarantine have yet to be removed.
    static var clearedHeaderLine: [UInt8] {
        line(["format": .text(format), "version": .integer(version), "cleared": .flag(true)])
    }

    /// A header of this version that keeps all other keys of the former one.
    /// - Parameters:
    ///   - former: The former header; empty if there is none.
    ///   - isCleared: Whether to set the `cleared` mark.
    static func currentHeader(from former: [UInt8], isCleared: Bool) -> [UInt8] {
        guard var object = (try? JSONValue(parsing: former))?.asObject else {
            return isCleared ? clearedHeaderLine : headerLine
        }
        object["version"] = .integer(version)
        object["cleared"] = isCleared ? JSONValue.flag(true) : nil
        return line(object)
    }

    static func isCleared(header: some Sequence<UInt8>) -> Bool {
        (try? JSONValue(parsing: header))?.asObject?["cleared"]?.asFlag ?? false
    }

    static func line(_ message: Message) -> [UInt8] {
        line(object(message, type: "message"))
    }

    static func line(_ type: String, _ ids: [ULID], at time: Timestamp) -> [UInt8] {
        line([
            "type": .text(type), "ids": .array(ids.map { .text($0.text) }), "at": .integer(time.millisecondsSinceEpoch),
        ])
    }

    /// The keys of a message, shared by records and exports.
    static func object(_ message: Message, type: String?) -> JSONObject {
        var object = JSONObject()
        object["type"] = type.map(JSONValue.text)
        object["id"] = .text(message.id.rawValue)
        object["at"] = .integer(message.createdAt.millisecondsSinceEpoch)
        object["turn"] = .number(literal: String(message.turn.rawValue))
        object["kind"] = .text(message.kind.rawValue)
        object["source"] = .text(message.source.rawValue)
        object["text"] = .text(message.text)
        object["skill"] = message.skill.map(JSONValue.text)
        if message.isCut { object["cut"] = .flag(true) }
        object["regenerates"] = message.regenerates.map { JSONValue.text($0.rawValue) }
        object["action"] = message.action.map { .object($0.object) }
        return object
    }

    private static func line(_ object: JSONObject) -> [UInt8] {
        JSONValue.object(object).bytes + [0x0A]
    }
}
