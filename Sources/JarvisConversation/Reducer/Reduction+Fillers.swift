// SPDX-License-Identifier: GPL-3.0-or-later
// A few words while an answer takes a while. Not part of the reply: not shown, not stored, not passed to the agent.

import JarvisCore

extension Reduction {
    /// The agent has been asked: a filler is due if it stays silent for a while.
    mutating func awaitFiller() {
        guard state.policy.saysFillers, state.policy.speaksReplies else { return }
        emit(.startTimer(.filler(state.turn.id), Filler.firstDelay))
    }

    mutating func fillerDue() {
        guard state.phase == .thinking, state.turn.reply.clauses.isEmpty, state.turn.speech.output != .failed,
            state.policy.saysFillers,
            state.policy.speaksReplies
        else { return }
        // The agent is waiting for the user.
        guard state.turn.reply.consents.isEmpty else {
            return emit(.startTimer(.filler(state.turn.id), Filler.nextDelay))
        }
        emit(.sayFiller(Filler(number: state.fillerCount, isFirst: state.turn.speech.fillers == 0), state.turn.id))
        state.fillerCount += 1
        state.turn.speech.fillers += 1
        emit(.startTimer(.filler(state.turn.id), Filler.nextDelay))
    }

    /// Silences a filler that no clause follows.
    mutating func endFiller() {
        guard state.turn.speech.fillers > 0 else { return }
        state.turn.speech.fillers = 0
        emit(.stopSpeaking(state.turn.id))
    }
}
