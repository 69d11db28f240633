// SPDX-License-Identifier: GPL-3.0-or-later
// Answers a question about the user's own affairs from the notes: "when is my wife's birthday".

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

extension NoteSkill {
    private static let questions: Set<String> = ["when", "where", "what", "who", "which", "how"]
    private static let own: Set<String> = ["my", "our", "i", "we", "mine", "ours"]
    /// Words of a question that don't name its subject.
    private static let empty: Set<String> = [
        "is", "are", "was", "were", "am", "do", "did", "does", "have", "has", "had", "the", "a", "an", "of", "on", "in",
        "at", "to", "for", "much", "many", "long", "again", "name", "date",
    ]
    private static let longestQuestion = 14
    private static let recallLimit = 3

    func recall(_ invocation: SkillInvocation) async throws -> SkillReply? {
        // "Where's the plumber's key" becomes: where, the, plumber, key.
        let words = invocation.words.map { $0.hasSuffix("'s") ? String($0.dropLast(2)) : $0 }
        guard let first = words.first, Self.questions.contains(first), words.count <= Self.longestQuestion else {
            return nil
        }
        let isOwn = !Self.own.isDisjoint(with: words)
        let subject = words.filter { word in
            ![Self.questions, Self.own, Self.empty].contains { $0.contains(word) }
        }
        // "The garage code" is specific enough for a note; a single word with "the" is not.
        guard isOwn ? !subject.isEmpty : words.contains("the") && subject.count > 1 else { return nil }
        let query = subject.joined(separator: " ")
        let notes = try await invocation.services.history.search(query, kinds: [.note], limit: Self.recallLimit)
        guard !notes.isEmpty else { return nil }
        let told = notes.map { Self.sentence($0.text) }
        return SkillReply(
            "You noted: \(told.joined(separator: " "))",
            values: ["query": query, "count": String(notes.count)])
    }
}
