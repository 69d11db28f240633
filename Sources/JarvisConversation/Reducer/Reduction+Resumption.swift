// SPDX-License-Identifier: GPL-3.0-or-later
// An interruption may be just a slamming door. Until there are words, the reply is neither over nor stored: without any
// it resumes from the clause in which it was cut off; with words it is stored as cut.

import JarvisCore

extension AssistantReducer {
    /// After this many interruptions without words, a reply can't be interrupted any more, because something keeps
    /// making noise. Stop phrases and keys still end it.
    public static let fruitlessInterruptions = 3
}

extension Reduction {
    /// Resumes after an interruption without words; false if none has cut off a reply.
    mutating func resumeReply() -> Bool {
        guard let cut = state.turn.interrupted else { return false }
        state.turn.interrupted = nil
        beginTurn()
        state.turn.askedIn = cut.askedIn
        state.turn.question = cut.question
        state.turn.reply = cut.reply
        state.turn.unconfirmed = cut.unconfirmed
        state.turn.reply.fruitlessInterruptions += 1
        state.turn.reply.rewindToClause()
        state.turn.speech.content = cut.content
        if cut.isSilent { state.turn.speech.output = .failed }
        state.phase = .thinking
        if cut.isOpen { emit(.settleAsk(cut.askedIn)) }
        if let failure = cut.failure {
            failTurn(failure)
        } else {
            goOn()
        }
        return true
    }

    /// Speaks the rest of the reply, and waits for further clauses.
    private mutating func goOn() {
        let reply = state.turn.reply
        let isAnnouncement = state.turn.speech.content != .reply
        let isSpoken = (state.policy.speaksReplies || isAnnouncement) && state.turn.speech.output != .failed
        let rest = isSpoken ? Array(reply.clauses.indices.dropFirst(reply.heard.clause)) : []
        state.turn.reply.spokenCount = rest.isEmpty ? 0 : reply.clauses.count
        if rest.isEmpty, let summary = reply.summary {
            keepReply(reply.text, isCut: false)
            return conclude(summary.followUp)
        }
        for clause in rest { emit(.speak(reply.clauses[clause], clause: clause, state.turn.id)) }
        if reply.summary != nil { emit(.finishSpeaking(state.turn.id)) }
        if !rest.isEmpty {
            state.phase = .speaking
            restartSpeakingWatchdog()
        } else if reply.consents.isEmpty {
            emit(.startTimer(.watchdog(state.turn.id, .thinking), AssistantReducer.Watchdog.thinking))
            if reply.clauses.isEmpty { awaitFiller() }
        } else {
            emit(.cancelTimer(.watchdog))
        }
        listenForStopPhrases()
        askForConsent()
    }

    /// The interruption was real: the reply ends where it was cut off, and is stored that way.
    mutating func endInterruptedReply() {
        guard let cut = state.turn.interrupted else { return }
        state.turn.interrupted = nil
        if cut.isAwaited { emit(.cancelAsk(cut.askedIn)) }
        if let draft = cut.unconfirmed { emit(.save(draft)) }
        if cut.isAwaited { keepCallsCutOff(cut.reply, in: cut.askedIn) }
        keep(cut, cut.reply.heardText, isCut: true)
    }

    /// Handles the agent's reports on a reply that may still resume. Nothing of it plays.
    mutating func reduceInterruptedReply(_ event: AssistantEvent) {
        guard var cut = state.turn.interrupted, cut.askedIn == event.turn, cut.content == .reply else { return }
        switch event {
        case .replyClause(_, let text): cut.reply.clauses.append(text)
        case .replyFinished(_, let summary): cut.reply.finish(summary)
        case .replyFailed(_, let failure): cut.failure = failure
        case .replyProgressed: cut.reply.isLong = true
        case .toolChanged(_, let call): if cut.reply.takeEnd(of: call) { keep(call, in: cut.askedIn) }
        case .consentRequested(_, let request): cut.reply.take(request)
        case .notAddressed: return state.turn.interrupted = nil
        default: return
        }
        state.turn.interrupted = cut
    }
}
