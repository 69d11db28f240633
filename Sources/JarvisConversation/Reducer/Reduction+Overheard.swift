// SPDX-License-Identifier: GPL-3.0-or-later
// In Auto modes the microphone picks up conversation meant for others. Such speech is stored, and ends a finished reply
// that it interrupts, only once the agent has answered it; if the agent does not see a request, no trace remains.

import JarvisCore

extension Reduction {
    /// How strictly the agent should filter this question.
    func talkFilter(for question: Question, mayOverhear: Bool) -> TalkFilter {
        question.source == .voice && mayOverhear && !question.isRepeated ? state.policy.talkFilter : .off
    }

    /// The end of the utterance is final: store its question, now or once it is known to be one.
    mutating func closeQuestion() {
        guard case .question(let question) = state.turn.utterance.openEnd else { return }
        state.turn.utterance.openEnd = nil
        state.turn.unconfirmed = question.draft
        if !question.mayBeOverheard { keepQuestion() }
    }

    /// Stores the question, ahead of anything that follows it in the history.
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

    /// A new question replaces a failed one.
    mutating func forgetWhatFailed() {
        forgetRetry()
        dropRetryBanner()
    }

    /// The agent answers, so the question was meant for it.
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

    /// The agent does not see a request. Once a reply has begun, this is ignored.
    mutating func notAddressed() {
        guard state.phase == .thinking, state.turn.reply.clauses.isEmpty else { return }
        endFiller()
        finish(.notAddressed)
    }

    /// Continues as if nothing had been said, and briefly shows the words.
    mutating func dropOverheard() {
        let talk = OverheardTalk(turn: state.turn.id, text: state.turn.question?.text ?? "")
        state.turn.unconfirmed = nil
        if resumeReply() { return }
        conclude(isAddressed: false)
        state.overheard = talk
        emit(.startTimer(.overheard(talk), Banner.lifetime(of: talk.text)))
    }
}
