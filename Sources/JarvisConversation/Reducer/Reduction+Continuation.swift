// SPDX-License-Identifier: GPL-3.0-or-later
// A speaker who goes on right after the end of the utterance was decided: the end is taken back, and with it all that
// came of it. Until that is out of question, nothing is kept and nothing is acted upon.

import JarvisCore

extension Reduction {
    /// Takes the end back: the utterance goes on as if nothing had been asked.
    mutating func utteranceContinued() {
        guard let end = state.turn.utterance.openEnd else { return }
        // The microphone was closed meanwhile: the utterance cannot go on.
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
        // It is heard from its beginning again.
        state.turn.utterance.openEnd = nil
        state.turn.utterance.failure = nil
        state.turn.question = nil
        state.turn.reply = ReplyProgress()
        state.turn.speech.output = .normal
        state.phase = .recording
        emit(.startWatchdog(state.turn.id, state.phase, AssistantReducer.Watchdog.recording))
    }

    /// The end stands: the question is kept, and the agent may act.
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

    /// Ends an utterance that is not a question, or keeps that in mind while its speaker may go on.
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
