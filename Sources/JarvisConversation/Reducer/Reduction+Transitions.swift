// SPDX-License-Identifier: GPL-3.0-or-later
// Transitions that several events share.

import JarvisCore

extension Reduction {
    /// Starts a new turn.
    mutating func beginTurn() {
        keepQuestion()
        endInterruptedReply()
        forgetRehearsal()
        state.turn = Turn(id: state.turn.id.next)
    }

    /// Ends a turn: pending announcements come next, then listening again in Auto modes, otherwise idle.
    /// - Parameter isAddressed: False after talk among others, which does not continue the conversation.
    mutating func conclude(_ followUp: FollowUp = .none, isAddressed: Bool = true) {
        emit(.cancelTimer(.watchdog))
        let followUp = expect(followUp)
        if state.call == .active, followUp == .endConversation { emit(.requestOfCall(.end)) }
        if announcePending() || ring() { return }
        if state.microphone.loan != nil {
            state.microphone.loan?.resumesListening = followUp != .endConversation
            rest()
        } else if state.policy.detectionMode.isAutomatic && followUp != .endConversation
            && state.microphone.failure == nil && state.mayListen
        {
            arm(wakeWindow: isAddressed ? followUpWindow : nil)
        } else {
            state.microphone.resumesListening =
                state.policy.detectionMode.isAutomatic && followUp != .endConversation && state.mayListen
            rest()
        }
    }

    /// Sets the expected follow-up. The time for an answer starts with the question, and nothing else extends it.
    private mutating func expect(_ followUp: FollowUp) -> FollowUp {
        let wasAsked = state.expectedFollowUp == .dictation
        state.expectedFollowUp = followUp
        guard followUp == .dictation else {
            state.isAnswerOverdue = false
            return followUp
        }
        if !wasAsked {
            state.isAnswerOverdue = false
            emit(.startTimer(.question, FollowUp.answerLifetime))
        } else if state.isAnswerOverdue {
            forgetQuestion()
        }
        return state.expectedFollowUp
    }

    /// Repeats the wait for an answer, with its full time, or ends it.
    mutating func expectAnswerAgain(_ isExpected: Bool) {
        state.expectedFollowUp = .none
        _ = expect(isExpected ? .dictation : .none)
    }

    /// Waits for speech, or first for the wake word if one is set and `wakeWindow` doesn't waive it.
    mutating func arm(wakeWindow: Duration? = nil) {
        // Without a window on screen the user would not know that JARVIS listens, and while the user is away it must
        // not.
        guard state.mayListen else { return rest() }
        beginTurn()
        openMicrophone()
        awaitSpeech(for: wakeWindow)
    }

    /// Speaks the first pending announcement; false if none is pending.
    mutating func announcePending() -> Bool {
        guard !state.pendingAnnouncements.isEmpty, state.call != .held else { return false }
        announce(state.pendingAnnouncements.removeFirst())
        return true
    }

    /// Goes idle, apart from pending announcements; closes the microphone unless something waits for it.
    mutating func rest() {
        // It would be audible in another program's recording.
        if state.microphone.loan == nil, announcePending() || ring() { return }
        beginTurn()
        state.phase = .idle
        if !state.microphone.resumesListening { closeMicrophone() }
    }

    mutating func openMicrophone() {
        if !state.microphone.isOpen { state.microphone.connection = MicrophoneConnection() }
    }

    /// Closes the microphone and forgets its state; the next opening determines it again.
    mutating func closeMicrophone() {
        guard state.microphone.isOpen else { return }
        state.microphone.connection = nil
        emit(.closeMicrophone)
    }

    /// The recognition task for the next utterance.
    var task: RecognitionTask {
        state.expectedFollowUp == .dictation ? .dictation : .command
    }

    /// The utterance is complete; waits for its transcript.
    mutating func transcribe(finishing: Bool) {
        state.phase = .transcribing
        // Frames still in transit belong to it, whatever becomes of it.
        if finishing { emit(.finishUtterance(state.turn.id)) }
        if let failure = state.turn.utterance.failure {
            finish(.notRecognized(failure))
            guard state.turn.utterance.openEnd != nil else { return }
        }
        if !state.policy.detectionMode.isAutomatic { closeMicrophone() }
        emit(.feedback(.recordingStopped))
        emit(.startTimer(.watchdog(state.turn.id, .transcribing), AssistantReducer.Watchdog.transcribing))
    }

    /// Passes the question to the agent.
    mutating func ask(_ question: Question) {
        state.phase = .thinking
        state.turn.question = question
        state.turn.utterance.partialTranscript = ""
        state.overheard = nil
        let isFollowUp = state.expectedFollowUp == .dictation
        let mayOverhear = state.mayOverhear
        state.expectedFollowUp = .none
        state.isAnswerOverdue = false
        let talkFilter = talkFilter(for: question, mayOverhear: mayOverhear)
        // An agent still at work is stopped at the first word.
        if talkFilter == .off || state.turn.interrupted?.isAwaited == true { endInterruptedReply() }
        if talkFilter == .off { forgetWhatFailed() }
        let isOpen = state.turn.utterance.openEnd != nil
        if !question.isRepeated {
            let draft = MessageDraft(turn: state.turn.id, kind: .user, text: question.text, source: question.source)
            state.turn.utterance.openEnd = .question(
                OpenQuestion(draft: draft, isFollowUp: isFollowUp, mayBeOverheard: talkFilter != .off))
            if !isOpen { closeQuestion() }
        }
        forgetRehearsal(unless: question.text)
        state.turn.utterance.rehearsed = nil
        let request = AgentRequestDraft(
            text: question.text, source: question.source, confidence: question.confidence, isFollowUp: isFollowUp,
            talkFilter: talkFilter, isOpen: isOpen)
        emit(.ask(request, state.turn.id))
        emit(.startTimer(.watchdog(state.turn.id, .thinking), AssistantReducer.Watchdog.thinking))
        awaitFiller()
        listenForStopPhrases()
    }

    /// Makes "stop" work while JARVIS thinks and speaks, in modes that keep the microphone open.
    mutating func listenForStopPhrases() {
        guard state.policy.detectionMode.isAutomatic, state.microphone.failure == nil, state.microphone.loan == nil
        else { return }
        openMicrophone()
        emit(.listen(.stopPhrases, state.turn.id, task: .stopPhrase))
    }

    /// Speaks outside of question and answer.
    mutating func announce(_ announcement: Announcement) {
        beginTurn()
        state.phase = .speaking
        state.turn.speech.content = .announcement(rings: announcement.rings)
        state.turn.reply.clauses = [announcement.text]
        state.turn.reply.summary = ReplySummary(skill: nil)
        if announcement.rings { emit(.ring(state.turn.id)) }
        emit(.speak(announcement.text, clause: 0, state.turn.id))
        emit(.finishSpeaking(state.turn.id))
        emit(.startTimer(.watchdog(state.turn.id, .speaking), AssistantReducer.Watchdog.speaking))
        listenForStopPhrases()
    }

    /// Drops questions that JARVIS has asked or is about to ask, because the user stops it.
    mutating func dropQuestion() {
        let replies = [state.turn.reply, state.turn.interrupted?.reply]
        let asks = state.expectedFollowUp == .dictation || replies.contains { $0?.summary?.followUp == .dictation }
        if asks { emit(.dropQuestion) }
    }

    /// The question has waited too long: further speech is not its answer.
    mutating func questionLapsed() {
        guard state.expectedFollowUp == .dictation else { return }
        switch state.phase {
        case .recording, .held, .transcribing:
            // Speech in progress may still be the answer; if it is not, the time is over.
            state.isAnswerOverdue = true
        case .idle, .listening, .thinking, .speaking:
            forgetQuestion()
            if state.phase == .listening(for: .speech) { emit(.listen(.untilSpeechEnds, state.turn.id, task: task)) }
        }
    }

    private mutating func forgetQuestion() {
        state.expectedFollowUp = .none
        state.isAnswerOverdue = false
        emit(.dropQuestion)
    }

    /// Ends everything in progress in the current turn, and stores the part of a reply that was heard.
    mutating func abandonTurn() {
        switch state.phase {
        case .idle:
            break
        case .listening, .recording, .held, .transcribing:
            emit(.discardUtterance(state.turn.id))
        case .thinking:
            emit(.cancelAsk(state.turn.askedIn))
            keepCallsCutOff(state.turn.reply, in: state.turn.askedIn)
            endFiller()
            if !state.turn.reply.clauses.isEmpty || state.turn.speech.ringsDuringWork {
                emit(.stopSpeaking(state.turn.id))
            }
        case .speaking:
            noteRingStep()
            emit(.stopSpeaking(state.turn.id))
            if state.turn.reply.summary == nil {
                emit(.cancelAsk(state.turn.askedIn))
                keepCallsCutOff(state.turn.reply, in: state.turn.askedIn)
            }
            keepReply(state.turn.reply.heardText, isCut: true)
            emit(.feedback(.interrupted))
        }
    }

    /// Stores a reply in the history; announcements and empty texts are not stored.
    mutating func keepReply(_ text: String, isCut: Bool) {
        keepQuestion()
        keep(InterruptedReply(state.turn), text, isCut: isCut)
    }

    /// Stores this much of a reply, which may belong to an earlier turn.
    mutating func keep(_ cut: InterruptedReply, _ text: String, isCut: Bool) {
        guard cut.content == .reply, !text.isEmpty else { return }
        let draft = MessageDraft(
            turn: cut.askedIn, kind: .assistant, text: text, source: .system, skill: cut.reply.summary?.skill,
            isCut: isCut, regenerates: cut.question?.regenerates)
        emit(.save(draft))
    }

    mutating func show(_ message: BannerMessage, severity: Banner.Severity = .error, action: BannerAction? = nil) {
        state.bannerCount += 1
        let id = BannerID(rawValue: state.bannerCount)
        let banner = Banner(id: id, severity: severity, message: message, action: action)
        state.banner = banner
        emit(.startBannerTimer(id, banner.message))
        if severity == .error { emit(.feedback(.error)) }
    }

    /// A banner that is being read stays for another period.
    mutating func bannerExpired(_ id: BannerID) {
        guard let banner = state.banner, banner.id == id else { return }
        if banner.isHeld { emit(.startBannerTimer(id, banner.message)) } else { state.banner = nil }
    }

    /// Leaving a banner restarts its full time.
    mutating func hold(_ id: BannerID, _ isHeld: Bool) {
        guard let banner = state.banner, banner.id == id, banner.isHeld != isHeld else { return }
        state.banner?.isHeld = isHeld
        if !isHeld { emit(.startBannerTimer(id, banner.message)) }
    }
}
