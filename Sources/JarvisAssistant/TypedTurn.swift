// SPDX-License-Identifier: GPL-3.0-or-later
// A typed question outside the conversation: answered in text, stored in the history, not spoken.

public import JarvisCore

/// Asks the agent once.
public struct TypedTurn: Sendable {
    /// Reports to the caller while the answer is prepared.
    public enum Update: Hashable, Sendable {
        /// The next piece of the reply.
        case clause(String)
        /// Other information as a sentence, such as an action that was refused.
        case notice(String)
    }

    private let agent: any Agent
    private let history: any ConversationStore
    private let clock: any WallClock
    /// Explains why a message could not be saved.
    private let explain: @Sendable (any Error) -> String

    public init(
        agent: any Agent, history: any ConversationStore, clock: any WallClock,
        explain: @escaping @Sendable (any Error) -> String
    ) {
        self.agent = agent
        self.history = history
        self.clock = clock
        self.explain = explain
    }

    /// Asks, and returns once the answer is complete and stored. Consents are refused, since no one is there to give
    /// them.
    /// - Parameters:
    ///   - partner: Whose open question this may answer.
    ///   - report: Receives every update, in order.
    /// - Throws: `AgentFailure`.
    public func run(
        _ question: String, by partner: DialoguePartner, report: @escaping @Sendable (Update) async throws -> Void
    ) async throws -> ReplySummary {
        let turn = TurnID(startingAt: clock.now())
        let budget = agent.contextBudget
        let latest = (try? await history.newest(turns: budget.turns)) ?? []
        var keeper = Keeper(history: history, explain: explain, report: report)
        try await keeper.keep(MessageDraft(turn: turn, kind: .user, text: question, source: .typed))
        var request = AgentRequest(
            turn: turn, text: question, source: .typed, context: budget.fitting(latest),
            isFollowUp: agent.awaitsAnswer(of: partner))
        request.partner = partner
        var clauses: [String] = []
        var summary = ReplySummary(skill: nil)
        for try await update in agent.respond(to: request) {
            switch update {
            case .clause(let clause):
                clauses.append(clause)
                try await report(.clause(clause))
            case .finished(let end): summary = end
            case .notMine, .notAddressed: throw AgentFailure.notAnswered
            case .consentNeeded(let consent):
                // Any program may ask, but asking is not consent.
                try await report(
                    .notice(
                        "Skipped: \(consent.question) Ask again in the window, or use \"jarvis mcp call\"."))
                request.consents.answer(consent.id, .denied)
            case .tool(let call):
                if call.status == .running, call.action == nil || call.action?.ground != nil {
                    try await report(.notice("\(call.title) …"))
                }
                if call.status != .running, let action = call.action {
                    try await keeper.keep(MessageDraft(turn: turn, action: action))
                }
            case .progress: break
            }
        }
        // A program could agree to its own request.
        if partner == .program, summary.followUp == .dictation { agent.dropQuestion() }
        let reply = clauses.joined(separator: " ")
        if !reply.isEmpty {
            try await keeper.keep(
                MessageDraft(turn: turn, kind: .assistant, text: reply, source: .system, skill: summary.skill))
        }
        return summary
    }

    /// Saves messages; a history that cannot be written is reported once, and the answer is still given.
    private struct Keeper {
        let history: any ConversationStore
        let explain: @Sendable (any Error) -> String
        let report: @Sendable (Update) async throws -> Void
        var told = ""

        mutating func keep(_ draft: MessageDraft) async throws {
            do {
                _ = try await history.append(draft)
            } catch {
                let advice = explain(error)
                if advice != told { try await report(.notice(advice)) }
                told = advice
            }
        }
    }
}
