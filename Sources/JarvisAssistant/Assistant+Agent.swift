// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the agent, or has it prepare an answer that may be asked for in a moment.

import JarvisConversation
import JarvisCore

extension Assistant {
    /// What was said before, as far as an answer may use it.
    private var context: [Message] { ports.hidesHistory() ? [] : state.recent }

    func ask(_ draft: AgentRequestDraft, turn: TurnID) {
        asking?.cancel()
        let context = context
        if let rehearsal, rehearsal.answers(draft, turn: turn, context: context) {
            asking = rehearsal
            self.rehearsal = nil
            rehearsal.adopt(isSettled: !draft.isOpen)
            return
        }
        cancelRehearsal()
        asking = PendingAnswer(draft, turn: turn, context: context) { [weak self] in self?.send($0) }
        asking?.start(ports.agent)
    }

    /// Prepares an answer that changes nothing, and its first sound.
    func rehearse(_ draft: AgentRequestDraft, aloud: Bool, turn: TurnID) {
        cancelRehearsal()
        let pending = PendingAnswer(draft, turn: turn, context: context, isRehearsal: true) { [weak self] in
            self?.send($0)
        }
        guard ports.agent.canPrepare(pending.request) else { return }
        rehearsal = pending
        var hasClause = false
        pending.start(ports.agent) { [weak self, weak pending] update in
            guard let self, let pending, self.rehearsal === pending, !hasClause else { return }
            if case .clause(let text) = update {
                hasClause = true
                if aloud { self.speaking.prepare(text, turn: turn) }
                self.listening.answerIsReady(turn: turn, text: draft.text)
            }
        }
    }

    func cancelRehearsal() {
        rehearsal?.cancel()
        rehearsal = nil
        speaking.forgetPrepared()
    }
}
