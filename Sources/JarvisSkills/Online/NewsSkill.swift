// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the headlines of the news feeds in the settings: all of them, or those about a topic.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct NewsSkill: Skill {
    private static let mostHeadlines = 6

    let help = CommandHelp(
        skill: "news", title: "News", summary: "Reads headlines from your news feeds, once you allow it.",
        examples: ["what's in the news", "read the headlines", "any news about the election"],
        icon: "application-rss+xml-symbolic")

    func limitation(_ services: SkillServices) async -> SkillLimitation? { OnlineService.news.limitation(services) }

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .asksOthers,
                [
                    "(what's|what is) in the news", "(what's|what is) the news", "read [me] the (news|headlines)",
                    "what are the headlines",
                ], typed: ["[the] [latest] (news|headlines)"] + Self.moreAsking, named: "news", answer: Self.answer)
        ]
    }

    /// Questions for the news about something, from a source or of a section.
    private static let moreAsking: [String] =
        ["news", "headlines"].flatMap { noun in
            [
                "[\(asking)] [the|any|some|me the] [\(kind)] [\(kind)] \(noun) [articles|stories|updates] "
                    + "(about|on|regarding|concerning|from|in|for) {topic:text}",
                "[\(asking)] [the|any|some|me the] [\(kind)] {section:text} \(noun) [\(now)]",
            ]
        } + [
            "[\(asking)] [the|any|some|me the] \(kind) (stories|story|updates|update|reports|report|developments|articles) "
                + "(about|on|regarding|concerning|from) {topic:text}",
            "[\(asking)] any (updates|update) (about|on|regarding|concerning) {topic:text}",
        ]
    private static let asking =
        "(what is|what's|what are|tell me|give me|show me|show|read|read me|get|get me|find|find me|bring me|pull up|how is"
        + "|i want to hear|i want to read|i would like to hear|is there any|are there any|do you have any|let me hear"
        + "|can i hear|can i know|can i get|do you know any|tell us|read out|check|check for|look for|follow|any)"
    private static let kind =
        "(latest|recent|most recent|current|new|newest|top|breaking|hot|trending|today's|main|big)"
    private static let now =
        "(today|now|right now|please|at the moment|for today|this morning|this evening|tonight|there is)"

    private static func answer(_ invocation: SkillInvocation) async throws -> SkillReply {
        let topic = NewsTopic(invocation.text("topic") ?? invocation.text("section") ?? "")
        return try await OnlineQuestion(service: .news, values: topic.isAny ? [:] : ["topic": topic.text]) {
            _, online in
            let all = try await online.headlines()
            let feeds = topic.isAny ? all.feeds : topic.feeds(of: all.feeds)
            let age = OnlineQuestion.age(all.ageSeconds)
            guard !feeds.isEmpty || all.feeds.allSatisfy(\.headlines.isEmpty) else {
                return SkillReply(
                    "There's nothing about \(topic.text) in the headlines. Shall I read them anyway?",
                    values: ["count": "0"],
                    proposal: DeferredAction { _ in reply(all.feeds, all.failures, age, online) })
            }
            return reply(feeds, all.failures, age, online)
        }.answer(invocation)
    }

    private static func reply(
        _ feeds: [Headlines.Feed], _ failures: [OnlineFailure], _ age: String?, _ online: any OnlineServices
    ) -> SkillReply {
        let feeds = feeds.filter { !$0.headlines.isEmpty }
        var reply = SkillReply("", values: ["count": String(feeds.map(\.headlines.count).reduce(0, +))])
        let most = max(1, mostHeadlines / max(1, feeds.count))
        for feed in feeds {
            let source = feed.server.isEmpty || feed.server == feed.title ? "" : " (\(feed.server))"
            let sentences = feed.headlines.prefix(most).map(sentence)
            let time = age.map { ", \($0)" } ?? ""
            reply.clauses.append("From \(feed.title)\(source)\(time): \(sentences[0])")
            reply.clauses += sentences.dropFirst()
        }
        if feeds.isEmpty {
            let servers = OnlineQuestion.list(online.servers(of: .news))
            reply.clauses.append("There are no headlines from \(servers) at the moment.")
        }
        reply.clauses += failures.prefix(2).map { $0.explained(to: .window).whatHappened }
        return reply
    }

    /// The headline with a full stop, to keep it apart from the next one.
    private static func sentence(_ headline: String) -> String {
        guard let last = headline.last, !".!?…".contains(last) else { return headline }
        return headline + "."
    }
}
