// SPDX-License-Identifier: GPL-3.0-or-later
// Says what can be said.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct HelpSkill: Skill {
    let onlyTells = true
    let help = CommandHelp(
        skill: "help", title: "Help", summary: "Tells you what I can do.",
        examples: ["what can you do", "help with timers"], icon: "help-about-symbolic")

    /// Topics that can be spoken, with the skill that each is about; any other can be typed.
    private static let topics: [(word: String, skill: String)] = [
        ("timers", "timer"), ("alarms", "alarm"), ("reminders", "reminder"), ("notes", "note"),
        ("time", "time"), ("dates", "date"), ("calculations", "arithmetic"), ("units", "conversion"),
        ("applications", "application"), ("websites", "website"), ("history", "history"), ("voices", "voice"),
    ]

    var intents: [SkillIntent] {
        let topics = Self.topics.map(\.word).joined(separator: "|")
        return [
            SkillIntent(
                [
                    "what can you do", "what can i (say|ask)", "help me", "what are your (skills|commands)",
                    "show me the commands",
                ],
                typed: ["help", "commands", "what do you do", "how do you work"], named: "help", answer: Self.overview),
            SkillIntent(
                ["help [me] with (\(topics))", "how do (i use|you do) (\(topics))"],
                typed: ["help [me] (with|on|about) {topic:text}", "how do i use {topic:text}"], named: "help.topic",
                answer: Self.explain),
        ]
    }

    private static func overview(_ invocation: SkillInvocation) -> SkillReply {
        SkillReply(
            "I can tell the time and date, set timers, alarms and reminders, calculate, convert units, take notes, "
                + "open applications and check your computer. For example, say \"set a timer for ten minutes\". "
                + "Say \"help with timers\" to hear more about one of them.")
    }

    private static func explain(_ invocation: SkillInvocation) -> SkillReply {
        let topic = invocation.text("topic") ?? invocation.words.last ?? ""
        guard let help = command(for: topic, in: invocation.commands) else {
            return SkillReply("I have no help on \(topic.prefix(60)). Say \"what can you do\" to hear what there is.")
        }
        let phrases = help.examples.prefix(3).map { "\"\($0)\"" }
        return SkillReply(
            "\(help.title). \(help.summary) You can say \(SpokenFormat.list(phrases, joiner: "or")).",
            values: ["topic": help.skill])
    }

    private static func command(for topic: String, in commands: [CommandHelp]) -> CommandHelp? {
        let topic = topic.lowercased()
        if let skill = topics.first(where: { $0.word == topic || $0.skill == topic })?.skill,
            let help = commands.first(where: { $0.skill == skill })
        {
            return help
        }
        let words = Utterance(topic).words.filter { $0.count > 2 }.map {
            $0.hasSuffix("s") ? String($0.dropLast()) : $0
        }
        return commands.first { help in
            let text = (help.title + " " + help.summary).lowercased()
            return words.contains { text.contains($0) }
        }
    }
}
