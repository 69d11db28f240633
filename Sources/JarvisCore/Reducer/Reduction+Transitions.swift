// SPDX-License-Identifier: GPL-3.0-or-later
// The moves that several events share.

extension Reduction {
    /// A fresh turn with nothing said in it.
    mutating func beginTurn() {
        keepOpenQuestion()
        state.mayContinue = false
        state.turn = state.turn.next
        state.partialTranscript = ""
        state.question = ""
        state.questionSource = .voice
        state.reply = ReplyProgress()
        state.regenerates = nil
        state.asksAgain = false
        state.hasHeardSpeech = false
        state.speech = .reply
        state.isRinging = false
        state.isSpeechBroken = false
        state.isAwaitingWakeWord = false
        state.isDucked = false
        state.turnFillers = 0
        state.recognitionFailure = nil
        state.openConclusion = nil
    }

    /// The end of a turn: announcements that waited, then listening again in Auto modes, else idle.
    mutating func conclude(_ followUp: FollowUp = .none) {
        emit(.cancelWatchdog)
        state.expectedFollowUp = followUp
        if !state.pendingAnnouncements.isEmpty {
            announce(state.pendingAnnouncements.removeFirst())
        } else if state.isMicrophoneLent {
            state.listensAfterLoan = followUp != .endConversation
            rest()
        } else if state.policy.detectionMode.isAutomatic && followUp != .endConversation
            && state.microphoneFailure == nil
        {
            arm(wakeWindow: followUpWindow)
        } else {
            state.resumesListening =
                state.policy.detectionMode.isAutomatic && followUp != .endConversation
                && state.microphoneFailure != nil
            rest()
        }
    }

    /// Waits for speech, or for the wake word where one is set and no window is given.
    mutating func arm(wakeWindow: Duration? = nil) {
        beginTurn()
        state.phase = .listening
        state.isMicrophoneOpen = true
        awaitSpeech(for: wakeWindow)
    }

    /// Nothing to do; the microphone is closed unless it is being waited for.
    mutating func rest() {
        beginTurn()
        state.phase = .idle
        if !state.resumesListening { closeMicrophone() }
    }

    mutating func closeMicrophone() {
        guard state.isMicrophoneOpen else { return }
        state.isMicrophoneOpen = false
        // How a closed microphone fares nobody can tell: the next opening finds out.
        state.isMutedBySystem = false
        state.microphoneFailure = nil
        emit(.closeMicrophone)
    }

    /// What the next utterance is to be recognized as.
    var task: RecognitionTask {
        state.expectedFollowUp == .dictation ? .dictation : .command
    }

    /// The utterance is complete; its transcript is awaited.
    mutating func transcribe(finishing: Bool) {
        state.phase = .transcribing
        // What is on its way from the microphone still belongs to it, whatever becomes of it.
        if finishing { emit(.finishUtterance(state.turn)) }
        if let failure = state.recognitionFailure {
            finish(.notRecognized(failure))
            guard state.mayContinue else { return }
        }
        if !state.policy.detectionMode.isAutomatic { closeMicrophone() }
        emit(.feedback(.recordingStopped))
        emit(.startWatchdog(state.turn, .transcribing, AssistantReducer.Watchdog.transcribing))
    }

    /// Hands the question to the agent.
    mutating func ask(_ text: String, source: MessageSource, isNew: Bool = true) {
        state.phase = .thinking
        state.openConclusion = nil
        state.question = text
        state.questionSource = source
        state.partialTranscript = ""
        state.retryableQuestion = nil
        forgetUtterance()
        dropRetryBanner()
        let isFollowUp = state.expectedFollowUp == .dictation
        state.expectedFollowUp = .none
        let isOpen = isNew && source == .voice && state.mayContinue
        if isNew {
            let draft = MessageDraft(turn: state.turn, kind: .user, text: text, source: source)
            state.openQuestion = OpenQuestion(draft: draft, isFollowUp: isFollowUp)
            if !isOpen { keepOpenQuestion() }
        }
        emit(.ask(AgentRequestDraft(text: text, source: source, isFollowUp: isFollowUp, isOpen: isOpen), state.turn))
        emit(.startWatchdog(state.turn, .thinking, AssistantReducer.Watchdog.thinking))
        awaitFiller()
        listenForStopPhrases()
    }

    /// "Stop" works while JARVIS thinks and speaks, in the modes that keep the microphone open.
    mutating func listenForStopPhrases() {
        guard state.policy.detectionMode.isAutomatic, state.microphoneFailure == nil, !state.isMicrophoneLent
        else { return }
        state.isMicrophoneOpen = true
        emit(.listen(.stopPhrases, state.turn, task: .stopPhrase))
    }

    /// Says something outside a question and its answer.
    mutating func announce(_ announcement: Announcement) {
        beginTurn()
        state.phase = .speaking
        state.speech = .announcement
        state.isRinging = announcement.rings
        state.reply.clauses = [announcement.text]
        state.reply.summary = ReplySummary(skill: nil)
        if announcement.rings { emit(.ring(state.turn)) }
        emit(.speak(announcement.text, clause: 0, state.turn))
        emit(.finishSpeaking(state.turn))
        emit(.startWatchdog(state.turn, .speaking, AssistantReducer.Watchdog.speaking))
        listenForStopPhrases()
    }

    /// Ends whatever the current turn has going, keeping what was heard of a reply.
    mutating func abandonTurn() {
        switch state.phase {
        case .idle:
            break
        case .listening, .recording, .held, .transcribing:
            emit(.discardUtterance(state.turn))
        case .thinking:
            emit(.cancelAsk(state.turn))
            endFiller()
            if !state.reply.clauses.isEmpty { emit(.stopSpeaking(state.turn)) }
        case .speaking:
            emit(.stopSpeaking(state.turn))
            if state.reply.summary == nil { emit(.cancelAsk(state.turn)) }
            keepReply(state.reply.heardText, isCut: true)
            emit(.feedback(.interrupted))
        }
    }

    /// Keeps a reply in the history; announcements and empty texts are not kept.
    mutating func keepReply(_ text: String, isCut: Bool) {
        keepOpenQuestion()
        guard state.speech == .reply, !text.isEmpty else { return }
        let draft = MessageDraft(
            turn: state.turn, kind: .assistant, text: text, source: .system, skill: state.reply.summary?.skill,
            isCut: isCut, regenerates: state.regenerates)
        emit(.save(draft))
    }

    mutating func show(_ message: String, severity: Banner.Severity = .error, action: BannerAction? = nil) {
        state.bannerCount += 1
        let id = BannerID(rawValue: state.bannerCount)
        let banner = Banner(id: id, severity: severity, message: message, action: action)
        state.banner = banner
        emit(.startBannerTimer(id, banner.lifetime))
        if severity == .error { emit(.feedback(.error)) }
    }

    /// A banner that is being read stays for another round.
    mutating func bannerExpired(_ id: BannerID) {
        guard let banner = state.banner, banner.id == id else { return }
        if banner.isHeld { emit(.startBannerTimer(id, banner.lifetime)) } else { state.banner = nil }
    }

    /// Letting go of a banner gives it its whole time again.
    mutating func hold(_ id: BannerID, _ isHeld: Bool) {
        guard let banner = state.banner, banner.id == id, banner.isHeld != isHeld else { return }
        state.banner?.isHeld = isHeld
        if !isHeld { emit(.startBannerTimer(id, banner.lifetime)) }
    }
}
