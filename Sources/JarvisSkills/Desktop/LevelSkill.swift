// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by skills that set a level, such as volume or brightness: read the wanted level, or ask for it.

import JarvisAgent
import JarvisCore

/// A skill that changes a level.
protocol LevelSkill: Skill {
    /// Changes the level and reports the new one.
    static func change(
        _ invocation: SkillInvocation, by wish: LevelChange, _ direction: LevelWish.Direction
    ) async throws -> SkillReply
}

extension LevelSkill {
    var actsAtOnce: Bool { true }
    var takesLevels: Bool { true }

    func answerFollowUp(_ invocation: SkillInvocation) async throws -> SkillReply? {
        guard LevelWish.answer(invocation.words) != nil else { return nil }
        return try await DesktopAnswer.explaining { try await Self.change($0, .to) }(invocation)
    }

    /// Changes the level as the request says, or asks for a percentage.
    static func change(
        _ invocation: SkillInvocation, _ direction: LevelWish.Direction
    ) async throws -> SkillReply {
        guard let wish = LevelWish.change(invocation.words, direction) else {
            return SkillReply("To what percent?", followUp: .dictation)
        }
        return try await change(invocation, by: wish, direction)
    }
}
