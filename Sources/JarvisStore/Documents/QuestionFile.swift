// SPDX-License-Identifier: GPL-3.0-or-later
// Stores a command's open question, so that the next command can answer it.

public import JarvisCore
import JarvisPlatform

/// Stores a question until it is answered or too old.
public struct QuestionFile: Sendable {
    private static let version: Int64 = 1
    /// In bytes. A longer question isn't stored.
    private static let sizeLimit = 1 << 16
    private let file: JSONDocumentFile

    /// - Parameter path: Usually `<data>/question.json`.
    public init(path: String) { file = JSONDocumentFile(path: path) }

    /// Takes the stored question out of the file; nil if there is none, or if it is too old or unreadable.
    public func take(now: Timestamp) -> UnansweredQuestion? {
        guard let content = try? file.load() else { return nil }
        if case .absent = content { return nil }
        remove()
        guard case .document(let object) = content, object["version"]?.asInteger == Self.version,
            let at = object["at"]?.asInteger.map({ Timestamp(millisecondsSinceEpoch: $0) }),
            let skill = object["skill"]?.asText, let question = object["question"]?.asText,
            let reply = object["reply"]?.asText, let values = object["values"]?.asObject,
            (.zero...FollowUp.answerLifetime).contains(now.since(at))
        else { return nil }
        var known: [String: String] = [:]
        for member in values.members { known[member.key] = member.value.asText }
        return UnansweredQuestion(at: at, skill: skill, question: question, reply: reply, values: known)
    }

    /// Removes a question that is too old.
    public func tidy(now: Timestamp) {
        guard let question = take(now: now) else { return }
        try? save(question)
    }

    /// Replaces the stored question.
    public func save(_ question: UnansweredQuestion) throws(StoreFailure) {
        let values = question.values.sorted { $0.key < $1.key }.map { name, value in
            JSONObject.Member(key: name, value: .text(value))
        }
        let document: JSONObject = [
            "version": .integer(Self.version), "at": .integer(question.at.millisecondsSinceEpoch),
            "skill": .text(question.skill), "question": .text(question.question), "reply": .text(question.reply),
            "values": .object(JSONObject(members: values)),
        ]
        guard JSONValue.object(document).indentedBytes.count <= Self.sizeLimit else { return remove() }
        try file.locked { () throws(StoreFailure) in try file.save(document) }
    }

    /// Removes the stored question. Most commands have none to remove, and touch no file.
    public func remove() {
        if Environment.exists(file.path) { try? file.erase() }
    }
}
