// SPDX-License-Identifier: GPL-3.0-or-later
// Reading documents of messages: this program's own exports, and plain lists of roles and contents as other assistants
// write them.

import JarvisCore
import JarvisPlatform

/// Messages of a document, on their way into the history.
struct HistoryImport {
    var messages: [(message: Message, id: ULID)] = []
    /// True when the document gave the messages identities and times.
    var isExport: Bool
    /// Entries that are not messages of the user or the assistant.
    var skippedCount = 0

    /// Reads `{"format":"jarvis-history-export",…}` or `[{"role":"user","content":"…"},…]`.
    /// - Parameter now: when a list without times is taken to end.
    /// - Throws: `StoreFailure.invalidImport` for anything else.
    init(_ document: String, now: Timestamp) throws(StoreFailure) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: document.utf8)
        } catch {
            throw .invalidImport(.notJSON(byteOffset: error.offset))
        }
        if let object = value.asObject, object["format"]?.asText == "jarvis-history-export" {
            guard object["version"]?.asInteger == 1, let entries = object["messages"]?.asArray else {
                throw .invalidImport(.newerExport)
            }
            isExport = true
            for entry in entries {
                if let object = entry.asObject, case .message(let message, let id)? = HistoryRecord.message(object) {
                    messages.append((message, id))
                } else {
                    skippedCount += 1
                }
            }
        } else if let entries = value.asArray {
            isExport = false
            addPlain(entries, now)
        } else {
            throw .invalidImport(.otherDocument)
        }
    }

    /// The identity of a message without one comes from what has been said up to and with it, so that it is known again
    /// the next time, and a "yes" of another conversation is another one: 80 bits of kind, text and the bits of the
    /// message before.
    private mutating func addPlain(_ entries: [JSONValue], _ now: Timestamp) {
        var mark = ULID(high: 0, low: 0)
        var turn: UInt64 = 0
        for (number, entry) in entries.enumerated() {
            guard let object = entry.asObject, let kind = Self.kind(object["role"]),
                let text = Self.text(object["content"])
            else {
                skippedCount += 1
                continue
            }
            let time = now.advanced(by: .milliseconds(number - entries.count))
            if kind == .user || turn == 0 { turn = UInt64(clamping: time.millisecondsSinceEpoch) &* 1000 }
            mark = Self.mark("\(mark.text)\n\(kind.rawValue)\n\(text)")
            let id = ULID(high: ULID(lowestAt: time).high | mark.high & 0xFFFF, low: mark.low)
            let draft = MessageDraft(turn: TurnID(rawValue: turn), kind: kind, text: text, source: .system)
            messages.append((Message(id: MessageID(rawValue: id.text), createdAt: time, draft: draft), id))
        }
    }

    private static func kind(_ role: JSONValue?) -> MessageKind? {
        switch role?.asText {
        case "user", "human": .user
        case "assistant", "model": .assistant
        default: nil
        }
    }

    /// A text, or the texts of a list of parts.
    private static func text(_ content: JSONValue?) -> String? {
        if let text = content?.asText { return text }
        guard let parts = content?.asArray else { return nil }
        let texts = parts.compactMap { $0.asText ?? $0.asObject?["text"]?.asText }
        return texts.isEmpty ? nil : texts.joined(separator: "\n")
    }

    /// Two FNV-1a sums with different beginnings (Fowler, Noll, Vo; RFC 9923).
    private static func mark(_ text: String) -> ULID {
        var (high, low): (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x9AE1_6A3B_2F90_404F)
        for byte in text.utf8 {
            high = (high ^ UInt64(byte)) &* 0x100_0000_01B3
            low = (low ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return ULID(high: high >> 32, low: low)
    }
}
