// SPDX-License-Identifier: GPL-3.0-or-later
// Opens installed applications and lists them.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct ApplicationSkill: Skill {
    let actsAtOnce = true
    let allowsDryRun = true
    /// Application names come from their developers, not from JARVIS.
    let readsKeptTexts = true
    let help = CommandHelp(
        skill: "application", title: "Open applications", summary: "Opens installed apps.",
        examples: ["open the calculator", "open firefox", "what applications do i have"],
        icon: "application-x-executable-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .opens, ["(open|launch|start|run) [the|a|my] {name:application}"],
                typed: ["(open|launch|start|run) [the|a|my] {name:application} (app|application|program)"],
                named: "app.open", answer: Self.open),
            SkillIntent(
                .tells,
                [
                    "(what|which) (applications|programs) (do i have|are installed)",
                    "(what|which) applications can you open",
                ],
                typed: [
                    "(what|which) apps (do i have|are installed|can you open)", "(list|show) [my] (apps|applications)",
                ],
                named: "app.list", answer: Self.list),
            SkillIntent(
                .tells, [], typed: ["(close|quit|exit|kill) [the] {name:application}"],
                answer: Self.declineToClose),
        ]
    }

    private static func open(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let name = invocation.text("name") else { throw SkillError("I didn't catch what to open.") }
        let index = ApplicationIndex(invocation.services.launcher.applications())
        guard let application = index.application(named: name) else {
            let similar = index.names(like: name, limit: 3)
            let advice =
                similar.isEmpty
                ? "Say \"what applications do I have\" for a list."
                : "Did you mean \(SpokenFormat.list(similar, joiner: "or"))?"
            return SkillReply("I can't find an app called \(name.prefix(60)). \(advice)", values: ["name": name])
        }
        try await invocation.services.launcher.open(application)
        return SkillReply("Opening \(application.name).", values: ["name": application.name, "id": application.id])
            .final
    }

    private static func declineToClose(_ invocation: SkillInvocation) -> SkillReply {
        let index = ApplicationIndex(invocation.services.launcher.applications())
        guard invocation.text("name").flatMap(index.application) != nil else { return .notMine }
        return SkillReply("I don't close apps, so you won't lose anything.")
    }

    private static func list(_ invocation: SkillInvocation) -> SkillReply {
        let names = Set(invocation.services.launcher.applications().map { plain($0.name) }).sorted()
        guard !names.isEmpty else { return SkillReply("I can't find any apps.", values: ["count": "0"]) }
        let some = names.count > 6 ? "for example " : ""
        let count = SpokenFormat.count(Int64(names.count), "application")
        return SkillReply(
            "I can open \(count), \(some)\(SpokenFormat.list(Array(names.prefix(6)))).",
            values: ["count": String(names.count)])
    }

    /// The name without versions and notes: "Python (v3.11)", "LibreOffice 7.4 Writer", "Firefox (64-bit)".
    static func plain(_ name: String) -> String {
        var words: [Substring] = []
        var depth = 0
        for word in name.split(separator: " ") {
            let opens = word.first == "("
            if opens { depth += 1 }
            let isVersion = depth > 0 || isVersion(word)
            if word.last == ")", depth > 0 { depth -= 1 }
            if !isVersion { words.append(word) }
        }
        return words.isEmpty ? name : words.joined(separator: " ")
    }

    /// True for "7.4", "v3.11" and "2.10.34"; "Quake 3" keeps its number.
    private static func isVersion(_ word: Substring) -> Bool {
        let figures = word.first == "v" ? word.dropFirst() : word
        return figures.first?.isNumber == true && figures.allSatisfy { $0.isNumber || $0 == "." }
            && (figures.contains(".") || figures.count < word.count)
    }
}
