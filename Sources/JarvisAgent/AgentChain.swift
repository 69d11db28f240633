// SPDX-License-Identifier: GPL-3.0-or-later
// Combines several agents into one: the first that can answer does.

public import JarvisCore

/// Asks its agents one after another until one answers, starting with those that the request addresses.
public final class AgentChain: Agent {
    private let agents: [any Agent]

    /// - Parameter agents: The agents, in the order to ask them.
    public init(_ agents: [any Agent]) {
        self.agents = agents
    }

    /// The commands of all the agents.
    public var commands: [CommandHelp] { agents.flatMap(\.commands) }

    /// What the agents can't do at the moment, by skill. The earlier agent wins where two report the same skill.
    public func limitations() async -> [String: String] {
        var all: [String: String] = [:]
        for agent in agents { all.merge(await agent.limitations()) { first, _ in first } }
        return all
    }

    /// A budget that is large enough for each agent.
    public var contextBudget: ContextBudget {
        agents.map(\.contextBudget).reduce(ContextBudget(turns: 0, characters: 0)) { $0.union($1) }
    }

    /// Considers only the first agent, since the others might never be asked.
    public func canPrepare(_ request: AgentRequest) -> Bool { agents.first?.canPrepare(request) ?? false }

    /// The forecast of the first agent, which is asked before the others.
    public func forecast(of request: AgentRequest) async -> String? { await agents.first?.forecast(of: request) }

    public func dropQuestion() {
        for agent in agents { agent.dropQuestion() }
    }

    public func awaitsAnswer(of partner: DialoguePartner) -> Bool { agents.contains { $0.awaitsAnswer(of: partner) } }

    /// Reports the updates of the first agent that doesn't report `notMine`, or a single `notMine` if they all do. A
    /// failure counts as an answer: the chain doesn't pass the request on.
    public func respond(to request: AgentRequest) -> AsyncThrowingStream<AgentUpdate, any Error> {
        .updates { [agents] report in
            for agent in await Self.order(agents, for: request)
            where try await Self.answers(agent, request, report) {
                return
            }
            report(.notMine)
        }
    }

    /// The agents in their order, with those that the request addresses moved to the front.
    private static func order(_ agents: [any Agent], for request: AgentRequest) async -> [any Agent] {
        var (meant, others): ([any Agent], [any Agent]) = ([], [])
        for agent in agents {
            if await agent.isMeant(by: request) { meant.append(agent) } else { others.append(agent) }
        }
        return meant + others
    }

    /// - Returns: False if the agent leaves the request to another one.
    private static func answers(
        _ agent: any Agent, _ request: AgentRequest,
        _ report: @Sendable (AgentUpdate) -> Void
    ) async throws -> Bool {
        var request = request
        request.context = agent.contextBudget.fitting(request.context)
        var hasAnswered = false
        for try await update in agent.respond(to: request) {
            if update == .notMine {
                // Two agents must not both answer one request.
                if hasAnswered { throw AgentFailure.notAnswered }
                return false
            }
            if update != .progress { hasAnswered = true }
            report(update)
        }
        // The loop also ends without an error when its task is cancelled.
        try Task.checkCancellation()
        return true
    }
}
