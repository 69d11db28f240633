// SPDX-License-Identifier: GPL-3.0-or-later
// What the agent, the speaker, the watchdogs and the store report.

extension Reduction {
    mutating func takeMind(_ event: AssistantEvent) {
        guard state.phase == .thinking || state.phase == .speaking, state.speech == .reply else { return }
        switch event {
        case .replyClause(_, let text):
            state.reply.clauses.append(text)
            if isSpoken {
                // The clause takes the filler's place in the speaker.
                state.turnFillers = 0
                state.reply.isSpoken = true
                emit(.speak(text, clause: state.reply.clauses.count - 1, state.turn))
            } else {
                endFiller()
            }
        case .replyFinished(_, let summary):
            state.reply.summary = summary
            endFiller()
            if state.reply.isSpoken && !state.isSpeechBroken {
                emit(.finishSpeaking(state.turn))
            } else if state.openQuestion != nil {
                state.openQuestion?.conclusion = summary.followUp
            } else {
                keepReply(state.reply.text, isCut: false)
                conclude(summary.followUp)
            }
        case .replyFailed(_, let failure):
            failTurn(failure)
        default:
            break
        }
    }

    private var isSpoken: Bool { state.policy.speaksReplies && !state.isSpeechBroken }

    mutating func takeMouth(_ event: AssistantEvent) {
        guard state.phase == .thinking || state.phase == .speaking else { return }
        switch event {
        case .playbackStarted:
            if state.phase == .thinking { emit(.feedback(.replyStarted)) }
            state.phase = .speaking
            restartSpeakingWatchdog()
        case .heard(_, let position):
            state.reply.heard = max(state.reply.heard, position)
            if state.phase == .speaking { restartSpeakingWatchdog() }
        case .playbackFinished:
            state.reply.heard = HeardPosition(clause: state.reply.clauses.count, characters: 0)
            keepReply(state.reply.text, isCut: false)
            conclude(state.reply.summary?.followUp ?? .none)
        case .playbackFailed(_, let failure):
            speechFailed(failure.advice)
        case .synthesisFailed(_, let failure):
            speechFailed(failure.advice)
        default:
            break
        }
    }

    private mutating func restartSpeakingWatchdog() {
        emit(.startWatchdog(state.turn, .speaking, AssistantReducer.Watchdog.speaking))
    }

    /// The reply cannot be heard; it is still shown and kept.
    private mutating func speechFailed(_ advice: String) {
        guard !state.isSpeechBroken else { return }
        show(advice, action: .openSettings)
        emit(.stopSpeaking(state.turn))
        state.isSpeechBroken = true
        if let summary = state.reply.summary {
            keepReply(state.reply.text, isCut: false)
            conclude(summary.followUp)
        } else {
            state.phase = .thinking
            emit(.startWatchdog(state.turn, .thinking, AssistantReducer.Watchdog.thinking))
        }
    }

    private mutating func failTurn(_ failure: AgentFailure) {
        endFiller()
        if !state.reply.clauses.isEmpty { emit(.stopSpeaking(state.turn)) }
        keepReply(state.reply.heardText, isCut: true)
        let question = state.question
        let source = state.questionSource
        let regenerates = state.regenerates
        conclude()
        state.retryableQuestion = question
        state.retryableSource = source
        state.retryableRegenerates = regenerates
        show(failure.advice, action: .retry)
    }

    mutating func watchdogExpired(in phase: ConversationPhase) {
        guard state.phase == phase else { return }
        switch phase {
        case .recording:
            transcribe(finishing: true)
        case .held: endFullHold()
        case .transcribing:
            offerUtterance(Banner.recognitionOverdueMessage)
            conclude()
        case .thinking:
            emit(.cancelAsk(state.turn))
            failTurn(.timedOut)
        case .speaking:
            abandonTurn()
            show("The speakers stopped answering. Check the output in Settings.", action: .openSettings)
            conclude()
        case .idle, .listening:
            break
        }
    }

    mutating func takeMemory(_ event: AssistantEvent) {
        switch event {
        case .historyLoaded(let messages):
            state.recent = messages
            trimRecent()
        case .historyCleared:
            state.recent = []
            state.retryableQuestion = nil
            forgetUtterance()
        case .messageSaved(let message):
            remember(message)
        case .saveFailed(let message, let failure):
            remember(message)
            show(failure.advice)
        case .noticed(let text):
            show(text, severity: .notice)
        default:
            break
        }
    }

    private mutating func remember(_ message: Message) {
        guard !state.recent.contains(where: { $0.id == message.id }) else { return }
        state.recent.append(message)
        trimRecent()
    }

    /// Keeps the last three turns.
    private mutating func trimRecent() {
        var turns: [TurnID] = []
        for message in state.recent.reversed() where !turns.contains(message.turn) { turns.append(message.turn) }
        let kept = Set(turns.prefix(3))
        state.recent.removeAll { !kept.contains($0.turn) }
    }
}
