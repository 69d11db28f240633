// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the agent, or lets it prepare the answer to a likely request.

import JarvisConversation
import JarvisCore

extension Assistant {
    /// The earlier conversation, as far as the answer may use it.
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
        // The prepared first sound of an action's reply is kept until the action is done.
        if firstSound?.isOf(draft, turn) != true { cancelRehearsal() }
        asking = PendingAnswer(draft, turn: turn, context: context) { [weak self] in self?.send($0) }
        asking?.start(ports.agent)
    }

    /// Prepares an answer that changes nothing, with its first sound; for other answers, prepares only the first sound.
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

    /// Drops everything that this turn has prepared.
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

/// The first sound of an answer that doesn't exist yet, for a likely request.
struct FirstSoundRehearsal {
    var draft: AgentRequestDraft
    var turn: TurnID
    var task: Task<Void, Never>

    func isOf(_ draft: AgentRequestDraft, _ turn: TurnID) -> Bool {
        self.turn == turn && self.draft.text == draft.text && self.draft.source == draft.source
    }
}
