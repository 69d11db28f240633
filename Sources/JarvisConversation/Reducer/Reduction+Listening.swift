// SPDX-License-Identifier: GPL-3.0-or-later
// What the microphone and the recognizer report.

import JarvisCore

extension Reduction {
    mutating func reduceListening(_ event: AssistantEvent) {
        switch event {
        case .microphoneFailed(let failure): microphoneFailed(failure)
        case .microphoneRecovered: microphoneRecovered()
        case .microphoneMutedBySystem(let isMuted): microphoneMutedBySystem(isMuted)
        case .speechStarted: speechStarted()
        case .speechEnded(_, let ending): speechEnded(ending)
        case .utteranceContinued: if listensForConsent { consentContinued() } else { utteranceContinued() }
        case .utteranceSettled: if listensForConsent { consentSettled() } else { utteranceSettled() }
        case .partialTranscript(_, let text):
            guard state.phase.isRecording || state.phase == .transcribing else { return }
            state.turn.utterance.partialTranscript = text
            forgetRehearsal(unless: text)
            // An agent that is at work must not go on with what may just be called off.
            if !text.trimmed.isEmpty, state.turn.interrupted?.isAwaited == true { endInterruptedReply() }
            // Somebody is at work on it: one engine may have taken over from another, from the first sample on.
            if state.phase == .transcribing {
                emit(.startWatchdog(state.turn.id, .transcribing, AssistantReducer.Watchdog.transcribing))
            }
        case .utterancePrepared(_, let text): rehearse(text.trimmed)
        case .transcribed(_, let transcript): transcribed(transcript)
        case .recognitionFailed(_, let failure): recognitionFailed(failure)
        default: break
        }
    }

    private mutating func speechStarted() {
        switch state.phase {
        case .listening(for: .speech):
            state.phase = .recording
            state.overheard = nil
            state.turn.utterance.trigger = .voice
            state.turn.utterance.hasHeardSpeech = true
            emit(.feedback(.speechDetected))
            emit(.startWatchdog(state.turn.id, state.phase, AssistantReducer.Watchdog.recording))
        case .recording, .held:
            state.turn.utterance.hasHeardSpeech = true
        default:
            break
        }
    }

    private mutating func speechEnded(_ ending: SpeechEnding) {
        switch state.phase {
        case .recording:
            state.turn.utterance.openEnd = .untranscribed
            transcribe(finishing: false)
        case .held where ending == .limit:
            return endFullHold()
        case .transcribing:
            // Ended by hand in the moment in which it was full.
            break
        case .held, .idle, .listening, .thinking, .speaking:
            // In a hold, an end from before it: the listener has joined what was said to what is being said.
            return
        }
        tellOfLimit(ending)
    }

    /// Ends a hold that is full.
    mutating func endFullHold() {
        if state.turn.utterance.hasHeardSpeech {
            // A hold has no end but the release and this one. It ends here, visibly, rather than beginning another
            // utterance unseen: that would cut a word in two, and the answer to the first minute would come while the
            // second is being spoken. Finishing is for a hold that took over an utterance at its very limit.
            transcribe(finishing: true)
            tellOfLimit(.limit)
        } else {
            emit(.discardUtterance(state.turn.id))
            show(.silentHold, severity: .notice, action: .openSettings)
            conclude(state.expectedFollowUp)
        }
    }

    private mutating func tellOfLimit(_ ending: SpeechEnding) {
        guard ending == .limit, state.phase == .transcribing else { return }
        show(.utteranceLimit, severity: .notice)
    }

    private mutating func transcribed(_ transcript: Transcript?) {
        let text = transcript?.text.trimmed ?? ""
        switch state.phase {
        case .recording, .transcribing:
            if !text.contains(where: { $0.isLetter || $0.isNumber }) {
                finish(.nothingUnderstood)
            } else if let command = ringCommand(text) {
                finish(.rings(command))
            } else if endsCall(text) {
                finish(.hangsUp)
            } else if StopPhrases.isStopPhrase(text), !StopPhrases.mayTakeBack(text), task == .command {
                // With a question open, "never mind" is the answer, which the agent has to know.
                finish(.stopped)
            } else {
                ask(Question(text: text, source: .voice, confidence: transcript?.confidence))
            }
        case .thinking, .speaking:
            // Only stop phrases are listened for now.
            if isRinging {
                if !answerRinging(text) { unduck() }
                return
            }
            guard StopPhrases.isStopPhrase(text) else {
                if listensForConsent { consentHeard(transcript) }
                return
            }
            dropQuestion()
            abandonTurn()
            conclude()
        case .held:
            // Of an end from before the hold; it is recognized again with what is said in the hold.
            break
        case .idle, .listening:
            break
        }
    }

    private mutating func recognitionFailed(_ failure: RecognitionFailure) {
        switch state.phase {
        case .recording where state.turn.utterance.hasHeardSpeech && failure.mayPass,
            .held where state.turn.utterance.hasHeardSpeech && failure.mayPass:
            // Somebody is speaking: what is said is worth taking in to its end.
            state.turn.utterance.failure = failure
        case .transcribing where state.turn.utterance.openEnd != nil:
            finish(.notRecognized(failure))
        case .listening, .recording, .held, .transcribing:
            giveUpRecognition(failure)
        case .thinking where listensForConsent, .speaking where listensForConsent:
            // It can still be answered by hand.
            listenForStopPhrases()
        default:
            break
        }
    }

    /// Says why an utterance is not understood, and offers to try again where that may help.
    mutating func giveUpRecognition(_ failure: RecognitionFailure) {
        if failure.mayPass, state.phase == .transcribing || state.turn.utterance.failure != nil {
            offerUtterance(.recognition(failure))
        } else {
            show(.recognition(failure))
            emit(.discardUtterance(state.turn.id))
        }
        state.expectedFollowUp = .none
        // Listening on without a recognizer would fail again with the next word: wait for the user instead.
        emit(.cancelWatchdog)
        rest()
    }

    private mutating func microphoneFailed(_ failure: AudioFailure) {
        // There will be no further report whether someone spoke.
        unduck()
        // A closed one is not waited for; the next opening finds out how it is.
        guard state.microphone.isOpen else { return }
        microphoneIsOut(failure)
        switch state.phase {
        case .listening:
            show(.audio(failure), action: .openSettings)
            state.microphone.resumesListening = true
            rest()
        case .recording, .held:
            show(.audio(failure), action: .openSettings)
            if state.turn.utterance.hasHeardSpeech {
                // What was said until now is still good.
                state.microphone.resumesListening = state.policy.detectionMode.isAutomatic
                state.phase = .transcribing
                emit(.finishUtterance(state.turn.id))
                if let failure = state.turn.utterance.failure { return giveUpRecognition(failure) }
                emit(.startWatchdog(state.turn.id, .transcribing, AssistantReducer.Watchdog.transcribing))
            } else {
                emit(.discardUtterance(state.turn.id))
                emit(.cancelWatchdog)
                state.microphone.resumesListening = state.policy.detectionMode.isAutomatic
                rest()
            }
        case .idle, .transcribing, .thinking, .speaking:
            break
        }
    }

    /// One outage lasts until the microphone works again, whatever it reports meanwhile.
    private mutating func microphoneIsOut(_ failure: AudioFailure) {
        var outage = state.microphone.connection?.outage ?? MicrophoneOutage(failure: failure)
        outage.failure = failure
        state.microphone.connection?.outage = outage
    }

    /// Mirrored, never changed: who has muted the microphone there knows why.
    private mutating func microphoneMutedBySystem(_ isMuted: Bool) {
        guard let connection = state.microphone.connection, connection.isMutedBySystem != isMuted else { return }
        state.microphone.connection?.isMutedBySystem = isMuted
        if isMuted {
            show(.mutedBySystem, severity: .notice)
            endSilentRecording()
        } else if state.banner?.message == .mutedBySystem {
            state.banner = nil
        }
    }

    /// A microphone tells only once it is open that it is muted; what it then records is silence.
    private mutating func endSilentRecording() {
        let isTapped = state.isRecording(by: .tap)
        guard isTapped || state.phase == .held, !state.turn.utterance.hasHeardSpeech else { return }
        emit(.discardUtterance(state.turn.id))
        emit(.cancelWatchdog)
        conclude(state.expectedFollowUp)
    }

    private mutating func microphoneRecovered() {
        guard let outage = state.microphone.connection?.outage else { return }
        state.microphone.connection?.outage = nil
        guard outage.resumesListening, state.phase == .idle else { return }
        state.banner = nil
        arm()
    }
}
