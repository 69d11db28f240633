// SPDX-License-Identifier: GPL-3.0-or-later
// A speaker who goes on right after the end of the utterance was decided: the end is taken back, and with it all that
// came of it. Until that is out of question, nothing is kept and nothing is acted upon.

extension Reduction {
    /// Takes the end back: the utterance goes on as if nothing had been asked.
    mutating func utteranceContinued() {
        guard state.mayContinue else { return }
        // The microphone was closed meanwhile: nobody can go on.
        guard state.isMicrophoneOpen else { return utteranceSettled() }
        switch state.phase {
        case .transcribing:
            break
        case .thinking:
            emit(.cancelAsk(state.turn))
            if !state.reply.clauses.isEmpty { emit(.stopSpeaking(state.turn)) }
        case .speaking where state.openQuestion != nil:
            emit(.stopSpeaking(state.turn))
            if state.reply.summary == nil { emit(.cancelAsk(state.turn)) }
        default:
            return
        }
        if state.openQuestion?.isFollowUp == true { state.expectedFollowUp = .dictation }
        if !state.question.isEmpty { state.partialTranscript = state.question }
        state.mayContinue = false
        // It is heard from its beginning again.
        state.openConclusion = nil
        state.recognitionFailure = nil
        state.openQuestion = nil
        state.question = ""
        state.reply = ReplyProgress()
        state.isSpeechBroken = false
        state.isDucked = false
        state.phase = .recording(state.utteranceTrigger)
        emit(.startWatchdog(state.turn, state.phase, AssistantReducer.Watchdog.recording))
    }

    /// The end stands: the question is kept, and the agent may act.
    mutating func utteranceSettled() {
        guard state.mayContinue else { return }
        state.mayContinue = false
        if let conclusion = state.openConclusion { return finish(conclusion) }
        guard let question = state.openQuestion else { return }
        keepOpenQuestion()
        emit(.settleAsk(state.turn))
        if let followUp = question.conclusion {
            keepReply(state.reply.text, isCut: false)
            conclude(followUp)
        }
    }

    /// Ends an utterance that is no question, or keeps that in mind while its speaker may go on.
    mutating func finish(_ conclusion: OpenConclusion) {
        state.openConclusion = state.mayContinue ? conclusion : nil
        guard !state.mayContinue else { return }
        switch conclusion {
        case .nothingUnderstood:
            if state.utteranceTrigger == .tap {
                show("I did not catch that. Please say it again, or type it (Ctrl+K).", severity: .notice)
            }
            conclude(state.expectedFollowUp)
        case .stopped: conclude()
        case .notRecognized(let failure): giveUpRecognition(failure)
        }
    }

    /// Keeps a question that was still open; whatever comes next must not come before it in the history.
    mutating func keepOpenQuestion() {
        guard let question = state.openQuestion else { return }
        state.openQuestion = nil
        emit(.save(question.draft))
        emit(.feedback(.messageSent))
    }
}
