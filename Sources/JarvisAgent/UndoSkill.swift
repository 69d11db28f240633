// SPDX-License-Identifier: GPL-3.0-or-later
// Undoes the last change of any skill.

package import JarvisCore

/// Answers "undo that" and "cancel that".
package struct UndoSkill: Skill {
    static let intent = "undo"

    package let help = CommandHelp(
        skill: "undo", title: "Undo", summary: "Undoes my last action, for up to 10 minutes.",
        examples: ["undo that", "take that back"], icon: "edit-undo-symbolic")

    package init() {}

    package var intents: [SkillIntent] {
        [
            SkillIntent(
                .changes, ["undo [that|it]", "take that back", "scrap that"], named: Self.intent, answer: Self.undo)
        ]
    }

    private static func undo(_ invocation: SkillInvocation) async throws -> SkillReply {
        if let reply = try await invocation.revertChangeInWindow() { return reply }
        if invocation.lastIsFinal { return SkillReply("I can't undo that.") }
        guard let action = invocation.undo else { return SkillReply("There's nothing to undo.") }
        // "Cancel that" after "no, make it ten minutes" means the timer; "undo" means the correction.
        let meant = invocation.words.contains("cancel") ? action.whole ?? action : action
        var reply = try await meant.perform(invocation)
        reply.endsUndo = reply.undo == nil
        return reply
    }
}
