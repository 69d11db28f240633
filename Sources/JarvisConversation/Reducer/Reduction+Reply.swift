// SPDX-License-Identifier: GPL-3.0-or-later
// Reports of the agent, the speaker, the watchdogs and the store.

import JarvisCore

extension Reduction {
    mutating func reduceAgent(_ event: AssistantEvent) {
        guard state.phase == .thinking || state.phase == .speaking, state.turn.speech.content == .reply else { return }
        if case .notAddressed = event { return notAddressed() }
        confirmQuestion()
        switch event {
        case .replyClause(_, let text):
            let wasAwaited = state.phase == .speaking && state.turn.reply.awaitsAgent
            state.turn.reply.clauses.append(text)
            agentIsAtWork()
            if isSpoken {
                // The clause replaces the filler in the speaker.
                state.turn.speech.fillers = 0
                state.turn.speech.ringsDuringWork = false
                state.turn.reply.spokenCount = state.turn.reply.clauses.count
                // From here on the turn waits for the speaker.
                if wasAwaited { restartSpeakingWatchdog() }
                emit(.speak(text, clause: state.turn.reply.clauses.count - 1, state.turn.id))
            } else {
                endFiller()
            }
        case .replyFinished(_, let summary):
            let hadConsents = !state.turn.reply.consents.isEmpty
            state.turn.reply.finish(summary)
            if hadConsents {
                if state.phase == .speaking { restartSpeakingWatchdog() } else { agentIsAtWork() }
            }
            endFiller()
            if state.turn.reply.isSpoken && state.turn.speech.output != .failed {
                emit(.finishSpeaking(state.turn.id))
            } else if case .question(var question) = state.turn.utterance.openEnd {
                question.conclusion = summary.followUp
                state.turn.utterance.openEnd = .question(question)
            } else {
                keepReply(state.turn.reply.text, isCut: false)
                conclude(summary.followUp)
            }
        case .replyFailed(_, let failure):
            failTurn(failure)
        case .replyProgressed:
            state.turn.reply.isLong = true
            agentIsAtWork()
            ringDuringWork()
        case .toolChanged(_, let call): toolChanged(call)
        case .consentRequested(_, let request): consentRequested(request)
        default:
            break
        }
    }

    private var isSpoken: Bool { state.policy.speaksReplies && state.turn.speech.output != .failed }

    mutating func reducePlayback(_ event: AssistantEvent) {
        guard state.phase == .thinking || state.phase == .speaking else { return }
        switch event {
        case .playbackStarted:
            if state.phase == .thinking { emit(.feedback(.replyStarted)) }
            state.phase = .speaking
            restartSpeakingWatchdog()
        case .heard(_, let position):
            state.turn.reply.heard = max(state.turn.reply.heard, position)
            if state.phase == .speaking { restartSpeakingWatchdog() }
            ringDuringWork()
            askForConsent()
        case .playbackFinished where state.turn.speech.content == .ringing: ringWasHeard()
        case .playbackFinished:
            state.turn.reply.heard = HeardPosition(clause: state.turn.reply.clauses.count, characters: 0)
            keepReply(state.turn.reply.text, isCut: false)
            conclude(state.turn.reply.summary?.followUp ?? .none)
        case .playbackFailed(_, let failure):
            speechFailed(.audio(failure))
        case .synthesisFailed(_, let failure):
            speechFailed(.synthesis(failure))
        default:
            break
        }
    }

    mutating func restartSpeakingWatchdog() {
        let patience =
            state.turn.reply.awaitsAgent ? AssistantReducer.Watchdog.thinking : AssistantReducer.Watchdog.speaking
        emit(.startTimer(.watchdog(state.turn.id, .speaking), patience))
    }

    /// The reply cannot be heard; it is still shown and stored.
    private mutating func speechFailed(_ message: BannerMessage) {
        guard state.turn.speech.output != .failed else { return }
        if state.turn.speech.content == .ringing { return ringFailed(message) }
        show(message, action: .openSettings)
        emit(.stopSpeaking(state.turn.id))
        state.turn.speech.output = .failed
        if let summary = state.turn.reply.summary {
            keepReply(state.turn.reply.text, isCut: false)
            conclude(summary.followUp)
        } else {
            state.phase = .thinking
            emit(.startTimer(.watchdog(state.turn.id, .thinking), AssistantReducer.Watchdog.thinking))
            askForConsent()
        }
    }

    mutating func failTurn(_ failure: AgentFailure) {
        endFiller()
        if !state.turn.reply.clauses.isEmpty { emit(.stopSpeaking(state.turn.id)) }
        keepReply(state.turn.reply.heardText, isCut: true)
        let question = state.turn.question
        conclude()
        state.retry = question.map { .question($0) }
        show(.agent(failure), action: .retry)
    }

    mutating func watchdogExpired(in phase: ConversationPhase) {
        guard state.phase == phase else { return }
        switch phase {
        case .recording:
            transcribe(finishing: true)
        case .held: endFullHold()
        case .transcribing:
            offerUtterance(.recognitionOverdue)
            conclude()
        case .thinking: agentIsSilent()
        case .speaking where state.turn.reply.awaitsAgent: agentIsSilent()
        case .speaking where state.turn.speech.content == .ringing: ringFailed(.speakersStopped)
        case .speaking:
            abandonTurn()
            show(.speakersStopped, action: .openSettings)
            conclude()
        case .idle, .listening:
            break
        }
    }

    mutating func reduceHistory(_ event: AssistantEvent) {
        switch event {
        case .historyLoaded(let messages):
            state.recent = state.contextBudget.fitting(messages)
        case .historyCleared:
            state.recent = []
            forgetRetry()
        case .messageSaved(let message):
            remember(message)
        case .saveFailed(let message, let failure):
            remember(message)
            show(.store(failure))
        case .noticed(let message):
            show(message, severity: .notice)
        default:
            break
        }
    }

    private mutating func remember(_ message: Message) {
        guard !state.recent.contains(where: { $0.id == message.id }) else { return }
        state.recent = state.contextBudget.fitting(state.recent + [message])
    }
}
