// SPDX-License-Identifier: GPL-3.0-or-later
// Explains what JARVIS can do, in general and by subject.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct HelpSkill: Skill {
    let help = CommandHelp(
        skill: "help", title: "Help", summary: "Tells you what I can do.",
        examples: ["what can you do", "help with timers"], icon: "help-about-symbolic")

    /// Subjects for spoken requests, with the skills that each covers. Typed requests can name any other subject.
    private static let topics: [(word: String, skills: [String])] = [
        ("timers", ["timer"]), ("alarms", ["alarm"]), ("reminders", ["reminder"]), ("notes", ["note"]),
        ("time", ["time"]), ("dates", ["date"]), ("calculations", ["arithmetic"]), ("units", ["conversion"]),
        ("applications", ["application"]), ("websites", ["website"]), ("history", ["history"]), ("voices", ["voice"]),
        ("language models", ["language-model-choice"]),
        ("music", ["media", "volume"]), ("videos", ["media"]), ("volume", ["volume"]), ("sound", ["volume"]),
        ("brightness", ["brightness"]), ("screen", ["brightness", "session", "screenshot"]),
        ("notifications", ["notifications"]), ("clipboard", ["clipboard"]), ("screenshots", ["screenshot"]),
        ("weather", ["weather"]), ("news", ["news"]), ("translations", ["translation"]),
        ("wikipedia", ["encyclopedia"]), ("internet", ["online", "weather", "encyclopedia"]),
        ("battery", ["system", "machine"]), ("computer", ["session", "system", "machine"]),
    ]
    /// Synonyms of these subjects, for typed requests and free recognition.
    private static let otherNames: [String: String] = [
        "songs": "music", "song": "music", "player": "music", "media": "music", "podcasts": "music", "movies": "videos",
        "films": "videos", "audio": "sound", "speakers": "sound", "display": "screen", "monitor": "screen",
        "apps": "applications", "programs": "applications", "maths": "calculations", "math": "calculations",
        "laptop": "computer", "machine": "computer", "pc": "computer", "power": "computer", "system": "computer",
        "countdowns": "timers", "memos": "notes",
    ]

    var intents: [SkillIntent] {
        let topics = Self.topics.map(\.word).joined(separator: "|")
        return [
            SkillIntent(
                .tells,
                [
                    "what can you do", "what can i (say|ask)", "help me", "what are your (skills|commands)",
                ],
                typed: ["help", "commands", "what do you do", "how do you work"], named: "help", answer: Self.overview),
            SkillIntent(
                .tells,
                [
                    "help [me] with (\(topics))", "how do (i use|you do) (\(topics))",
                    "what can you do with (\(topics))",
                ],
                typed: [
                    "help [me] (with|on|about) {topic:text}", "how do i use {topic:text}",
                    "what can you do (with|about) {topic:text}",
                    "what can i do with (my|this|the) (computer|laptop|machine|pc)",
                ], named: "help.topic",
                answer: Self.explain),
        ]
    }

    private static func overview(_ invocation: SkillInvocation) -> SkillReply {
        SkillReply(
            "I can set timers, alarms and reminders, calculate, convert units, take notes, open apps, "
                + "and control music, volume and brightness. Try \"set a timer for ten minutes\", or \"help "
                + "with timers\" for more.")
    }

    private static func explain(_ invocation: SkillInvocation) -> SkillReply {
        let topic = invocation.text("topic") ?? invocation.words.last ?? ""
        let found = commands(for: topic, in: invocation.commands)
        guard let first = found.first else {
            // "How do vaccines work" is a question about the world.
            guard invocation.words.contains("help"), Utterance(topic).words.count <= longestTopic else {
                return .notMine
            }
            return SkillReply("I can't help with \(topic.prefix(60)). Say \"what can you do\" for a list.")
        }
        let phrases = found.flatMap { $0.examples.prefix(found.count == 1 ? 3 : 2) }.map { "\"\($0)\"" }
        return SkillReply(
            "You can say \(SpokenFormat.list(phrases, joiner: "or")).", values: ["topic": first.skill])
    }

    private static func commands(for topic: String, in commands: [CommandHelp]) -> [CommandHelp] {
        let spoken = Utterance(topic).words.filter { !["the", "my", "your", "this"].contains($0) }
        let topic = spoken.joined(separator: " ")
        let name = otherNames[topic] ?? topic
        if let skills = topics.first(where: { $0.word == name || $0.word == name + "s" })?.skills {
            return skills.compactMap { skill in commands.first { $0.skill == skill } }
        }
        if let help = commands.first(where: { $0.skill == name }) { return [help] }
        func singular(_ word: String) -> String { word.hasSuffix("s") ? String(word.dropLast()) : word }
        let words = spoken.filter { $0.count > 2 }.map(singular)
        guard !words.isEmpty, spoken.count <= longestTopic else { return [] }
        return commands.first { help in
            let text = Utterance(help.title + " " + help.summary).words.map(singular)
            return words.allSatisfy(text.contains)
        }.map { [$0] } ?? []
    }

    /// The most words in the name of a subject: a longer one is a question about the world.
    private static let longestTopic = 3
}
