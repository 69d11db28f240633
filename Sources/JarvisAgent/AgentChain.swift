// SPDX-License-Identifier: GPL-3.0-or-later
// Several agents as one: who can answer does.

public import JarvisCore

/// Asks its agents one after another until one answers, beginning with one that the request names.
public final class AgentChain: Agent {
    private let agents: [any Agent]

    /// - Parameter agents: in the order in which they are asked.
    public init(_ agents: [any Agent]) {
        self.agents = agents
    }

    /// What any of them can be told.
    public var commands: [CommandHelp] { agents.flatMap(\.commands) }

    /// What any of them cannot do at the moment.
    public func limitations() async -> [String: String] {
        var all: [String: String] = [:]
        for agent in agents { all.merge(await agent.limitations()) { first, _ in first } }
        return all
    }

    /// Enough for each of them.
    public var contextBudget: ContextBudget {
        agents.map(\.contextBudget).reduce(ContextBudget(turns: 0, characters: 0)) { $0.union($1) }
    }

    /// Only what the first agent takes upon itself; of the others it is not known that they would be asked.
    public func canPrepare(_ request: AgentRequest) -> Bool { agents.first?.canPrepare(request) ?? false }

    /// What the first agent says of it, which is asked before the others.
    public func forecast(of request: AgentRequest) async -> String? { await agents.first?.forecast(of: request) }

    public func dropQuestion() {
        for agent in agents { agent.dropQuestion() }
    }

    /// The updates of the first agent that does not say `notMine`; only `notMine` when all of them do. A failure is an
    /// answer, too: the request is not passed on.
    public func respond(to request: AgentRequest) -> AsyncThrowingStream<AgentUpdate, any Error> {
        .updates { [agents] report in
            for agent in await Self.order(agents, for: request)
            where try await Self.answers(agent, request, report) {
                return
            }
            report(.notMine)
        }
    }

    /// The agents in their order, but first those that the request is addressed to.
    private static func order(_ agents: [any Agent], for request: AgentRequest) async -> [any Agent] {
        var (meant, others): ([any Agent], [any Agent]) = ([], [])
        for agent in agents {
            if await agent.isMeant(by: request) { meant.append(agent) } else { others.append(agent) }
        }
        return meant + others
    }

    /// - Returns: false when the agent leaves the request to another one.
    private static func answers(
        _ agent: any Agent, _ request: AgentRequest,
        _ report: @Sendable (AgentUpdate) -> Void
    ) async throws -> Bool {
        var request = request
        request.context = agent.contextBudget.fitting(request.context)
        var hasAnswered = false
        for try await update in agent.respond(to: request) {
            if update == .notMine {
                // Two agents must not answer in one breath.
                if hasAnswered { throw AgentFailure.notAnswered }
                return false
            }
            if update != .progress { hasAnswered = true }
            report(update)
        }
        // The iteration also ends, without an error, when its task is cancelled.
        try Task.checkCancellation()
        return true
    }
}
