// SPDX-License-Identifier: GPL-3.0-or-later
// Searches the conversation history.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct HistorySkill: Skill {
    /// Replies it finds may come from the web or a language model.
    let quotesOthers = true
    let holdsPersonal = true
    private static let limit = 50
    /// The most messages to search for those of one day, and the most to read out.
    private static let (searchLimit, told) = (1000, 3)

    let help = CommandHelp(
        skill: "history", title: "Search history", summary: "Searches what we've said before.",
        examples: ["search my history", "what did i ask about the weather", "what did i say last"],
        icon: "system-search-symbolic")

    var quotesHistory: Bool { true }

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .tells, ["search [(my|the|our)] (history|conversation|conversations)"], typed: ["search"],
                named: "history.ask",
                answer: Self.ask),
            SkillIntent(
                .tells,
                [
                    "search [(my|the|our)] (history|conversation|conversations) (for|about) {query:text}",
                    "(what did i (ask|say)|what have i (asked|said)) [you] about {query:text}",
                    "when did i (ask|talk|speak) [you] about {query:text}", "when did i mention {query:text}",
                    "did i [ever] (ask|say|mention) [anything] [about] {query:text}",
                    "find {query:text} in (my|the) history",
                ], typed: ["search [for] {query:text}"], named: "history.search", answer: Self.search),
            SkillIntent(
                .tells,
                [
                    "what did i (say|ask) last", "what was (the|my) last (question|thing i said)",
                    "what did i just (say|ask)",
                ],
                named: "history.last", answer: Self.last),
            SkillIntent(
                .tells, [],
                typed: [
                    "what did i (ask|say|tell) [you] [on] {day:day}",
                    "what have i (asked|said|told) [you] [on] {day:day}",
                ], answer: Self.ofDay),
        ]
    }

    func answerFollowUp(_ invocation: SkillInvocation) async throws -> SkillReply? {
        let query = invocation.utterance.original(0..<invocation.words.count)
        return query.isEmpty ? nil : try await Self.reply(query, invocation)
    }

    private static func ask(_ invocation: SkillInvocation) -> SkillReply {
        SkillReply("What should I look for?", followUp: .dictation)
    }

    private static func search(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let query = invocation.text("query") else { return ask(invocation) }
        let reply = try await reply(query, invocation)
        // "Search for a hotel" may mean the web as well.
        let isNamed = !historyWords.isDisjoint(with: invocation.words)
        return reply.values["count"] == "0" && !isNamed ? .notMine : reply
    }

    /// Words that ask for what was said before.
    private static let historyWords: Set = [
        "history", "conversation", "conversations", "i", "we", "you", "messages", "chat", "said", "mentioned",
    ]

    private static func reply(_ query: String, _ invocation: SkillInvocation) async throws -> SkillReply {
        let words = Utterance(query).words.filter { !["the", "a", "an", "my"].contains($0) }
        let plain = words.isEmpty ? query : words.joined(separator: " ")
        let found = try await invocation.services.history.search(
            plain, kinds: [.user, .assistant, .note], limit: limit)
        // Leave out the question itself and earlier searches for the same thing.
        let results = found.filter { message in
            message.turn != invocation.request.turn && message.skill != "history" && !isSearch(message)
        }
        let values = ["query": query, "count": String(results.count)]
        guard let newest = results.first else {
            return SkillReply("I can't find anything about \(query) in our history.", values: values)
        }
        let count = SpokenFormat.count(Int64(results.count), "message")
        let many = found.count == limit ? "many messages" : count
        return SkillReply(
            "I found \(many) about \(query). \(results.count == 1 ? "It is" : "The latest is") from "
                + "\(day(of: newest, invocation)). \(speaker(newest)): \(excerpt(newest.text))", values: values)
    }

    private static func last(_ invocation: SkillInvocation) -> SkillReply {
        let own = invocation.request.context.last { $0.kind == .user && $0.turn != invocation.request.turn }
        guard let own else { return SkillReply("You haven't said anything before this.") }
        return SkillReply("You said: \(excerpt(own.text))", values: ["text": own.text])
    }

    /// Counts what the user said on a day, and reads out the latest of it.
    private static func ofDay(_ invocation: SkillInvocation) async throws -> SkillReply {
        guard let reference = invocation.day("day") else { return last(invocation) }
        var day = reference.date(from: invocation.today)
        // "On Friday" means last Friday.
        if day.dayNumber > invocation.today.dayNumber { day = day.adding(days: -7) }
        let clock = invocation.services.clock
        let said = try await invocation.services.history.search("", kinds: [.user], limit: searchLimit)
            .filter { CivilDate(clock.local($0.createdAt)) == day && $0.turn != invocation.request.turn }
        let values = ["count": String(said.count)]
        guard !said.isEmpty else { return SkillReply("I don't know of anything you said then.", values: values) }
        let many = SpokenFormat.count(Int64(said.count), "thing")
        let intro = said.count > told ? ["You said \(many). Here are the latest."] : ["You said \(many)."]
        let latest = said.prefix(told).map { $0.text.capitalizedFirst }
        return SkillReply((intro + latest.map(excerpt)).joined(separator: " "), values: values)
    }

    private static func isSearch(_ message: Message) -> Bool {
        guard message.kind == .user else { return false }
        let words = Utterance(String(message.text.prefix(200))).words
        let openings = [
            ["search"], ["what", "did", "i"], ["what", "have", "i"], ["when", "did", "i"], ["did", "i"],
        ]
        return openings.contains { words.starts(with: $0) }
    }

    private static func day(of message: Message, _ invocation: SkillInvocation) -> String {
        let date = CivilDate(invocation.services.clock.local(message.createdAt))
        switch invocation.today.dayNumber - date.dayNumber {
        case 0: return "today"
        case 1: return "yesterday"
        default: return SpokenFormat.date(date, withYear: date.year != invocation.today.year)
        }
    }

    private static func speaker(_ message: Message) -> String {
        switch message.kind {
        case .note: "You noted"
        case .user: "You said"
        default: "I said"
        }
    }

    private static func excerpt(_ text: String) -> String {
        let short = text.count > 160 ? text.prefix(160) + "…" : text[...]
        return ".!?…".contains(short.last ?? " ") ? String(short) : short + "."
    }
}
