// SPDX-License-Identifier: GPL-3.0-or-later
// Answers intents without a skill, so that understanding can be measured before the skill exists.

import JarvisAgent
import JarvisCore

struct MissingSkill: Skill {
    private static let telling: Set<String> = [
        "weather", "news", "encyclopedia", "translate", "spell", "define", "synonym", "math", "time", "date", "system",
        "calendar",
    ]

    let help: CommandHelp
    let intents: [SkillIntent]

    /// One for each subject with intents that `skills` do not cover.
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
