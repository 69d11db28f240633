// SPDX-License-Identifier: GPL-3.0-or-later
// Opens websites and web searches in the user's browser.

import JarvisAgent
import JarvisCore
import JarvisPlatform
import JarvisUnderstanding

struct WebsiteSkill: Skill {
    let actsAtOnce = true
    let help = CommandHelp(
        skill: "website", title: "Open websites",
        summary: "Opens well-known sites and typed addresses in your browser.",
        examples: ["go to wikipedia", "open the youtube website"], icon: "web-browser-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .opens,
                [
                    "(go to|visit|browse to|take me to) {site:website}", "open [the] {site:website} website",
                    "open the website {site:website}", "show me the {site:website} website",
                ],
                typed: [
                    "(open|show|launch|start) {site:website}", "(go to|visit|open) the website {site:website}",
                    "{site:website} website",
                ], named: "web.open", answer: Self.open),
            SkillIntent(
                .opens, ["search the (web|internet) for {query:text}", "look up {query:text} on the (web|internet)"],
                typed: ["(google|duckduckgo) {query:text}"], named: "web.search", answer: Self.search),
        ]
    }

    private static func search(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let query = invocation.text("query") else { throw SkillError("I didn't understand what to look for.") }
        let address = "https://duckduckgo.com/?q=" + query.prefix(500).percentEncoded
        try await invocation.services.launcher.open(address: address)
        return SkillReply("Searching the web for \(query.prefix(80)).", values: ["query": query, "address": address])
            .final
    }

    private static func open(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard case .website(let site) = invocation.slots["site"] else {
            throw SkillError("I didn't understand which website to open.")
        }
        // "Open firefox" starts the program, even if a site has the same name.
        let index = ApplicationIndex(invocation.services.launcher.applications())
        if !invocation.words.contains("website"),
            invocation.words.first == "open" || invocation.words.first == "launch",
            let application = index.application(named: site.name)
        {
            try await invocation.services.launcher.open(application)
            return SkillReply("Opening \(application.name).", values: ["name": application.name, "id": application.id])
                .final
        }
        try await invocation.services.launcher.open(address: site.address)
        return SkillReply("Opening \(site.name).", values: ["site": site.name, "address": site.address]).final
    }
}
