// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the skills before an agent that understands more than they do.

public import JarvisCore

/// Lets the skills answer when they are certain. While the next agent can answer, it gets the requests that the skills
/// would have to ask about.
public final class SureSkills: Agent {
    private let skills: SkillAgent
    private let hasModel: @Sendable () async -> Bool

    /// - Parameter hasModel: Whether the next agent can answer at the moment.
    public init(_ skills: SkillAgent, hasModel: @escaping @Sendable () async -> Bool) {
        self.skills = skills
        self.hasModel = hasModel
    }

    public var commands: [CommandHelp] { skills.commands }
    public var contextBudget: ContextBudget { skills.contextBudget }
    public func limitations() async -> [String: String] { await skills.limitations() }
    public func canPrepare(_ request: AgentRequest) -> Bool { skills.canPrepare(request) }
    public func forecast(of request: AgentRequest) async -> String? { await skills.forecast(of: request) }
    public func dropQuestion() { skills.dropQuestion() }
    public func awaitsAnswer(of partner: DialoguePartner) -> Bool { skills.awaitsAnswer(of: partner) }

    public func respond(to request: AgentRequest) -> AsyncThrowingStream<AgentUpdate, any Error> {
        .updates { [skills, hasModel] report in
            var request = request
            // A badly heard request makes JARVIS ask back; the next agent doesn't get it.
            let hasModel = await hasModel()
            request.hasModel = hasModel && !request.isDoubtful
            for try await update in skills.respond(to: request) { report(update) }
        }
    }
}
