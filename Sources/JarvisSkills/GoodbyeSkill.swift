// SPDX-License-Identifier: GPL-3.0-or-later
// Says goodbye and ends the conversation, so JARVIS stops listening.

import JarvisAgent
import JarvisCore

struct GoodbyeSkill: Skill {
    let help = CommandHelp(
        skill: "goodbye", title: "Goodbye", summary: "Ends the conversation and stops listening.",
        examples: ["goodbye", "that's all", "go to sleep"], icon: "system-log-out-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .tells,
                [
                    "(goodbye|bye bye|good bye)", "see you [later|soon|tomorrow]", "that's all [for now]",
                    "go to sleep",
                    "stop listening", "good night", "sleep (well|tight)",
                ], typed: ["(bye|cya|farewell)", "i am done"], named: "goodbye", answer: Self.leave)
        ]
    }

    private static func leave(_ invocation: SkillInvocation) -> SkillReply {
        let isNight = invocation.words == ["good", "night"]
        let farewells = ["Goodbye.", "See you later.", "Until next time."]
        return SkillReply(
            isNight ? "Good night." : invocation.choice(of: farewells, or: "Goodbye."), followUp: .endConversation)
    }
}
