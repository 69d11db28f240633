// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps notes in the history and reads them back.

import JarvisCore
import JarvisUnderstanding

struct NoteSkill: Skill {
    private static let readLimit = 3

    let help = CommandHelp(
        skill: "note", title: "Notes", summary: "Writes down what you say and reads it back.",
        examples: ["take a note", "take a note buy milk", "read my notes"], icon: "document-edit-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                ["(take|make|write) a note", "(take|make) a new note", "write (this|something) down"],
                typed: ["[new] note", "note to self"], answer: Self.ask),
            SkillIntent(
                [
                    "(take|make|write) a note [(that|saying|to)] {words:text}", "note [down] [that] {words:text}",
                    "write down [that] {words:text}", "note to self {words:text}",
                ], answer: Self.write),
            SkillIntent(
                [
                    "(read|show|list) [me] [all] (my|the) notes", "what are my notes", "what notes do i have",
                    "read [me] my (last|latest) note", "what was my last note",
                ], typed: ["(my|read|list|show) notes", "notes"], answer: Self.read),
            SkillIntent(
                ["(delete|remove) (my|the) last note"], answer: Self.deleteLast),
            SkillIntent(
                ["(find|search) [in] my notes (for|about) {words:text}"], answer: Self.find),
        ]
    }

    func answerFollowUp(_ invocation: SkillInvocation) async throws -> SkillReply? {
        let words = invocation.request.text
        return try await Self.keep(words, invocation)
    }

    private static func ask(_ invocation: SkillInvocation) -> SkillReply {
        SkillReply("What should I write down?", followUp: .dictation)
    }

    private static func write(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let words = invocation.text("words") else { return ask(invocation) }
        return try await keep(words, invocation)
    }

    private static func keep(_ words: String, _ invocation: SkillInvocation) async throws -> SkillReply {
        let text = trimmed(words)
        guard !text.isEmpty else { return ask(invocation) }
        let request = invocation.request
        let draft = MessageDraft(turn: request.turn, kind: .note, text: text, source: request.source, skill: "note")
        _ = try await invocation.services.history.append(draft)
        let echo = text.count > 120 ? "" : " \(text.prefix(1).uppercased())\(text.dropFirst())."
        return SkillReply("I've noted that.\(echo)", values: ["note": text])
    }

    private static func read(_ invocation: SkillInvocation) async throws -> SkillReply {
        let wantsLast = invocation.words.contains("last") || invocation.words.contains("latest")
        let notes = try await newest(wantsLast ? 1 : readLimit + 1, invocation)
        guard !notes.isEmpty else {
            return SkillReply("You have no notes yet. Say \"take a note\" to make one.", values: ["count": "0"])
        }
        let values = ["count": String(min(notes.count, readLimit))]
        if notes.count == 1, let note = notes.first {
            return SkillReply(
                "Your \(wantsLast ? "last note" : "only note") says: \(sentence(note.text))", values: values)
        }
        let intro = notes.count > readLimit ? "Here are your latest notes." : "You have \(notes.count) notes."
        let spoken = notes.prefix(readLimit).map { sentence($0.text) }
        return SkillReply(([intro] + spoken).joined(separator: " "), values: values)
    }

    private static func deleteLast(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let note = try await newest(1, invocation).first else { return SkillReply("You have no notes.") }
        try await invocation.services.history.delete([note.id])
        return SkillReply("I've deleted this note: \(sentence(note.text))", values: ["note": note.text])
    }

    private static func find(_ invocation: SkillInvocation) async throws -> SkillReply {
        let query = invocation.text("words") ?? ""
        let notes = try await invocation.services.history.search(query, kinds: [.note], limit: readLimit)
        let values = ["query": query, "count": String(notes.count)]
        guard !notes.isEmpty else { return SkillReply("I found no note about \(query).", values: values) }
        let count = SpokenFormat.count(Int64(notes.count), "note")
        return SkillReply(
            (["I found \(count)."] + notes.map { sentence($0.text) }).joined(separator: " "), values: values)
    }

    private static func newest(_ limit: Int, _ invocation: SkillInvocation) async throws -> [Message] {
        // Every text contains the empty query's words, so this is the newest notes.
        try await invocation.services.history.search("", kinds: [.note], limit: limit)
    }

    private static func sentence(_ text: String) -> String {
        let start = text.prefix(1).uppercased() + text.dropFirst()
        return ".!?".contains(start.last ?? " ") ? start : start + "."
    }

    private static func trimmed(_ text: String) -> String {
        let utterance = text.singleSpaced
        return utterance.last == "." ? String(utterance.dropLast()) : utterance
    }
}
