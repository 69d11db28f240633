// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the headlines of the news feeds in the settings.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct NewsSkill: Skill {
    private static let mostHeadlines = 6

    let help = CommandHelp(
        skill: "news", title: "News", summary: "Reads the headlines of the feeds in your settings, once you allow it.",
        examples: ["what's in the news", "read the headlines"], icon: "application-rss+xml-symbolic")

    func limitation(_ services: SkillServices) async -> SkillLimitation? { OnlineService.news.limitation(services) }

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .asksOthers,
                [
                    "(what's|what is) in the news", "(what's|what is) the news", "read [me] the (news|headlines)",
                    "what are the headlines",
                ], typed: ["[the] [latest] (news|headlines)"], named: "news", answer: Self.answer)
        ]
    }

    private static func answer(_ invocation: SkillInvocation) async throws -> SkillReply {
        try await OnlineQuestion(service: .news, values: [:]) { _, online in
            let news = try await online.headlines()
            let feeds = news.feeds.filter { !$0.headlines.isEmpty }
            var reply = SkillReply("", values: ["count": String(feeds.map(\.headlines.count).reduce(0, +))])
            let most = max(1, mostHeadlines / max(1, feeds.count))
            for feed in feeds {
                let source = feed.server.isEmpty || feed.server == feed.title ? "" : " (\(feed.server))"
                let sentences = feed.headlines.prefix(most).map(sentence)
                reply.clauses.append("From \(feed.title)\(source): \(sentences[0])")
                reply.clauses += sentences.dropFirst()
            }
            if feeds.isEmpty {
                let servers = OnlineQuestion.list(online.servers(of: .news))
                reply.clauses.append("There are no headlines at \(servers) at the moment.")
            }
            reply.clauses += news.failures.prefix(2).map { $0.explained(to: .window).whatHappened }
            return reply
        }.answer(invocation)
    }

    /// The headline with a full stop, to keep it apart from the next one.
    private static func sentence(_ headline: String) -> String {
        guard let last = headline.last, !".!?…".contains(last) else { return headline }
        return headline + "."
    }
}
