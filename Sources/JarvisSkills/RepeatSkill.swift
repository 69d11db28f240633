// SPDX-License-Identifier: GPL-3.0-or-later
// Repeats the previous reply.

import JarvisAgent
import JarvisCore

struct RepeatSkill: Skill {
    let help = CommandHelp(
        skill: "repeat", title: "Repeat", summary: "Says the last answer again.",
        examples: ["repeat that", "say that again"], icon: "media-playlist-repeat-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .tells,
                [
                    "repeat that", "say (that|it) again", "what did you (just say|say)", "come again",
                    "(pardon|pardon me)",
                ],
                typed: ["repeat [it]", "again", "say again", "what"], named: "repeat", answer: Self.repeatReply)
        ]
    }

    private static func repeatReply(_ invocation: SkillInvocation) -> SkillReply {
        // Prefer the full reply: after an interruption the history holds only the part that was heard.
        let heard = invocation.request.context.last { $0.kind == .assistant || $0.kind == .reminder }?.text ?? ""
        let text = invocation.previousReply.isEmpty ? heard : invocation.previousReply
        return SkillReply(text.isEmpty ? "I haven't said anything yet." : text)
    }
}
