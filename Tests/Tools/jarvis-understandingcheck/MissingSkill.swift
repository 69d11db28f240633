// SPDX-License-Identifier: GPL-3.0-or-later
// Answers the intents that no skill answers yet, so that what is understood can be measured before it can be done.

import JarvisAgent
import JarvisCore

struct MissingSkill: Skill {
    private static let telling: Set<String> = [
        "weather", "news", "encyclopedia", "translate", "spell", "define", "synonym", "math", "time", "date", "system",
        "calendar",
    ]

    let help: CommandHelp
    let intents: [SkillIntent]

    /// One for each subject with intents that `skills` do not answer.
    static func all(but skills: [any Skill]) -> [any Skill] {
        let known = Set(skills.flatMap(\.intents).compactMap(\.name))
        let missing = SkillAgent.intentNames().subtracting(known)
        let bySubject = Dictionary(grouping: missing) { $0.split(separator: ".").first.map(String.init) ?? $0 }
        return bySubject.sorted { $0.key < $1.key }.map { MissingSkill(subject: $0, names: $1.sorted()) }
    }

    private init(subject: String, names: [String]) {
        help = CommandHelp(skill: "missing-" + subject, title: subject, summary: "", examples: [], icon: "")
        let deed = Self.telling.contains(subject) ? DeedKind.tells : .changes
        intents = names.map { name in SkillIntent(deed, [], named: name) { _ in SkillReply("Done.") } }
    }
}
