// SPDX-License-Identifier: GPL-3.0-or-later
// Turns "do not disturb" on and off.

import JarvisAgent
import JarvisCore

struct NotificationsSkill: Skill {
    let actsAtOnce = true
    let help = CommandHelp(
        skill: "notifications", title: "Notifications", summary: "Turns do not disturb on and off.",
        examples: ["do not disturb", "turn off notifications", "turn on notifications"],
        icon: "notifications-disabled-symbolic")

    var intents: [SkillIntent] {
        [
            .desktop(
                .configures, "dnd.on",
                ["do not disturb", "turn on do not disturb", "turn off notifications", "turn notifications off"],
                typed: [
                    "don't (disturb me|show [me] [any] notifications)", "do not disturb me",
                    "i (don't|do not) want to be disturbed",
                ]
            ) { try await Self.hold(true, $0) }.needing(.usual, naming: Self.ownThings),
            .desktop(
                .configures, "dnd.off",
                ["turn off do not disturb", "turn on notifications", "turn notifications [back] on"]
            ) { try await Self.hold(false, $0) }.needing(.usual, naming: Self.ownThings),
        ]
    }

    /// Words for what is held back. "Hide the cookies" names none of them.
    private static let ownThings: Set = [
        "dnd", "disturb", "disturbed", "notification", "notifications", "messages", "alerts", "popups", "banners",
        "interruptions",
    ]

    private static func hold(_ isHeld: Bool, _ invocation: SkillInvocation) async throws -> SkillReply {
        let session = invocation.services.desktop.session
        let values = { @Sendable (isOn: Bool) in ["dnd": isOn ? "on" : "off"] }
        if try await session.isDoNotDisturbOn() == isHeld {
            return SkillReply(
                isHeld ? "Do not disturb is already on." : "Do not disturb is already off.",
                values: values(isHeld))
        }
        let now = try await session.setDoNotDisturb(isHeld)
        guard now == isHeld else { return SkillReply(unchanged(now), values: values(now)) }
        return SkillReply(
            isHeld ? "Do not disturb is on." : "Do not disturb is off.", values: values(now),
            undo: .desktop { invocation in
                let back = try await invocation.services.desktop.session.setDoNotDisturb(!isHeld)
                guard back != isHeld else { return SkillReply(unchanged(back), values: values(back)) }
                return SkillReply(
                    back ? "Do not disturb is on again." : "Do not disturb is off.",
                    values: values(back))
            })
    }

    private static func unchanged(_ isHeld: Bool) -> String {
        isHeld
            ? "Another app is still silencing notifications."
            : "Notifications still appear. Check your notification settings."
    }
}
