// SPDX-License-Identifier: GPL-3.0-or-later
// A request that the agent is working on. During a rehearsal the agent's reports are held back; once the request is
// made, they come first. Lives on the main actor.

import JarvisConversation
import JarvisCore

@MainActor
final class PendingAnswer {
    let draft: AgentRequestDraft
    let request: AgentRequest
    private var task: Task<Void, Never>?
    /// Reports held back; nil once reports are passed on at once.
    private var held: [AssistantEvent]?
    private let report: (AssistantEvent) -> Void

    var turn: TurnID { request.turn }

    /// - Parameters:
    ///   - isRehearsal: Reports nothing before `adopt`.
    ///   - report: Called on the main actor, in order.
    init(
        _ draft: AgentRequestDraft, turn: TurnID, context: [Message], isRehearsal: Bool = false,
        report: @escaping (AssistantEvent) -> Void
    ) {
        self.draft = draft
        request = AgentRequest(
            turn: turn, text: draft.text, source: draft.source, confidence: draft.confidence, context: context,
            isFollowUp: draft.isFollowUp, talkFilter: draft.talkFilter,
            settlement: Settlement(isSettled: !draft.isOpen), consents: ConsentAnswers())
        held = isRehearsal ? [] : nil
        self.report = report
    }

    /// True if this request and its context are the same as the given ones.
    func answers(_ draft: AgentRequestDraft, turn: TurnID, context: [Message]) -> Bool {
        self.draft.text == draft.text && self.draft.source == draft.source
            && self.draft.isFollowUp == draft.isFollowUp && self.draft.talkFilter == draft.talkFilter
            && self.turn == turn && request.context == context
    }

    /// Asks the agent.
    /// - Parameter heard: Receives every update as it arrives, held back or not.
    func start(_ agent: any Agent, heard: @escaping (AgentUpdate) -> Void = { _ in }) {
        task = Task { [weak self, request, turn] in
            do {
                for try await update in agent.respond(to: request) {
                    guard let self, !Task.isCancelled else { return }
                    heard(update)
                    self.take(Self.event(of: update, turn: turn))
                    if update.isLast { return }
                }
                // An agent that ends without a final update has still ended.
                guard !Task.isCancelled else { return }
                self?.take(.replyFinished(turn, ReplySummary(skill: nil)))
            } catch {
                guard !Task.isCancelled else { return }
                let failure =
                    error as? AgentFailure ?? .skillFailed(skill: "", reason: String(describing: error))
                self?.take(.replyFailed(turn, failure))
            }
        }
    }

    /// The request is made: passes on the reports held back (not from within this call), then all further ones.
    func adopt(isSettled: Bool) {
        if isSettled { request.settlement.settle() }
        Task {
            // More may be added in the meantime.
            while let event = held?.first {
                held?.removeFirst()
                guard task?.isCancelled != true else { return }
                report(event)
            }
            held = nil
        }
    }

    func cancel() { task?.cancel() }

    private func take(_ event: AssistantEvent) {
        if held != nil { held?.append(event) } else { report(event) }
    }

    private static func event(of update: AgentUpdate, turn: TurnID) -> AssistantEvent {
        switch update {
        case .notMine: .replyFailed(turn, .notAnswered)
        case .notAddressed: .notAddressed(turn)
        case .progress: .replyProgressed(turn)
        case .clause(let text): .replyClause(turn, text)
        case .tool(let call): .toolChanged(turn, call)
        case .consentNeeded(let request): .consentRequested(turn, request)
        case .finished(let summary): .replyFinished(turn, summary)
        }
    }
}

extension AgentUpdate {
    /// True if nothing may follow.
    fileprivate var isLast: Bool {
        switch self {
        case .notMine, .notAddressed, .finished: true
        case .progress, .clause, .tool, .consentNeeded: false
        }
    }
}
