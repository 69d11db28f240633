// SPDX-License-Identifier: GPL-3.0-or-later
// Translates with the LibreTranslate server in the settings.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct TranslationSkill: Skill {
    let help = CommandHelp(
        skill: "translation", title: "Translation",
        summary: "Translates what you say with your translation server, once you allow it.",
        examples: ["translate good morning into french", "how do you say thank you in italian"],
        icon: "preferences-desktop-locale-symbolic")

    func limitation(_ services: SkillServices) async -> SkillLimitation? {
        OnlineService.translation.limitation(services)
    }

    var intents: [SkillIntent] {
        let language = "(\(Language.pattern))"
        let land = "[the] (\(Language.places.keys.sorted().joined(separator: "|")))"
        let speaker = "(you|i|we|one|they|people|someone|he|she)"
        let verb = "(say|ask for|write|pronounce)"
        let people = "(\(Language.pattern)|\(Language.peoples.keys.sorted().joined(separator: "|")))"
        return [
            SkillIntent(
                .asksOthers, ["translate {words:text} (into|to) {language:text}"],
                typed: [
                    "how (do|would|does|can|should) (you|i|we|one) say {words:text} in \(language)",
                    "(what's|what is|what would) {words:text} [be] in \(language)", "say {words:text} in \(language)",
                    "(what's|what is) the \(language) [word] for {words:text}",
                    "what does {words:text} mean in \(language)",
                    "in \(language) how (do|would|can) (you|i|we) say {words:text}", "\(language) for {words:text}",
                    "translate {words:text}", "translate {words:text} from \(language)",
                    "translate {words:text} from \(language) (into|to) \(language)",
                    "how (do|would|does|can|could|should|did|might) \(speaker) \(verb) {words:text} in "
                        + "(\(language)|\(land))",
                    "[tell me|i want to know|i need to know|show me|teach me] how (to|i|they|you) \(verb) {words:text} "
                        + "in (\(language)|\(land))",
                    "how (would|do|can|could) (i|you|we|one) \(verb) {words:text} if (i|you|we|one) (were|was) "
                        + "[a|an] \(people)",
                    "if (i|you|we|one) (were|was) [a|an] \(people) how (would|do|can|could) (i|you|we|one) "
                        + "\(verb) {words:text}",
                    "[tell me|show me|do you know] how (do|would|does) [the|a] \(people) [people|person] \(verb) {words:text}",
                    "[tell me|show me|do you know] how [the] \(people) [people] \(verb) {words:text}",
                    "(what|which) (word|words|phrase|expression) (would|do|does|can) (i|you|we|one|[the] \(people) [people]) use "
                        + "(to say|for) {words:text} [if (i|you|we|one) (were|was) [a|an] \(people)]",
                    "how (is|are) {words:text} (said|written|called) in (\(language)|\(land))",
                    "in (\(language)|\(land)) how (do|would|does|can|could) \(speaker) \(verb) {words:text}",
                    "in \(language) {words:text} is (said|written) how", "what is \(language) for {words:text}",
                    "what \(language) word (means|is) {words:text}",
                    "what (do|would) (the [\(language)]|\(language) people|\(speaker)) say for [the word] {words:text} "
                        + "[in (\(language)|\(land))]",
                    "if (i|you|we|one) (were|was) [a|an] \(people) (what|which) (word|words|phrase|expression) "
                        + "(would|should|could|do) (i|you|we|one) (use to say|use for|say for|need for) {words:text}",
                    "if (i|you|we|one) (were|was) [a|an] \(people) what (would|should|do) (i|you|we|one) (say|call) "
                        + "[for] {words:text}",
                    "(what|which) (word|words|phrase|expression) (would|should|could|do) (i|you|we|one) use to "
                        + "(tell|ask) (someone|somebody|people|them) {words:text} if (i|you|we|one) (were|was) [a|an] "
                        + "\(people)",
                    "what (do|would) (i|you|we|one|they|people) call {words:text} "
                        + "(if (i|you|we|one) (were|was) [a|an] \(people)|in (\(language)|\(land)))",
                    "what (do|would) [the] \(people) [people|speakers] (say|call|use) [for] {words:text}",
                    "(what's|what is) [the] [local|\(people)] (slang|word|term|expression|greeting) for {words:text} "
                        + "in (\(language)|\(land))",
                    "(what's|what is) {words:text} (called|translated to) in (\(language)|\(land))",
                    "(what|which) (word|phrase|expression) means {words:text} in (\(language)|\(land))",
                    "(what is|tell me) the [\(language)] (word|phrase|expression) for {words:text} [in] "
                        + "(\(language)|\(land))",
                ], named: "translate", answer: Self.answer)
        ]
    }

    /// Handles the answer to "Into which language?".
    func answerFollowUp(_ invocation: SkillInvocation) async throws -> SkillReply? {
        guard invocation.previousValues["asks"] == "language", let words = invocation.previousValues["words"],
            invocation.words.count <= 4, let language = Language.last(in: invocation.words)
        else { return nil }
        return try await Self.translate(words, from: nil, to: language, invocation)
    }

    private static func answer(_ invocation: SkillInvocation) async throws -> SkillReply {
        var words = (invocation.text("words") ?? "").trimmed
        words = String(words.reversed().drop { "?.".contains($0) }.reversed()).filter { !"\"“”".contains($0) }
        guard !words.isEmpty else { return .notMine }
        let said = invocation.words
        // "From German" names the source language, not the target.
        let source = said.lastIndex(of: "from").flatMap { Language.last(in: Array(said[$0...].prefix(2))) }
        let rest = invocation.text("language").map { Utterance($0).words } ?? said
        guard let language = Language.last(in: rest.filter { $0 != source?.word }) else {
            if let named = invocation.text("language"), said.first == "translate" {
                return SkillReply(
                    "I don't know a language called \(named.prefix(40)).", values: ["words": words])
            }
            if source != nil, let english = Language.last(in: ["english"]) {
                return try await translate(words, from: source, to: english, invocation)
            }
            guard said.first == "translate" else { return .notMine }
            return SkillReply(
                "Into which language?", values: ["words": words, "asks": "language"], followUp: .dictation)
        }
        return try await translate(words, from: source, to: language, invocation)
    }

    private static func translate(
        _ words: String, from source: Language?, to target: Language, _ invocation: SkillInvocation
    ) async throws -> SkillReply {
        // A language model in use can translate too, without further consent.
        if invocation.request.hasModel, invocation.services.settings.current.online[.translation] != .on {
            return .notMine
        }
        // People speak English with JARVIS, so the words are English unless English is the target.
        let code = source?.code ?? (target.code == "en" ? "auto" : "en")
        return try await OnlineQuestion(
            service: .translation, values: ["words": words, "language": target.code]
        ) { _, online in
            let translation = try await online.translation(of: words, from: code, to: target.code)
            var reply = SkillReply("", values: ["translation": translation])
            // Keep it one clause: full stops in the words must not split the sentence.
            let source = OnlineQuestion.source(online.servers(of: .translation)).capitalizedFirst
            reply.clauses = ["\(source), \"\(words)\" is \"\(translation)\" in \(target.name)."]
            return reply
        }.answer(invocation)
    }
}
