// SPDX-License-Identifier: GPL-3.0-or-later
// A speaker may continue right after the end of the utterance was detected: then the end is undone, along with all its
// consequences. Until that can no longer happen, nothing is stored and no action is taken.

import JarvisCore

extension Reduction {
    /// Undoes the end: the utterance continues as if nothing had been asked.
    mutating func utteranceContinued() {
        guard let end = state.turn.utterance.openEnd else { return }
        // The microphone has been closed, so the utterance cannot continue.
        guard state.microphone.isOpen else { return utteranceSettled() }
        switch state.phase {
        case .transcribing:
            break
        case .thinking:
            emit(.cancelAsk(state.turn.id))
            if !state.turn.reply.clauses.isEmpty { emit(.stopSpeaking(state.turn.id)) }
        case .speaking:
            emit(.stopSpeaking(state.turn.id))
            if state.turn.reply.summary == nil { emit(.cancelAsk(state.turn.id)) }
        default:
            return
        }
        if case .question(let question) = end, question.isFollowUp { expectAnswerAgain(true) }
        if let question = state.turn.question { state.turn.utterance.partialTranscript = question.text }
        forgetRehearsal()
        // The whole utterance is recognized again from its beginning.
        state.turn.utterance.openEnd = nil
        state.turn.utterance.failure = nil
        state.turn.question = nil
        state.turn.reply = ReplyProgress()
        state.turn.speech.output = .normal
        state.phase = .recording
        emit(.startTimer(.watchdog(state.turn.id, state.phase), AssistantReducer.Watchdog.recording))
    }

    /// The end is final: the question is stored, and the agent may act.
    mutating func utteranceSettled() {
        guard let end = state.turn.utterance.openEnd else { return }
        closeQuestion()
        state.turn.utterance.openEnd = nil
        switch end {
        case .untranscribed: break
        case .conclusion(let conclusion): finish(conclusion)
        case .question(let question):
            emit(.settleAsk(state.turn.id))
            guard let followUp = question.conclusion else { return askForConsent() }
            keepReply(state.turn.reply.text, isCut: false)
            conclude(followUp)
        }
    }

    /// Ends an utterance that is not a question, or stores the conclusion while the speaker may still continue.
    mutating func finish(_ conclusion: OpenConclusion) {
        guard state.turn.utterance.openEnd == nil else {
            state.turn.utterance.openEnd = .conclusion(conclusion)
            return
        }
        switch conclusion {
        case .nothingUnderstood:
            if resumeReply() { return }
            if state.turn.utterance.trigger == .tap {
                show(.notUnderstood, severity: .notice)
            }
            conclude(state.expectedFollowUp)
        case .notAddressed: dropOverheard()
        case .stopped:
            dropQuestion()
            conclude()
        case .rings(let command):
            endRinging(nil, outcome(of: command))
            conclude()
        case .hangsUp: conclude(.endConversation)
        case .notRecognized(let failure): giveUpRecognition(failure)
        }
    }
}
