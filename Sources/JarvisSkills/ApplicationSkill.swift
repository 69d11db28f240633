// SPDX-License-Identifier: GPL-3.0-or-later
// Opens installed applications.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct ApplicationSkill: Skill {
    let help = CommandHelp(
        skill: "application", title: "Open applications", summary: "Starts programs that are installed.",
        examples: ["open the calculator", "open firefox", "what applications do i have"],
        icon: "application-x-executable-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                ["(open|launch|start|run) [the|a|my] {name:application}"],
                typed: ["(open|launch|start|run) [the|a|my] {name:application} (app|application|program)"],
                named: "app.open", answer: Self.open),
            SkillIntent(
                [
                    "(what|which) (applications|programs) (do i have|are installed)",
                    "(what|which) applications can you open",
                ],
                typed: [
                    "(what|which) apps (do i have|are installed|can you open)", "(list|show) [my] (apps|applications)",
                ],
                named: "app.list", answer: Self.list),
        ]
    }

    private static func open(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let name = invocation.text("name") else { throw SkillError("I didn't understand what to open.") }
        let index = ApplicationIndex(invocation.services.launcher.applications())
        guard let application = index.application(named: name) else {
            let similar = index.names(like: name, limit: 3)
            let advice =
                similar.isEmpty
                ? "Say \"what applications do I have\" to hear what can be opened."
                : "Did you mean \(SpokenFormat.list(similar, joiner: "or"))?"
            return SkillReply("I found no application called \(name.prefix(60)). \(advice)", values: ["name": name])
        }
        try await invocation.services.launcher.open(application)
        return SkillReply("Opening \(application.name).", values: ["name": application.name, "id": application.id])
    }

    private static func list(_ invocation: SkillInvocation) -> SkillReply {
        let names = Set(invocation.services.launcher.applications().map(\.name)).sorted()
        guard !names.isEmpty else { return SkillReply("I found no applications.", values: ["count": "0"]) }
        let some = names.count > 6 ? "for example " : ""
        let count = SpokenFormat.count(Int64(names.count), "application")
        return SkillReply(
            "I can open \(count), \(some)\(SpokenFormat.list(Array(names.prefix(6)))).",
            values: ["count": String(names.count)])
    }
}
