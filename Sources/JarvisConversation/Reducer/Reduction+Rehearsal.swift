// SPDX-License-Identifier: GPL-3.0-or-later
// The answer to what has been said so far is prepared while it is not yet certain that this is all: at the end of the
// utterance it only has to be given. Nothing of it is in the state but its question.

import JarvisCore

extension Reduction {
    /// Has the answer to this prepared, if the utterance may end with it.
    mutating func rehearse(_ text: String) {
        guard state.phase.isRecording, state.phase != .held, task == .command,
            state.turn.utterance.failure == nil
        else { return }
        forgetRehearsal(unless: text)
        guard state.turn.utterance.rehearsed == nil, !text.isEmpty, !StopPhrases.isStopPhrase(text) else { return }
        state.turn.utterance.rehearsed = text
        let filter = talkFilter(for: Question(text: text, source: .voice), mayOverhear: state.mayOverhear)
        let request = AgentRequestDraft(text: text, source: .voice, isFollowUp: false, talkFilter: filter, isOpen: true)
        emit(.rehearse(request, aloud: state.policy.speaksReplies, state.turn.id))
    }

    /// Drops what was prepared for other words.
    mutating func forgetRehearsal(unless text: String? = nil) {
        guard let rehearsed = state.turn.utterance.rehearsed, rehearsed != text else { return }
        state.turn.utterance.rehearsed = nil
        emit(.cancelRehearsal(state.turn.id))
    }
}
