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
                typed: ["[another] joke"], named: "joke", answer: Self.tell)
        ]
    }

    static let jokes = [
        "I told my clock it was slow. It said it needed a second.",
        "My microphone asked for a raise. I said we could talk about it.",
        "I used to tell jokes about memory. I forget how they end.",
        "A cable and a plug broke up. There was no connection.",
        "I asked the printer for advice. It gave me a blank page.",
        "The calendar is nervous. Its days are numbered.",
        "I would tell you a joke about silence, but you would hear nothing of it.",
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
