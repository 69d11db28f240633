// SPDX-License-Identifier: GPL-3.0-or-later
// What the user asks for.

extension Reduction {
    mutating func takeIntent(_ event: AssistantEvent) {
        switch event {
        case .started:
            let mayListen = state.policy.detectionMode.isAutomatic && !state.isMicrophoneLent
            if state.phase == .idle && mayListen { arm() }
        case .microphoneTapped: microphoneTapped()
        case .holdBegan: holdBegan()
        case .holdEnded: holdEnded()
        case .cancelRequested: cancelRequested()
        case .textSubmitted(let text, let source): submit(text, source: source)
        case .setMuted(let isMuted): setMuted(isMuted)
        case .microphoneLent(let isLent): lend(isLent)
        case .policyChanged(let policy): change(policy)
        case .bannerHeld(let id, let isHeld): hold(id, isHeld)
        case .bannerDismissed(let id):
            guard state.banner?.id == id else { return }
            if state.banner?.action == .retry {
                forgetUtterance()
                state.retryableQuestion = nil
            }
            state.banner = nil
        case .retryRequested: retry()
        case .regenerationRequested(let question, let source, let answer):
            askAgain(question, source: source, regenerating: answer)
        case .announcement(let text, let kind): request(announcement: text, kind: kind)
        case .stopped:
            abandonTurn()
            emit(.cancelWatchdog)
            state.resumesListening = false
            state.isMicrophoneLent = false
            forgetUtterance()
            rest()
        default: break
        }
    }

    private mutating func microphoneTapped() {
        switch state.phase {
        case .idle, .listening:
            record(
                .recording(.tap), mode: state.policy.detectionMode.isAutomatic ? .nowUntilSpeechEnds : .nowUntilFinished
            )
        case .recording:
            transcribe(finishing: true)
        case .held:
            holdEnded()
        case .speaking:
            abandonTurn()
            conclude()
        case .transcribing, .thinking:
            break
        }
    }

    private mutating func record(_ phase: ConversationPhase, mode: ListeningMode) {
        guard !state.isMicrophoneLent else {
            tellOfLesson()
            return rest()
        }
        // A microphone that is open and has failed mends itself; until then nothing can be recorded, and that is said.
        if let failure = state.microphoneFailure, state.isMicrophoneOpen {
            show(failure.advice, action: .openSettings)
            state.resumesListening = state.policy.detectionMode.isAutomatic
            return rest()
        }
        // The armed turn goes on: its listening order only changes its mode.
        if state.phase != .listening { beginTurn() }
        state.phase = phase
        state.isAwaitingWakeWord = false
        state.utteranceTrigger = .tap
        state.banner = nil
        state.isMicrophoneOpen = true
        state.resumesListening = false
        emit(.listen(mode, state.turn, task: task))
        emit(.feedback(phase == .held ? .holdBegan : .recordingStarted))
        emit(.startWatchdog(state.turn, phase, AssistantReducer.Watchdog.recording))
    }

    private mutating func holdBegan() {
        switch state.phase {
        case .idle, .listening:
            record(.held, mode: .nowUntilFinished)
        case .recording(let trigger):
            state.hasHeardSpeech = state.hasHeardSpeech || trigger == .voice
            state.phase = .held
            state.utteranceTrigger = .tap
            emit(.listen(.nowUntilFinished, state.turn, task: task))
            emit(.feedback(.holdBegan))
            emit(.startWatchdog(state.turn, .held, AssistantReducer.Watchdog.recording))
        case .speaking:
            abandonTurn()
            emit(.cancelWatchdog)
            record(.held, mode: .nowUntilFinished)
        case .held, .transcribing, .thinking:
            break
        }
    }

    private mutating func holdEnded() {
        guard state.phase == .held else { return }
        emit(.feedback(.holdReleased))
        if state.hasHeardSpeech {
            transcribe(finishing: true)
        } else {
            emit(.discardUtterance(state.turn))
            conclude(state.expectedFollowUp)
        }
    }

    private mutating func cancelRequested() {
        let wasSpeaking = state.phase == .speaking
        if state.phase == .idle { state.banner = nil }
        forgetUtterance()
        abandonTurn()
        if wasSpeaking {
            conclude()
        } else {
            emit(.cancelWatchdog)
            state.expectedFollowUp = .none
            state.resumesListening = false
            rest()
        }
    }

    private mutating func submit(_ text: String, source: MessageSource) {
        let words = text.trimmingSpaces
        guard !words.isEmpty else { return }
        if StopPhrases.isStopPhrase(words) {
            // With nothing to stop, the word must not open the microphone.
            guard state.phase != .idle else { return }
            abandonTurn()
            conclude()
            return
        }
        abandonTurn()
        beginTurn()
        state.banner = nil
        ask(words, source: source)
    }

    private mutating func setMuted(_ isMuted: Bool) {
        guard state.isMuted != isMuted else { return }
        state.isMuted = isMuted
        emit(.setMicrophoneMuted(isMuted))
    }

    private mutating func tellOfLesson() {
        show(
            "The wake word is being learnt. Finish or cancel that in Settings first.", severity: .notice,
            action: .openSettings)
    }

    /// What is said to something else must neither be taken for a question nor be talked over.
    private mutating func lend(_ isLent: Bool) {
        guard state.isMicrophoneLent != isLent else { return }
        state.isMicrophoneLent = isLent
        if isLent {
            // Somebody may have told the conversation to rest; then it does so afterwards, too.
            state.listensAfterLoan = state.phase != .idle || state.resumesListening
            abandonTurn()
            emit(.cancelWatchdog)
            state.resumesListening = false
            rest()
        } else if state.phase == .idle, state.listensAfterLoan || !state.pendingAnnouncements.isEmpty {
            conclude(state.expectedFollowUp)
        }
    }

    private mutating func change(_ policy: ConversationPolicy) {
        let wasAutomatic = state.policy.detectionMode.isAutomatic
        let changesWakePhrase = state.policy.wakePhrase != policy.wakePhrase
        state.policy = policy
        if !policy.allowsInterruption || !policy.detectionMode.isAutomatic { unduck() }
        let isAutomatic = policy.detectionMode.isAutomatic
        if !isAutomatic { state.resumesListening = false }
        if state.phase == .listening && !isAutomatic {
            emit(.discardUtterance(state.turn))
            rest()
        } else if state.phase == .listening && changesWakePhrase {
            awaitSpeech(for: nil)
        } else if state.phase == .idle && !isAutomatic {
            closeMicrophone()
        } else if state.phase == .idle && isAutomatic && !wasAutomatic {
            conclude(state.expectedFollowUp)
        } else if !isAutomatic, state.phase == .thinking || state.phase == .speaking {
            emit(.discardUtterance(state.turn))
            closeMicrophone()
        }
    }

    private mutating func retry() {
        // What is being said now is newer than what has failed.
        guard !state.phase.isRecording, state.phase != .transcribing else { return }
        guard !state.isMicrophoneLent else { return tellOfLesson() }
        if let task = state.retryableUtterance { return recognizeAgain(task) }
        guard let question = state.retryableQuestion else { return dropRetryBanner() }
        askAgain(question, source: state.retryableSource, regenerating: state.retryableRegenerates)
    }

    /// Asks what has been kept already.
    private mutating func askAgain(_ question: String, source: MessageSource, regenerating answer: MessageID?) {
        abandonTurn()
        beginTurn()
        state.banner = nil
        state.regenerates = answer
        state.asksAgain = true
        ask(question, source: source, isNew: false)
    }

    private mutating func request(announcement text: String, kind: MessageKind?) {
        let announcement = Announcement(text: text, rings: kind == .reminder)
        if let kind {
            emit(.save(MessageDraft(turn: state.turn, kind: kind, text: text, source: .system)))
        }
        switch state.phase {
        case .idle where state.isMicrophoneLent:
            // Heard in a recording, it would spoil it. What is due waits; a preview would come too late.
            if kind != nil { state.pendingAnnouncements.append(announcement) }
        case .idle, .listening:
            abandonTurn()
            announce(announcement)
        case .speaking where state.speech == .announcement && kind == nil && !state.isRinging:
            // A newer voice preview replaces the older one.
            abandonTurn()
            announce(announcement)
        default:
            if kind == nil { state.pendingAnnouncements.removeAll { !$0.rings } }
            state.pendingAnnouncements.append(announcement)
        }
    }
}

extension String {
    /// The text without white space at its ends.
    var trimmingSpaces: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}
