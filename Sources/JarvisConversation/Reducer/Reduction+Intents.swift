// SPDX-License-Identifier: GPL-3.0-or-later
// User intents.

import JarvisCore

extension Reduction {
    mutating func reduceIntent(_ event: AssistantEvent) {
        switch event {
        case .started:
            guard state.policy.detectionMode.isAutomatic else { break }
            if state.microphone.loan != nil {
                // Listening begins once the microphone is returned.
                state.microphone.loan?.resumesListening = true
            } else if state.phase == .idle {
                arm()
            }
        case .microphoneTapped: microphoneTapped()
        case .holdBegan: holdBegan()
        case .holdEnded: holdEnded()
        case .cancelRequested: cancelRequested()
        case .textSubmitted(let text, let source): submit(text, source: source)
        case .setMuted(let isMuted): setMuted(isMuted)
        case .microphoneLent(let isLent): lend(isLent)
        case .utteranceLent(let isLent): lendUtterance(isLent)
        case .policyChanged(let policy): adapt { $0.policy = policy }
        case .bannerHeld(let id, let isHeld): hold(id, isHeld)
        case .bannerDismissed(let id):
            guard state.banner?.id == id else { return }
            if state.banner?.action == .retry {
                forgetRetry()
            }
            state.banner = nil
        case .retryRequested: retry()
        case .consentAnswered(let turn, let id, let answer): answerConsent(turn, id, answer)
        case .regenerationRequested(let question, let source, let answer):
            askAgain(Question(text: question, source: source, regenerates: answer))
        case .announcement(let text, let kind): request(announcement: text, kind: kind)
        case .attended(let isAttended): attend(isAttended)
        case .awayChanged(let isAway): change(\.isAway, to: isAway)
        case .sleepChanged(let isAsleep): change(\.isAsleep, to: isAsleep)
        case .callChanged(let call): change(call)
        case .screenReaderChanged(let isRunning): adapt { $0.hasScreenReader = isRunning }
        case .stopped:
            abandonTurn()
            emit(.cancelTimer(.watchdog))
            state.microphone.resumesListening = false
            state.microphone.loan = nil
            state.pendingAnnouncements = []
            // They are stored as ringing and will ring again at the next start.
            state.ringing = Ringing()
            state.call = .none
            forgetUtterance()
            rest()
        default: break
        }
    }

    private mutating func microphoneTapped() {
        if isRinging { return endRinging(nil, .stopped) }
        if finishLentUtterance() { return }
        switch state.phase {
        case .idle, .listening:
            record(
                .recording, mode: state.policy.detectionMode.isAutomatic ? .nowUntilSpeechEnds : .nowUntilFinished)
        case .recording:
            transcribe(finishing: true)
        case .held:
            holdEnded()
        case .speaking:
            dropQuestion()
            abandonTurn()
            conclude()
        case .thinking: refuseConsents()
        case .transcribing:
            break
        }
    }

    private mutating func record(_ phase: ConversationPhase, mode: ListeningMode) {
        guard state.microphone.loan == nil else {
            tellOfLesson()
            return rest()
        }
        guard !resumesCall() else { return }
        guard state.microphone.muting == .none else { return tellOfMuting() }
        // A failed open microphone recovers by itself; until then recording is impossible, and JARVIS says so.
        if let failure = state.microphone.failure {
            show(.audio(failure), action: .openSettings)
            state.microphone.resumesListening = state.policy.detectionMode.isAutomatic
            return rest()
        }
        // The armed turn continues: its listen command only changes the mode.
        if !state.phase.isListening { beginTurn() }
        state.phase = phase
        state.turn.utterance.trigger = .tap
        state.banner = nil
        openMicrophone()
        emit(.listen(mode, state.turn.id, task: task))
        emit(.feedback(phase == .held ? .holdBegan : .recordingStarted))
        emit(.startTimer(.watchdog(state.turn.id, phase), AssistantReducer.Watchdog.recording))
    }

    private mutating func holdBegan() {
        if finishLentUtterance() { return }
        switch state.phase {
        case .idle, .listening:
            record(.held, mode: .nowUntilFinished)
        case .recording:
            if state.turn.utterance.trigger == .voice { state.turn.utterance.hasHeardSpeech = true }
            // Only a person holds the button, so the interruption is real.
            endInterruptedReply()
            state.phase = .held
            state.turn.utterance.trigger = .tap
            emit(.listen(.nowUntilFinished, state.turn.id, task: task))
            emit(.feedback(.holdBegan))
            emit(.startTimer(.watchdog(state.turn.id, .held), AssistantReducer.Watchdog.recording))
        case .speaking:
            abandonTurn()
            emit(.cancelTimer(.watchdog))
            record(.held, mode: .nowUntilFinished)
        case .held, .transcribing, .thinking:
            break
        }
    }

    mutating func holdEnded() {
        guard state.phase == .held else { return }
        emit(.feedback(.holdReleased))
        if state.turn.utterance.hasHeardSpeech {
            transcribe(finishing: true)
        } else {
            emit(.discardUtterance(state.turn.id))
            conclude(state.expectedFollowUp)
        }
    }

    private mutating func cancelRequested() {
        let waitsToRing = state.phase == .idle || state.phase.isListening
        if isRinging || waitsToRing && !state.ringing.isEmpty { return endRinging(nil, .stopped) }
        if takeUtteranceBack() { return }
        let wasSpeaking = state.phase == .speaking
        if state.phase == .idle { state.banner = nil }
        forgetUtterance()
        dropQuestion()
        abandonTurn()
        if wasSpeaking || state.call == .active {
            conclude()
        } else {
            emit(.cancelTimer(.watchdog))
            state.expectedFollowUp = .none
            state.microphone.resumesListening = false
            rest()
        }
    }

    private mutating func submit(_ text: String, source: MessageSource) {
        let words = text.trimmed
        guard !words.isEmpty else { return }
        if isRinging || state.phase == .idle || state.phase.isListening, answerRinging(words) { return }
        if answerConsent(byTyping: words) { return }
        if StopPhrases.isStopPhrase(words) {
            // With nothing to stop, the phrase must not open the microphone.
            // With a question open, "never mind" is its answer, and the agent has to know.
            let isForAgent = StopPhrases.mayTakeBack(words) || task == .dictation
            guard isForAgent, state.phase == .idle || state.phase.isListening else {
                guard state.phase != .idle else { return }
                dropQuestion()
                abandonTurn()
                conclude()
                return
            }
        }
        if endsCall(words) { return emit(.requestOfCall(.end)) }
        abandonTurn()
        beginTurn()
        state.banner = nil
        ask(Question(text: words, source: source))
    }

    private mutating func setMuted(_ isMuted: Bool) {
        guard state.microphone.isMuted != isMuted else { return }
        state.microphone.isMuted = isMuted
        if !isMuted, state.banner?.action == .unmute { state.banner = nil }
        emit(.setMicrophoneMuted(isMuted))
        if isMuted { _ = takeUtteranceBack() }
    }

    /// A recording from a muted microphone would be useless.
    private mutating func tellOfMuting() {
        if state.microphone.muting == .bySystem {
            show(.mutedBySystem, severity: .notice)
        } else {
            show(.muted, severity: .notice, action: .unmute)
        }
        if state.phase == .speaking { conclude() }
    }

    private mutating func tellOfLesson() {
        show(
            .wakeLessonGoesOn, severity: .notice,
            action: .openSettings)
    }

    /// Applies a change of the policy, or of what it is adapted to.
    private mutating func adapt(_ change: (inout AssistantState) -> Void) {
        let before = state.policy
        let mightListen = state.mayListen
        change(&state)
        let policy = state.policy
        let wasAutomatic = before.detectionMode.isAutomatic
        let changesWakePhrase = before.wakePhrase != policy.wakePhrase
        if !policy.allowsInterruption || !policy.detectionMode.isAutomatic { unduck() }
        let isAutomatic = policy.detectionMode.isAutomatic
        if !isAutomatic { state.microphone.resumesListening = false }
        if state.phase.isListening && !isAutomatic {
            emit(.discardUtterance(state.turn.id))
            rest()
        } else if state.phase.isListening && changesWakePhrase {
            awaitSpeech(for: nil)
        } else if state.phase == .idle && !isAutomatic {
            closeMicrophone()
        } else if state.phase == .idle && isAutomatic && !wasAutomatic {
            conclude(state.expectedFollowUp)
        } else if !isAutomatic, state.phase == .thinking || state.phase == .speaking {
            emit(.discardUtterance(state.turn.id))
            closeMicrophone()
        }
        if state.mayListen != mightListen { permissionChanged() }
    }

    private mutating func retry() {
        // Current speech takes precedence over an earlier failure.
        guard !state.phase.isRecording, state.phase != .transcribing else { return }
        guard state.microphone.loan == nil else { return tellOfLesson() }
        switch state.retry {
        case .utterance(let task): recognizeAgain(task)
        case .question(let question): askAgain(question)
        case nil: dropRetryBanner()
        }
    }

    /// Asks a question that has already been stored.
    private mutating func askAgain(_ question: Question) {
        abandonTurn()
        beginTurn()
        state.banner = nil
        var repeated = question
        repeated.isRepeated = true
        ask(repeated)
    }

    private mutating func request(announcement text: String, kind: MessageKind?) {
        let announcement = Announcement(text: text, rings: kind == .reminder)
        if let kind {
            emit(.save(MessageDraft(turn: state.turn.id, kind: kind, text: text, source: .system)))
        }
        switch state.phase {
        case .idle where state.microphone.loan != nil || state.call == .held:
            // It would spoil a recording in progress. Due reminders wait; a late preview would be useless.
            if kind != nil { state.pendingAnnouncements.append(announcement) }
        case .idle, .listening:
            abandonTurn()
            announce(announcement)
        case .speaking where state.turn.speech.content == .announcement(rings: false) && kind == nil:
            // A newer voice preview replaces the older one.
            abandonTurn()
            announce(announcement)
        default:
            if kind == nil { state.pendingAnnouncements.removeAll { !$0.rings } }
            state.pendingAnnouncements.append(announcement)
            ringDuringWork()
        }
    }
}
