// SPDX-License-Identifier: GPL-3.0-or-later
// The skills in front of an agent that understands more than they do.

public import JarvisCore

/// Answers by the skills where they are certain; what they would have to ask about is left to the next agent, while
/// there is one that can tell.
public final class SureSkills: Agent {
    private let skills: SkillAgent
    private let hasBetter: @Sendable () async -> Bool

    /// - Parameter hasBetter: Whether the next agent can answer at the moment.
    public init(_ skills: SkillAgent, hasBetter: @escaping @Sendable () async -> Bool) {
        self.skills = skills
        self.hasBetter = hasBetter
    }

    public var commands: [CommandHelp] { skills.commands }
    public var contextBudget: ContextBudget { skills.contextBudget }
    public func limitations() async -> [String: String] { await skills.limitations() }
    public func canPrepare(_ request: AgentRequest) -> Bool { skills.canPrepare(request) }
    public func forecast(of request: AgentRequest) async -> String? { await skills.forecast(of: request) }
    public func dropQuestion() { skills.dropQuestion() }

    public func respond(to request: AgentRequest) -> AsyncThrowingStream<AgentUpdate, any Error> {
        .updates { [skills, hasBetter] report in
            var request = request
            // What was heard badly is asked about: the next agent does not answer it.
            let hasBetter = await hasBetter()
            request.leavesDoubt = hasBetter && !request.isDoubtful
            for try await update in skills.respond(to: request) { report(update) }
        }
    }
}
