// SPDX-License-Identifier: GPL-3.0-or-later
// The moves that several events share.

import JarvisCore

extension Reduction {
    /// A fresh turn with nothing said in it.
    mutating func beginTurn() {
        keepQuestion()
        endInterruptedReply()
        forgetRehearsal()
        state.turn = Turn(id: state.turn.id.next)
    }

    /// The end of a turn: announcements that waited, then listening again in Auto modes, else idle.
    /// - Parameter isAddressed: false after talk among others: the conversation does not go on by that.
    mutating func conclude(_ followUp: FollowUp = .none, isAddressed: Bool = true) {
        emit(.cancelWatchdog)
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

    /// What is expected from now on. The time for an answer begins with the question, and nothing else prolongs it.
    private mutating func expect(_ followUp: FollowUp) -> FollowUp {
        let wasAsked = state.expectedFollowUp == .dictation
        state.expectedFollowUp = followUp
        guard followUp == .dictation else {
            state.isAnswerOverdue = false
            return followUp
        }
        if !wasAsked {
            state.isAnswerOverdue = false
            emit(.startQuestionTimer(FollowUp.answerLifetime))
        } else if state.isAnswerOverdue {
            forgetQuestion()
        }
        return state.expectedFollowUp
    }

    /// An answer is heard once more, or not: it has its whole time again.
    mutating func expectAnswerAgain(_ isExpected: Bool) {
        state.expectedFollowUp = .none
        _ = expect(isExpected ? .dictation : .none)
    }

    /// Waits for speech, or for the wake word where one is set and no window is given.
    mutating func arm(wakeWindow: Duration? = nil) {
        // With no window, the user would not know that it listens, and away would not be heard.
        guard state.mayListen else { return rest() }
        beginTurn()
        openMicrophone()
        awaitSpeech(for: wakeWindow)
    }

    /// Says the first announcement that waits; false when there is none.
    mutating func announcePending() -> Bool {
        guard !state.pendingAnnouncements.isEmpty, state.call != .held else { return false }
        announce(state.pendingAnnouncements.removeFirst())
        return true
    }

    /// Nothing to do but what waits to be announced; the microphone is closed unless it is being waited for.
    mutating func rest() {
        // In a recording that others make, it would be heard.
        if state.microphone.loan == nil, announcePending() || ring() { return }
        beginTurn()
        state.phase = .idle
        if !state.microphone.resumesListening { closeMicrophone() }
    }

    mutating func openMicrophone() {
        if !state.microphone.isOpen { state.microphone.connection = MicrophoneConnection() }
    }

    /// The state of an open microphone is forgotten: the next opening finds out.
    mutating func closeMicrophone() {
        guard state.microphone.isOpen else { return }
        state.microphone.connection = nil
        emit(.closeMicrophone)
    }

    /// How the next utterance should be recognized.
    var task: RecognitionTask {
        state.expectedFollowUp == .dictation ? .dictation : .command
    }

    /// The utterance is complete; its transcript is awaited.
    mutating func transcribe(finishing: Bool) {
        state.phase = .transcribing
        // What is on its way from the microphone still belongs to it, whatever becomes of it.
        if finishing { emit(.finishUtterance(state.turn.id)) }
        if let failure = state.turn.utterance.failure {
            finish(.notRecognized(failure))
            guard state.turn.utterance.openEnd != nil else { return }
        }
        if !state.policy.detectionMode.isAutomatic { closeMicrophone() }
        emit(.feedback(.recordingStopped))
        emit(.startWatchdog(state.turn.id, .transcribing, AssistantReducer.Watchdog.transcribing))
    }

    /// Hands the question to the agent.
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
        // An agent that is at work is given up at the first word.
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
        emit(.startWatchdog(state.turn.id, .thinking, AssistantReducer.Watchdog.thinking))
        awaitFiller()
        listenForStopPhrases()
    }

    /// "Stop" works while JARVIS thinks and speaks, in the modes that keep the microphone open.
    mutating func listenForStopPhrases() {
        guard state.policy.detectionMode.isAutomatic, state.microphone.failure == nil, state.microphone.loan == nil
        else { return }
        openMicrophone()
        emit(.listen(.stopPhrases, state.turn.id, task: .stopPhrase))
    }

    /// Says something outside a question and its answer.
    mutating func announce(_ announcement: Announcement) {
        beginTurn()
        state.phase = .speaking
        state.turn.speech.content = .announcement(rings: announcement.rings)
        state.turn.reply.clauses = [announcement.text]
        state.turn.reply.summary = ReplySummary(skill: nil)
        if announcement.rings { emit(.ring(state.turn.id)) }
        emit(.speak(announcement.text, clause: 0, state.turn.id))
        emit(.finishSpeaking(state.turn.id))
        emit(.startWatchdog(state.turn.id, .speaking, AssistantReducer.Watchdog.speaking))
        listenForStopPhrases()
    }

    /// The user stops JARVIS: what it asked, or was about to ask, is called off as well.
    mutating func dropQuestion() {
        let replies = [state.turn.reply, state.turn.interrupted?.reply]
        let asks = state.expectedFollowUp == .dictation || replies.contains { $0?.summary?.followUp == .dictation }
        if asks { emit(.dropQuestion) }
    }

    /// The question was not answered for long: what is said from now on is not the answer.
    mutating func questionLapsed() {
        guard state.expectedFollowUp == .dictation else { return }
        switch state.phase {
        case .recording, .held, .transcribing:
            // What is being said may still be the answer; if nothing comes of it, the time is over.
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

    /// Ends everything that the current turn has going, keeping what was heard of a reply.
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

    /// Keeps a reply in the history; announcements and empty texts are not kept.
    mutating func keepReply(_ text: String, isCut: Bool) {
        keepQuestion()
        keep(InterruptedReply(state.turn), text, isCut: isCut)
    }

    /// Keeps this much of a reply that may be that of an earlier turn.
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

    /// A banner that is being read stays for another round.
    mutating func bannerExpired(_ id: BannerID) {
        guard let banner = state.banner, banner.id == id else { return }
        if banner.isHeld { emit(.startBannerTimer(id, banner.message)) } else { state.banner = nil }
    }

    /// Letting go of a banner gives it its whole time again.
    mutating func hold(_ id: BannerID, _ isHeld: Bool) {
        guard let banner = state.banner, banner.id == id, banner.isHeld != isHeld else { return }
        state.banner?.isHeld = isHeld
        if !isHeld { emit(.startBannerTimer(id, banner.message)) }
    }
}
