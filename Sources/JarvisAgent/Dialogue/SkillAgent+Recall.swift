// SPDX-License-Identifier: GPL-3.0-or-later
// Questions about what only the user can know: they are answered from what was written down.

extension SkillAgent {
    /// What the user has kept that answers the request; nil where nothing does, or a skill of this computer knows better.
    func recall(_ turn: DialogueTurn, instead own: Interpretation) async throws -> SkillAnswer? {
        if case .certain(let reading) = own, !reading.skill.reachesOut { return nil }
        guard turn.mayAnswer() else { return nil }
        for skill in catalogue.skills {
            if let reply = try await run(skill, { try await skill.recall(turn.invocation) }) {
                return remember(reply, of: skill, turn, last: nil)
            }
        }
        return nil
    }
}
