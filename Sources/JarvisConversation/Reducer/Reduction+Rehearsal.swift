// SPDX-License-Identifier: GPL-3.0-or-later
// Prepares the answer to the words so far before it is certain that they are complete, so it is ready at the end of the
// utterance. The state holds only its question.

import JarvisCore

extension Reduction {
    /// Prepares the answer to this text, if the utterance may end with it.
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

    /// Drops an answer prepared for other words.
    mutating func forgetRehearsal(unless text: String? = nil) {
        guard let rehearsed = state.turn.utterance.rehearsed, rehearsed != text else { return }
        state.turn.utterance.rehearsed = nil
        emit(.cancelRehearsal(state.turn.id))
    }
}
