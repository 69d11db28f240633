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
        // How a deed will be told of stays prepared until it is done.
        if firstSound?.isOf(draft, turn) != true { cancelRehearsal() }
        asking = PendingAnswer(draft, turn: turn, context: context) { [weak self] in self?.send($0) }
        asking?.start(ports.agent)
    }

    /// Prepares an answer that changes nothing, and its first sound; of another one only that.
    func rehearse(_ draft: AgentRequestDraft, aloud: Bool, turn: TurnID) {
        cancelRehearsal()
        let pending = PendingAnswer(draft, turn: turn, context: context, isRehearsal: true) { [weak self] in
            self?.send($0)
        }
        guard ports.agent.canPrepare(pending.request) else {
            if aloud, speaking.worksAhead { rehearseFirstSound(of: pending) }
            return
        }
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

    private func rehearseFirstSound(of pending: PendingAnswer) {
        let (request, turn) = (pending.request, pending.turn)
        let task = Task { [weak self, agent = ports.agent] in
            guard let text = await agent.forecast(of: request), let self, self.firstSound?.turn == turn,
                self.state.turn.id == turn, !Task.isCancelled
            else { return }
            self.speaking.prepare(text, turn: turn)
        }
        firstSound = FirstSoundRehearsal(draft: pending.draft, turn: turn, task: task)
    }

    /// Drops what was prepared in this turn.
    func cancelRehearsal(in turn: TurnID) {
        if rehearsal?.turn == turn || firstSound?.turn == turn { cancelRehearsal() }
    }

    func cancelRehearsal() {
        rehearsal?.cancel()
        rehearsal = nil
        firstSound?.task.cancel()
        firstSound = nil
        speaking.forgetPrepared()
    }
}

/// The first sound of an answer that is not there yet, of a request that may be made in a moment.
struct FirstSoundRehearsal {
    var draft: AgentRequestDraft
    var turn: TurnID
    var task: Task<Void, Never>

    func isOf(_ draft: AgentRequestDraft, _ turn: TurnID) -> Bool {
        self.turn == turn && self.draft.text == draft.text && self.draft.source == draft.source
    }
}
