// SPDX-License-Identifier: GPL-3.0-or-later
// "Stop", "cancel", "never mind": ends the turn silently. The agent handles these before any skill; this skill only
// adds them to the grammar and the Commands list.

package import JarvisCore

/// Lists the stop phrases for the recognizer and for people.
package struct StopSkill: Skill {
    static let id = "stop"
    /// The intent of longer wordings, such as "stop what you are doing".
    static let intent = "stop.whole"

    package let help = CommandHelp(
        skill: StopSkill.id, title: "Stop", summary: "Stops speaking or cancels the current request.",
        examples: ["stop", "cancel", "never mind"], icon: "media-playback-stop-symbolic")

    package init() {}

    package var intents: [SkillIntent] {
        [
            SkillIntent(.tells, StopPhrases.byLanguage["en"] ?? []) { _ in SkillReply("") },
            SkillIntent(.tells, [], named: StopSkill.intent) { _ in SkillReply("") }.needing(.plain),
        ]
    }
}
