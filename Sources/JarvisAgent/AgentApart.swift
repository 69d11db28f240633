// SPDX-License-Identifier: GPL-3.0-or-later
// Answers other programs and the command line. While the history is locked, an agent that knows nothing of the
// conversation does so: otherwise "repeat that" would give one caller the reply to another.

public import JarvisCore

/// Passes each request either to the conversation's agent or to one that knows nothing of the conversation.
public final class AgentApart: Agent {
    private let usual: any Agent
    private let other: any Agent
    private let skills: SkillAgent
    private let isApart: @Sendable () -> Bool

    /// - Parameters:
    ///   - usual: The agent of the conversation.
    ///   - other: An agent that doesn't know the conversation and answers with `skills`.
    ///   - isApart: Whether `other` answers the next request.
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
        // One program must not learn what another has asked.
        skills.forget()
        return other.respond(to: request)
    }

    public func dropQuestion() {
        usual.dropQuestion()
        other.dropQuestion()
    }

    /// Apart, each request begins a new conversation.
    public func awaitsAnswer(of partner: DialoguePartner) -> Bool { !isApart() && usual.awaitsAnswer(of: partner) }

    public var commands: [CommandHelp] { usual.commands }
    public var contextBudget: ContextBudget { usual.contextBudget }
    public func limitations() async -> [String: String] { await usual.limitations() }
}
