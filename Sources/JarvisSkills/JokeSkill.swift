// SPDX-License-Identifier: GPL-3.0-or-later
// Tells a joke that does not occur in the recent conversation.

import JarvisAgent
import JarvisCore

struct JokeSkill: Skill {
    let help = CommandHelp(
        skill: "joke", title: "Jokes", summary: "Tells you a joke.", examples: ["tell me a joke", "make me laugh"],
        icon: "face-laugh-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .tells,
                [
                    "tell [me] (a|another) joke", "make me laugh", "do you know (a joke|any jokes)",
                    "(say|tell me) something funny",
                ],
                typed: ["[another] joke"], named: "joke", answer: Self.tell),
            SkillIntent(
                .tells, [],
                typed: [
                    "\(Self.asking) (a|an|another|some|any|your|the) [\(Self.quality)] "
                        + "(joke|jokes|pun|puns) (about|on|with|involving) {topic:text}",
                    "\(Self.asking) [something|anything] funny (about|on the topic of) {topic:text}",
                    "\(Self.asking) (a|some|any|your) [\(Self.quality)] {topic:text} (joke|jokes)",
                    "[a] joke about {topic:text}",
                ], answer: Self.tellOfTopic),
        ]
    }

    private static let asking =
        "(tell|tell me|tell us|give me|give us|share|say|do you know|do you "
        + "have|know|make|recite|crack|i want to hear|have you got|have you heard)"
    private static let quality =
        "good|great|best|better|funny|funniest|nice|new|favorite|favourite|clean|short|silly|really good"

    /// Tells a joke about the topic if there is one, and says so if there isn't.
    private static func tellOfTopic(_ invocation: SkillInvocation) -> SkillReply {
        let topic = (invocation.text("topic") ?? "").lowercased()
        let words = topic.split(separator: " ").map { $0.count > 3 && $0.hasSuffix("s") ? $0.dropLast() : $0 }
        let fitting = jokes.filter { joke in
            let said = joke.lowercased().split { !$0.isLetter }.map(String.init)
            return words.contains { word in word.count > 2 && said.contains { $0 == word || $0 == word + "s" } }
        }
        guard fitting.isEmpty else { return SkillReply(invocation.choice(of: fitting, or: fitting[0])) }
        let other = tell(invocation)
        return SkillReply("I don't know one about \(topic.prefix(40)), but here's another. \(other.text)")
    }

    static let jokes = [
        "I told my clock it was slow. It said it needed a second.",
        "My microphone asked for a raise. I said we could talk about it.",
        "I used to tell jokes about memory. I forget how they end.",
        "A cable and a plug broke up. There was no connection.",
        "I asked the printer for advice. It gave me a blank page.",
        "My calendar is worried. Its days are numbered.",
        "I'd tell you a joke about silence, but you wouldn't hear it.",
        "The keyboard went on holiday. It needed some space.",
        "My calculator is a good friend. I can always count on it.",
        "I tried to catch some fog yesterday. I mist.",
    ]

    private static func tell(_ invocation: SkillInvocation) -> SkillReply {
        let told = Set(invocation.request.context.map(\.text) + [invocation.previousReply])
        let fresh = jokes.filter { !told.contains($0) }
        return SkillReply(invocation.choice(of: fresh.isEmpty ? jokes : fresh, or: jokes[0]))
    }
}
