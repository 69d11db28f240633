// SPDX-License-Identifier: GPL-3.0-or-later
// A few words while an answer takes its time. They are not part of the reply: not shown, not kept, not told the agent.

import JarvisCore

extension Reduction {
    /// The agent has been asked: a filler is due if it says nothing for a while.
    mutating func awaitFiller() {
        guard state.policy.saysFillers, state.policy.speaksReplies else { return }
        emit(.startFillerTimer(state.turn.id, Filler.firstDelay))
    }

    mutating func fillerDue() {
        guard state.phase == .thinking, state.turn.reply.clauses.isEmpty, state.turn.speech.output != .failed,
            state.policy.saysFillers,
            state.policy.speaksReplies
        else { return }
        // It is the user that the agent waits for.
        guard state.turn.reply.consents.isEmpty else {
            return emit(.startFillerTimer(state.turn.id, Filler.nextDelay))
        }
        emit(.sayFiller(Filler(number: state.fillerCount, isFirst: state.turn.speech.fillers == 0), state.turn.id))
        state.fillerCount += 1
        state.turn.speech.fillers += 1
        emit(.startFillerTimer(state.turn.id, Filler.nextDelay))
    }

    /// Silences a filler that no clause follows.
    mutating func endFiller() {
        guard state.turn.speech.fillers > 0 else { return }
        state.turn.speech.fillers = 0
        emit(.stopSpeaking(state.turn.id))
    }
}
