// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the language model for questions that no skill can answer: "use the local model".

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct LanguageModelSkill: Skill {
    /// Model names come from their servers, not from JARVIS.
    let readsKeptTexts = true
    let help = CommandHelp(
        skill: "language-model-choice", title: "Language models",
        summary: "Chooses the language model for open questions.",
        examples: ["which model do you use", "use the local model", "stop using the language model"],
        icon: "network-server-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .configures,
                [
                    "(use|try|take|ask|switch to|change to) (the|my|another|a) {name:text} [language] (model|server)",
                    "(use|try|take|switch to|change to) (the|my) [language] model {name:text}",
                ], answer: Self.use),
            SkillIntent(
                .tells,
                [
                    "(which|what) [language] model (do you use|are you using|is in use)",
                    "(which|what) language models (do you have|are there|do you know)", "what model are you",
                ], answer: Self.tell),
            SkillIntent(
                .configures,
                [
                    "(stop using|don't use|do not use) (the|a|any|your) [language] model",
                    "use no language model", "answer without (the|a) language model",
                ], answer: Self.stop),
        ]
    }

    func limitation(_ services: SkillServices) async -> SkillLimitation? {
        guard let models = services.models, let names = try? await models.names(), !names.all.isEmpty else {
            return SkillLimitation("No language model is set up yet.")
        }
        return nil
    }

    private static let nothing = "No language model is set up yet. You can add one in Settings."

    private static func use(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let models = invocation.services.models else { return SkillReply(nothing) }
        let names = try await models.names()
        guard !names.all.isEmpty else { return SkillReply(nothing) }
        let wish = plain(invocation.text("name") ?? "")
        guard let name = names.all.first(where: { plain($0) == wish }) else {
            let list = SpokenFormat.list(names.all)
            return SkillReply("I don't have a model called \"\(wish)\", only \(list).", values: ["wish": wish])
        }
        guard name != names.used else { return SkillReply("I'm already using \(name).", values: ["model": name]) }
        try await invocation.request.settlement.wait()
        try await models.use(name)
        return SkillReply(
            "Now using \(name).", values: ["model": name], undo: undo(to: names.used, models))
    }

    private static func tell(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let models = invocation.services.models else { return SkillReply(nothing) }
        let names = try await models.names()
        guard !names.all.isEmpty else { return SkillReply(nothing) }
        let list = SpokenFormat.list(names.all)
        guard let used = names.used else { return SkillReply("I'm not using one. You've set up \(list).") }
        let others = names.all.count > 1 ? " You've set up \(list)." : ""
        return SkillReply("I'm using \(used).\(others)", values: ["model": used])
    }

    private static func stop(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let models = invocation.services.models else { return SkillReply(nothing) }
        let names = try await models.names()
        guard let used = names.used else { return SkillReply("I'm not using any language model.") }
        try await invocation.request.settlement.wait()
        try await models.use(nil)
        return SkillReply("I've stopped using \(used).", undo: undo(to: used, models))
    }

    private static func undo(to name: String?, _ models: any ModelChoice) -> DeferredAction {
        DeferredAction { _ in
            try await models.use(name)
            return SkillReply(name.map { "I'm using \($0) again." } ?? "I'm not using a language model any more.")
        }
    }

    /// A name as the recognizer would write it: lower case, with spaces for "-" and "_".
    private static func plain(_ name: String) -> String {
        name.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
    }
}
