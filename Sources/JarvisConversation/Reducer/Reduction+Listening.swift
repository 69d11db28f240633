// SPDX-License-Identifier: GPL-3.0-or-later
// Reports of the microphone and the recognizer.

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
            // An agent at work must not proceed with something that may just be called off.
            if !text.trimmed.isEmpty, state.turn.interrupted?.isAwaited == true { endInterruptedReply() }
            // Work is still in progress: one engine may have taken over from another, from the first sample on.
            if state.phase == .transcribing {
                emit(.startTimer(.watchdog(state.turn.id, .transcribing), AssistantReducer.Watchdog.transcribing))
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
            emit(.startTimer(.watchdog(state.turn.id, state.phase), AssistantReducer.Watchdog.recording))
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
            // Ended by hand just as it reached its limit.
            break
        case .held, .idle, .listening, .thinking, .speaking:
            // During a hold, this end is an earlier one: the listener has already joined both parts.
            return
        }
        tellOfLimit(ending)
    }

    /// Ends a hold that has reached its limit.
    mutating func endFullHold() {
        if state.turn.utterance.hasHeardSpeech {
            // A hold ends only on release or here. It ends visibly rather than beginning another utterance unseen: that
            // would cut a word in two, and the answer to the first minute would come during the second. `finishing` is
            // for a hold that took over an utterance at its very limit.
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
                // With a question open, "never mind" is its answer, and the agent has to know.
                finish(.stopped)
            } else {
                ask(Question(text: text, source: .voice, confidence: transcript?.confidence))
            }
        case .thinking, .speaking:
            // From here on only stop phrases count.
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
            // From an end before the hold; it is recognized again together with the hold.
            break
        case .idle, .listening:
            break
        }
    }

    private mutating func recognitionFailed(_ failure: RecognitionFailure) {
        switch state.phase {
        case .recording where state.turn.utterance.hasHeardSpeech && failure.mayPass,
            .held where state.turn.utterance.hasHeardSpeech && failure.mayPass:
            // Someone is speaking: record the utterance to its end, to retry it.
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

    /// Explains why an utterance was not understood, and offers a retry if that may help.
    mutating func giveUpRecognition(_ failure: RecognitionFailure) {
        if failure.mayPass, state.phase == .transcribing || state.turn.utterance.failure != nil {
            offerUtterance(.recognition(failure))
        } else {
            show(.recognition(failure))
            emit(.discardUtterance(state.turn.id))
        }
        state.expectedFollowUp = .none
        // Listening without a recognizer would fail again with the next word, so wait for the user instead.
        emit(.cancelTimer(.watchdog))
        rest()
    }

    private mutating func microphoneFailed(_ failure: AudioFailure) {
        // No further report about an interruption will come.
        unduck()
        // A closed microphone is not waited for; the next opening finds out its state.
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
                // Speech captured so far is still usable.
                state.microphone.resumesListening = state.policy.detectionMode.isAutomatic
                state.phase = .transcribing
                emit(.finishUtterance(state.turn.id))
                if let failure = state.turn.utterance.failure { return giveUpRecognition(failure) }
                emit(.startTimer(.watchdog(state.turn.id, .transcribing), AssistantReducer.Watchdog.transcribing))
            } else {
                emit(.discardUtterance(state.turn.id))
                emit(.cancelTimer(.watchdog))
                state.microphone.resumesListening = state.policy.detectionMode.isAutomatic
                rest()
            }
        case .idle, .transcribing, .thinking, .speaking:
            break
        }
    }

    /// One outage lasts until the microphone works again, whatever it reports in the meantime.
    private mutating func microphoneIsOut(_ failure: AudioFailure) {
        var outage = state.microphone.connection?.outage ?? MicrophoneOutage(failure: failure)
        outage.failure = failure
        state.microphone.connection?.outage = outage
    }

    /// Mirrored, never changed: the mute in the system settings is deliberate.
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

    /// A microphone reports that it is muted only once open; its recording is silence.
    private mutating func endSilentRecording() {
        let isTapped = state.isRecording(by: .tap)
        guard isTapped || state.phase == .held, !state.turn.utterance.hasHeardSpeech else { return }
        emit(.discardUtterance(state.turn.id))
        emit(.cancelTimer(.watchdog))
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
