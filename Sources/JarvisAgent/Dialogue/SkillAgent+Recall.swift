// SPDX-License-Identifier: GPL-3.0-or-later
// Answers questions from what the user has stored.

extension SkillAgent {
    /// The answer from the user's stored data. Returns nil if there is none, or if a skill on this computer is certain.
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
