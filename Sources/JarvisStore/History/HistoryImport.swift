// SPDX-License-Identifier: GPL-3.0-or-later
// Parses documents to import: this program's own exports, and plain lists of roles and contents as other assistants
// write them.

import JarvisCore
import JarvisPlatform

/// The messages parsed from a document.
struct HistoryImport {
    var messages: [(message: Message, id: ULID)] = []
    /// True if the document is an export, whose messages have their own IDs and times.
    var isExport: Bool
    /// The number of entries that are not messages of the user or the assistant.
    var skippedCount = 0

    /// Reads `{"format":"jarvis-history-export",…}` or `[{"role":"user","content":"…"},…]`.
    /// - Parameter now: The time to use as the end of a list without times.
    /// - Throws: `StoreFailure.invalidImport` for any other document.
    init(_ document: String, now: Timestamp) throws(StoreFailure) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: document.utf8)
        } catch {
            throw .invalidImport(.notJSON(byteOffset: error.offset))
        }
        if let object = value.asObject, object["format"]?.asText == "jarvis-history-export" {
            guard object["version"]?.asInteger == 1 else { throw .invalidImport(.newerExport) }
            guard let entries = object["messages"]?.asArray else { throw .invalidImport(.otherDocument) }
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

    /// Derives the ID of a plain message from the conversation up to and including it: 80 bits that hash its kind, its
    /// text and the bits of the previous message. Importing it again yields the same bits, while a "yes" in another
    /// conversation yields different ones.
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

    /// A text, or the joined texts of a list of parts.
    private static func text(_ content: JSONValue?) -> String? {
        if let text = content?.asText { return text }
        guard let parts = content?.asArray else { return nil }
        let texts = parts.compactMap { $0.asText ?? $0.asObject?["text"]?.asText }
        return texts.isEmpty ? nil : texts.joined(separator: "\n")
    }

    /// Two FNV-1a hashes with different initial values (Fowler, Noll, Vo; RFC 9923).
    private static func mark(_ text: String) -> ULID {
        var (high, low): (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x9AE1_6A3B_2F90_404F)
        for byte in text.utf8 {
            high = (high ^ UInt64(byte)) &* 0x100_0000_01B3
            low = (low ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return ULID(high: high >> 32, low: low)
    }
}
