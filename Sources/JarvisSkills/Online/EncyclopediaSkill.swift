// SPDX-License-Identifier: GPL-3.0-or-later
// Reads out the introduction of an encyclopaedia article.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct EncyclopediaSkill: Skill {
    private static let mostSentences = 3
    private static let mostLetters = 420
    private static let mostTopicWords = 12

    let help = CommandHelp(
        skill: "encyclopedia", title: "Encyclopaedia",
        summary: "Looks people and things up on Wikipedia, once you allow it.",
        examples: ["look up black holes on wikipedia", "who was ada lovelace"], icon: "x-office-address-book-symbolic")

    func limitation(_ services: SkillServices) async -> SkillLimitation? {
        OnlineService.encyclopedia.limitation(services)
    }

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .asksOthers,
                [
                    "look up {topic:text} (on|in) wikipedia", "search wikipedia for {topic:text}",
                    "what does wikipedia say about {topic:text}",
                ],
                typed: [
                    "who was {topic:text}", "wikipedia {topic:text}",
                    "(read|show) me the wikipedia article (about|on) {topic:text}",
                    "describe [to me] {topic:text}", "describe {topic:text} to me",
                    "(what is|give me) (a|the) description of {topic:text}",
                ], named: "encyclopedia", answer: Self.answer)
        ]
    }

    private static func answer(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let name = topic(invocation) else { return .notMine }
        // A language model in use knows more than an introduction.
        if invocation.request.hasModel, ownNames.isDisjoint(with: invocation.words) { return .notMine }
        // Articles about these have, or redirect from, names such as "population of Norway".
        let aspect = ["capital", "population"].first { invocation.words.contains($0) && !name.contains($0) }
        let topic = aspect.map { "\($0) of \(name)" } ?? name
        return try await OnlineQuestion(
            service: .encyclopedia, values: ["topic": topic]
        ) { invocation, online in
            let source = OnlineQuestion.list(online.servers(of: .encyclopedia))
            guard let article = try await online.article(about: topic) else {
                return SkillReply("I can't find an article about \(topic) on \(source).")
            }
            var values = ["title": article.title]
            guard !article.isAmbiguous else {
                values["ambiguous"] = "yes"
                return SkillReply(
                    "\"\(article.title)\" has several meanings on \(source). Ask again and say which one you mean.",
                    values: values)
            }
            let beginning = beginning(of: article.summary)
            guard !beginning.isEmpty else {
                return SkillReply(
                    "I can't read the article \"\(article.title)\" on \(source).",
                    values: values)
            }
            var reply = SkillReply("", values: values)
            // An article changes rarely, so its age matters only if the service can't be reached.
            let age = article.ageSeconds >= 6 * 3_600 ? OnlineQuestion.age(article.ageSeconds).map { ", \($0)" } : nil
            reply.clauses = ["From \(source)\(age ?? ""): \(beginning[0])"] + beginning.dropFirst()
            return reply
        }.answer(invocation)
    }

    /// The first sentences of a summary, short enough to listen to.
    static func beginning(of summary: String) -> [String] {
        let text = summary.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        var sentences: [String] = []
        var letters = 0
        for sentence in ClauseSplitter.sentences(of: String(text.prefix(4 * mostLetters))).prefix(mostSentences) {
            letters += sentence.count
            if letters > mostLetters, !sentences.isEmpty { break }
            sentences.append(sentence)
        }
        if let first = sentences.first, first.count > 2 * mostLetters {
            let cut = first.prefix(2 * mostLetters)
            sentences = [(cut.lastIndex(of: " ").map { String(cut[..<$0]) } ?? String(cut)) + "…"]
        }
        return sentences
    }

    /// The topic to look up, or `nil` for one that only the user knows about, such as "my meeting".
    private static func topic(_ invocation: SkillInvocation) -> String? {
        guard let said = invocation.text("topic") else { return nil }
        var words = said.filter { !"\"“”".contains($0) }.split(whereSeparator: \.isWhitespace).map(String.init)
        if let last = words.popLast() { words.append(String(last.reversed().drop { "?!.,".contains($0) }.reversed())) }
        if let first = words.first, ["a", "an"].contains(first.lowercased()), words.count > 1 { words.removeFirst() }
        guard !words.isEmpty, words.count <= mostTopicWords, !words[0].isEmpty else { return nil }
        let isPersonal = words.contains { personal.contains($0.lowercased()) }
        return isPersonal ? nil : String(words.joined(separator: " ").prefix(120))
    }

    private static let ownNames: Set = ["wikipedia", "encyclopedia", "encyclopaedia"]

    private static let personal: Set = [
        "i", "me", "my", "mine", "you", "your", "yours", "yourself", "it", "that", "this", "these", "those", "they",
        "them", "he", "she", "him", "her", "we", "us", "our", "here", "there", "everyone", "everybody", "somebody",
        "someone", "anybody", "anyone", "what", "else",
    ]
}
