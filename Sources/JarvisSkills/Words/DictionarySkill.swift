// SPDX-License-Identifier: GPL-3.0-or-later
// Looks up definitions and synonyms in a dictionary on this computer.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct DictionarySkill: Skill {
    private static let readSenses = 3
    private static let readSynonyms = 6

    let help = CommandHelp(
        skill: "dictionary", title: "Dictionary", summary: "Defines words and finds synonyms.",
        examples: ["define serendipity", "what is another word for happy"], icon: "accessories-dictionary-symbolic")

    func limitation(_ services: SkillServices) async -> SkillLimitation? {
        do throws(WordReferenceFailure) {
            // Every dictionary has this word.
            _ = try await services.words?.entry(for: "word")
            return nil
        } catch {
            return switch error {
            case .notInstalled: SkillLimitation("Needs wordnet-base, which isn't installed.")
            case .damaged: SkillLimitation("I can't read the dictionary. Reinstall wordnet-base.")
            }
        }
    }

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .tells,
                [
                    "define {word:text}", "what is the (definition|meaning) of [the word] {word:text}",
                    "look up the word {word:text}",
                ],
                typed: [
                    "(give me|tell me|share|find|i need|i want) (the|a) (definition|meaning) (of|for) "
                        + "[the word] {word:text}",
                    "(tell me|i need to know|i want to know|do you know) what {word:text} means",
                    "what is {word:text} mean", "(the|a) (definition|meaning) (of|for) [the word] {word:text}",
                    "how (do|would|does) (you|one|the dictionary) define [the word] {word:text}",
                    "describe the meaning of [the word] {word:text}",
                    "look up the (definition|meaning) (of|to|for) [the word] {word:text}",
                ], named: "define", answer: Self.define),
            // A question about a thing is one about its name, where the dictionary has it and no model is in use.
            SkillIntent(
                .tells, [],
                typed: [
                    "what is (a|an) {thing:text}", "what (a|an) {thing:text} is",
                    "what (the heck|the hell|on earth|exactly) is (a|an) {thing:text}",
                    "(tell me|do you know|explain) what (a|an) {thing:text} is",
                    "describe (a|an) {thing:text} [(to|for) me]",
                    "(what is|give me|tell me) (a|the) description of [(a|an|the)] {thing:text}",
                ], answer: Self.explain),
            SkillIntent(
                .tells, ["what is another word for {word:text}", "what is a synonym (for|of) {word:text}"],
                named: "synonym",
                answer: Self.synonyms),
        ]
    }

    private static func define(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let word = word(invocation) else {
            return SkillReply("Which word do you mean? Say, for example, \"define serendipity\".")
        }
        guard let entry = try await look(up: word, invocation) else { return notFound(word) }
        return SkillReply(
            sentences(entry).joined(separator: " "),
            values: ["word": entry.word, "count": String(entry.senses.count), "definition": entry.senses[0].definition])
    }

    /// Says what a thing is if the dictionary has its name.
    private static func explain(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard !invocation.request.hasModel, let said = invocation.text("thing")?.lowercased(),
            let entry = try await look(up: said, invocation)
        else { return .notMine }
        return SkillReply(
            sentences(entry).joined(separator: " "),
            values: ["word": entry.word, "count": String(entry.senses.count), "definition": entry.senses[0].definition])
    }

    /// One clause per meaning: the commonest ones of the first part of speech, then one for each other part.
    private static func sentences(_ entry: WordEntry) -> [String] {
        let name = entry.word.capitalizedFirst
        var kinds: [WordSense.PartOfSpeech] = []
        for sense in entry.senses where !kinds.contains(sense.partOfSpeech) { kinds.append(sense.partOfSpeech) }
        let most = kinds.count == 1 ? readSenses : 2
        var clauses: [String] = []
        for kind in kinds.prefix(readSenses) {
            let senses = entry.senses.filter { $0.partOfSpeech == kind }.prefix(kind == kinds.first ? most : 1)
            for (place, sense) in senses.enumerated() {
                let definition = sense.definition
                if clauses.isEmpty {
                    clauses.append("\(name) is \(article(kind)) \(kind.rawValue): \(definition).")
                } else if place == 0 {
                    clauses.append("As \(article(kind)) \(kind.rawValue) it means: \(definition).")
                } else {
                    clauses.append("It can also mean: \(definition).")
                }
            }
        }
        return clauses
    }

    private static func synonyms(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let word = word(invocation) else {
            return SkillReply("For which word? Say, for example, \"what's another word for happy\".")
        }
        guard let entry = try await look(up: word, invocation) else { return notFound(word) }
        let (first, rest) = (entry.senses[0], entry.senses.dropFirst())
        let found =
            first.synonyms + first.similar.prefix(3) + rest.flatMap(\.synonyms) + first.similar
            + rest.flatMap(\.similar)
        var seen = Set<String>()
        let words = found.filter { seen.insert($0).inserted }
        var values = ["word": entry.word, "count": String(words.count)]
        guard !words.isEmpty else {
            return SkillReply("I don't know another word for \(entry.word).", values: values)
        }
        let named = Array(words.prefix(readSynonyms))
        values["synonyms"] = named.joined(separator: ", ")
        let text =
            named.count == 1
            ? "Another word for \(entry.word) is \(named[0])."
            : "Other words for \(entry.word) are \(SpokenFormat.list(named))."
        return SkillReply(text, values: values)
    }

    /// The word to look up, or `nil` if the request only refers to one: "what does that mean".
    private static func word(_ invocation: SkillInvocation) -> String? {
        guard var said = invocation.text("word")?.lowercased() else { return nil }
        said = said.filter { !"\"“”‘’".contains($0) }.trimmed
        for opening in ["the word ", "a ", "an "] where said.hasPrefix(opening) && said.count > opening.count {
            said = String(said.dropFirst(opening.count))
        }
        let words = said.split(separator: " ")
        let pointsAtOne = words.contains { pronouns.contains(String($0)) }
        return said.isEmpty || words.count > 4 || pointsAtOne ? nil : said
    }

    private static func look(up word: String, _ invocation: SkillInvocation) async throws -> WordEntry? {
        guard let dictionary = invocation.services.words else { throw SkillError("I don't have a dictionary here.") }
        do {
            if let entry = try await dictionary.entry(for: word) { return entry }
            // "A serendipity" or "to run": try without the first word.
            let parts = word.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, ["a", "an", "the", "to"].contains(parts[0]) else { return nil }
            return try await dictionary.entry(for: String(parts[1]))
        } catch {
            throw SkillError(error.advice)
        }
    }

    private static func notFound(_ word: String) -> SkillReply {
        SkillReply(
            "I couldn't find “\(word)”. Say \"look up \(word) on wikipedia\" to search there.",
            values: ["word": word, "count": "0"])
    }

    private static func article(_ part: WordSense.PartOfSpeech) -> String {
        part == .adjective || part == .adverb ? "an" : "a"
    }

    private static let pronouns: Set = [
        "it", "that", "this", "they", "he", "she", "you", "i", "we", "them", "these", "those", "everything", "what",
    ]
}
