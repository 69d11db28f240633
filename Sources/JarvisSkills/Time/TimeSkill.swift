// SPDX-License-Identifier: GPL-3.0-or-later
// Tells the time of day.

import JarvisAgent
import JarvisCore
import JarvisUnderstanding

struct TimeSkill: Skill {
    let help = CommandHelp(
        skill: "time", title: "Time", summary: "Tells you what time it is.",
        examples: ["what time is it", "tell me the time"], icon: "preferences-system-time-symbolic")

    var intents: [SkillIntent] {
        [
            SkillIntent(
                .tells,
                [
                    "what time is it [now]", "(what's|what is) the [current] time [now]",
                    "tell me [what] the time [is]",
                    "tell me what time it is", "do you (know|have) the time", "do you know what time it is",
                ], typed: ["[current] time", "time now", "what time of day is it"], named: "time.now",
                answer: Self.tellTime)
        ]
    }

    private static func tellTime(_ invocation: SkillInvocation) -> SkillReply {
        let clock = invocation.services.clock
        let now = clock.local(clock.now())
        return SkillReply(
            "It's \(SpokenFormat.time(hour: now.hour, minute: now.minute, in: invocation.region)).",
            values: ["time": ClockTime(hour: now.hour, minute: now.minute).canonical])
    }
}
