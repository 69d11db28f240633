// SPDX-License-Identifier: GPL-3.0-or-later
// What skills of a level, such as a volume or a brightness, have in common: the level that is wanted, or the question for it.

import JarvisAgent
import JarvisCore

/// A skill that changes a level.
protocol LevelSkill: Skill {
    /// Changes it, once it is known how.
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

    /// Changes it as the words of the request say, or asks.
    static func change(
        _ invocation: SkillInvocation, _ direction: LevelWish.Direction
    ) async throws -> SkillReply {
        guard let wish = LevelWish.change(invocation.words, direction) else {
            return SkillReply("To how many percent?", followUp: .dictation)
        }
        return try await change(invocation, by: wish, direction)
    }
}
