// SPDX-License-Identifier: GPL-3.0-or-later
// "Stop", "cancel", "never mind": ends the turn without a word. The agent answers these before any other skill; the
// skill is here so that they are in the grammar and in the Commands list.

package import JarvisCore

package struct StopSkill: Skill {
    static let id = "stop"

    package let help = CommandHelp(
        skill: StopSkill.id, title: "Stop", summary: "Stops speaking, or cancels what is in progress.",
        examples: ["stop", "cancel", "never mind"], icon: "media-playback-stop-symbolic")

    package init() {}

    package var intents: [SkillIntent] {
        [SkillIntent(.tells, StopPhrases.byLanguage["en"] ?? []) { _ in SkillReply("") }]
    }
}
