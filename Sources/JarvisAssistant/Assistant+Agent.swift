// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the agent, and turns what it reports into events.

import JarvisConversation
import JarvisCore

/// A request that the agent is working on.
struct PendingAnswer {
    var turn: TurnID
    var task: Task<Void, Never>
    var settlement: Settlement
    var consents: ConsentAnswers
}

extension Assistant {
    func ask(_ draft: AgentRequestDraft, turn: TurnID) {
        asking?.task.cancel()
        let settlement = Settlement(isSettled: !draft.isOpen)
        let consents = ConsentAnswers()
        let request = AgentRequest(
            turn: turn, text: draft.text, source: draft.source, context: state.recent, isFollowUp: draft.isFollowUp,
            settlement: settlement, consents: consents)
        let agent = ports.agent
        let task = Task { [weak self] in
            do {
                for try await update in agent.respond(to: request) {
                    guard let self, !Task.isCancelled else { return }
                    self.send(Self.event(of: update, turn: turn))
                    if update.isLast { return }
                }
                // An agent that ends without a word about it has ended all the same.
                guard !Task.isCancelled else { return }
                self?.send(.replyFinished(turn, ReplySummary(skill: nil)))
            } catch {
                guard !Task.isCancelled else { return }
                let failure =
                    error as? AgentFailure ?? .skillFailed(skill: "", reason: String(describing: error))
                self?.send(.replyFailed(turn, failure))
            }
        }
        asking = PendingAnswer(turn: turn, task: task, settlement: settlement, consents: consents)
    }

    private static func event(of update: AgentUpdate, turn: TurnID) -> AssistantEvent {
        switch update {
        case .notMine: .replyFailed(turn, .notAnswered)
        case .progress: .replyProgressed(turn)
        case .clause(let text): .replyClause(turn, text)
        case .tool(let call): .toolChanged(turn, call)
        case .consentNeeded(let request): .consentRequested(turn, request)
        case .finished(let summary): .replyFinished(turn, summary)
        }
    }
}

extension AgentUpdate {
    /// True when nothing may follow.
    fileprivate var isLast: Bool {
        switch self {
        case .notMine, .finished: true
        case .progress, .clause, .tool, .consentNeeded: false
        }
    }
}
