// SPDX-License-Identifier: GPL-3.0-or-later
// Who answers other programs and the command line: the agent of the conversation, or, while the history is locked, one
// that knows nothing of it. "Repeat that" would tell whoever asks what was said to somebody else.

import JarvisAgent
import JarvisCore

/// Answers by one of two agents.
final class AgentApart: Agent {
    private let usual: any Agent
    private let other: any Agent
    private let skills: SkillAgent
    private let isApart: @Sendable () -> Bool

    /// - Parameters:
    ///   - other: Answers without knowing the conversation, by `skills`.
    ///   - isApart: Whether it answers the next request.
    init(
        _ usual: any Agent, orApart other: any Agent, by skills: SkillAgent,
        where isApart: @escaping @Sendable () -> Bool
    ) {
        self.usual = usual
        self.other = other
        self.skills = skills
        self.isApart = isApart
    }

    func respond(to request: AgentRequest) -> AsyncThrowingStream<AgentUpdate, any Error> {
        guard isApart() else { return usual.respond(to: request) }
        // What one program has asked is not told to the next.
        skills.forget()
        return other.respond(to: request)
    }

    func dropQuestion() {
        usual.dropQuestion()
        other.dropQuestion()
    }

    var commands: [CommandHelp] { usual.commands }
    var contextBudget: ContextBudget { usual.contextBudget }
    func limitations() async -> [String: String] { await usual.limitations() }
}
