// SPDX-License-Identifier: GPL-3.0-or-later
// In Auto modes a microphone hears talk that is meant for others. What may be such talk is kept, and ends a finished reply
// that it interrupts, only once the agent has answered it; what the agent does not take for a request leaves no trace.

import JarvisCore

extension Reduction {
    /// How choosy the agent is to be with this question.
    func talkFilter(for question: Question, mayOverhear: Bool) -> TalkFilter {
        question.source == .voice && mayOverhear && !question.isRepeated ? state.policy.talkFilter : .off
    }

    /// The end of the utterance stands: its question is kept, now or once it is known to be one.
    mutating func closeQuestion() {
        guard case .question(let question) = state.turn.utterance.openEnd else { return }
        state.turn.utterance.openEnd = nil
        state.turn.unconfirmed = question.draft
        if !question.mayBeOverheard { keepQuestion() }
    }

    /// Keeps the question; whatever comes next must not come before it in the history.
    mutating func keepQuestion() {
        if case .question(let question) = state.turn.utterance.openEnd {
            state.turn.utterance.openEnd = nil
            state.turn.unconfirmed = question.draft
        }
        guard let draft = state.turn.unconfirmed else { return }
        state.turn.unconfirmed = nil
        endInterruptedReply()
        forgetWhatFailed()
        emit(.save(draft))
        emit(.feedback(.messageSent))
    }

    /// A new question takes the place of one that has failed.
    mutating func forgetWhatFailed() {
        forgetRetry()
        dropRetryBanner()
    }

    /// The agent answers: the question was meant for it.
    mutating func confirmQuestion() {
        if case .question(var question) = state.turn.utterance.openEnd {
            guard question.mayBeOverheard else { return }
            question.mayBeOverheard = false
            state.turn.utterance.openEnd = .question(question)
            endInterruptedReply()
        } else {
            keepQuestion()
        }
    }

    /// The agent does not take it for a request. A reply that has begun answers somebody.
    mutating func notAddressed() {
        guard state.phase == .thinking, state.turn.reply.clauses.isEmpty else { return }
        endFiller()
        finish(.notAddressed)
    }

    /// Goes on as if nothing had been said, and shows for a moment what was heard.
    mutating func dropOverheard() {
        let talk = OverheardTalk(turn: state.turn.id, text: state.turn.question?.text ?? "")
        state.turn.unconfirmed = nil
        if resumeReply() { return }
        conclude(isAddressed: false)
        state.overheard = talk
        emit(.startOverheardTimer(talk))
    }
}
