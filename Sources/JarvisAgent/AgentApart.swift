// SPDX-License-Identifier: GPL-3.0-or-later
// Who answers other programs and the command line: the agent of the conversation, or, while the history is locked, one
// that knows nothing of it. "Repeat that" would tell one caller what was said to another.

public import JarvisCore

/// Answers by one of two agents.
public final class AgentApart: Agent {
    private let usual: any Agent
    private let other: any Agent
    private let skills: SkillAgent
    private let isApart: @Sendable () -> Bool

    /// - Parameters:
    ///   - usual: Answers in the conversation.
    ///   - other: Answers without knowing the conversation, by `skills`.
    ///   - isApart: Whether it answers the next request.
    public init(
        _ usual: any Agent, orApart other: any Agent, by skills: SkillAgent,
        where isApart: @escaping @Sendable () -> Bool
    ) {
        self.usual = usual
        self.other = other
        self.skills = skills
        self.isApart = isApart
    }

    public func respond(to request: AgentRequest) -> AsyncThrowingStream<AgentUpdate, any Error> {
        guard isApart() else { return usual.respond(to: request) }
        // What one program has asked is not told to the next.
        skills.forget()
        return other.respond(to: request)
    }

    public func dropQuestion() {
        usual.dropQuestion()
        other.dropQuestion()
    }

    public var commands: [CommandHelp] { usual.commands }
    public var contextBudget: ContextBudget { usual.contextBudget }
    public func limitations() async -> [String: String] { await usual.limitations() }
}
