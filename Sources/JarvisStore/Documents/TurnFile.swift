// SPDX-License-Identifier: GPL-3.0-or-later
// Stores what a command was about, so that the next command can refer to it.

public import JarvisCore
import JarvisPlatform

/// Stores the last request until it is too old to be referred to.
public struct TurnFile: Sendable {
    private static let version: Int64 = 1
    /// In bytes. A longer request isn't stored.
    private static let sizeLimit = 1 << 16
    private static let lifetime: Duration = .seconds(600)
    private let file: JSONDocumentFile

    /// - Parameter path: Usually `<data>/turn.json`.
    public init(path: String) { file = JSONDocumentFile(path: path) }

    /// The stored request; nil if there is none, or if it is unreadable or too old, in which case it is removed.
    @discardableResult
    public func load(now: Timestamp) -> KeptTurn? {
        guard let content = try? file.load() else { return nil }
        if case .absent = content { return nil }
        guard case .document(let object) = content, object["version"]?.asInteger == Self.version,
            let at = object["at"]?.asInteger.map({ Timestamp(millisecondsSinceEpoch: $0) }),
            let request = object["request"]?.asText, let reply = object["reply"]?.asText,
            (.zero...Self.lifetime).contains(now.since(at))
        else {
            remove()
            return nil
        }
        return KeptTurn(
            at: at, request: request, reply: reply, subject: object["subject"]?.asText,
            subjects: object["subjects"]?.asArray?.compactMap(\.asText) ?? [], about: object["about"]?.asText,
            result: object["result"]?.asText)
    }

    /// Replaces the stored request.
    public func save(_ turn: KeptTurn) throws(StoreFailure) {
        var document: JSONObject = [
            "version": .integer(Self.version), "at": .integer(turn.at.millisecondsSinceEpoch),
            "request": .text(turn.request), "reply": .text(turn.reply),
            "subjects": .array(turn.subjects.map(JSONValue.text)),
        ]
        for (name, value) in [("subject", turn.subject), ("about", turn.about), ("result", turn.result)] {
            if let value { document[name] = .text(value) }
        }
        guard JSONValue.object(document).indentedBytes.count <= Self.sizeLimit else { return remove() }
        try file.locked { () throws(StoreFailure) in try file.save(document) }
    }

    /// Removes the stored request. Most commands have none to remove, and touch no file.
    public func remove() {
        if Environment.exists(file.path) { try? file.erase() }
    }
}
