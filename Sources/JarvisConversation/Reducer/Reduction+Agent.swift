// SPDX-License-Identifier: GPL-3.0-or-later
// An agent that takes its time: it may say that it is at work, use tools, and ask before it does something.

import JarvisCore

extension Reduction {
    /// The watchdog counts silence, not work: from here on the agent has its whole time again.
    mutating func agentIsAtWork() {
        guard state.turn.reply.consents.isEmpty else { return }
        switch state.phase {
        case .thinking: emit(.startWatchdog(state.turn.id, .thinking, AssistantReducer.Watchdog.thinking))
        case .speaking where state.turn.reply.awaitsAgent: restartSpeakingWatchdog()
        default: break
        }
    }

    /// Nothing was heard of the agent for too long. Who waits for the user is not late.
    mutating func agentIsSilent() {
        guard state.turn.reply.consents.isEmpty else {
            return emit(.startWatchdog(state.turn.id, state.phase, AssistantReducer.Watchdog.thinking))
        }
        emit(.cancelAsk(state.turn.askedIn))
        failTurn(.timedOut)
    }

    mutating func toolChanged(_ call: ToolCall) {
        state.turn.reply.take(call)
        agentIsAtWork()
        ringDuringWork()
    }

    /// Timers and alarms do not wait for an agent that may work for hours: they ring in between, and are not part of
    /// the reply.
    mutating func ringDuringWork() {
        let reply = state.turn.reply
        let isQuiet = state.phase == .thinking && !reply.isSpoken || state.phase == .speaking && reply.awaitsAgent
        guard isQuiet, reply.isLong, state.turn.speech.content == .reply, state.turn.speech.output != .failed else {
            return
        }
        let due = state.pendingAnnouncements.filter(\.rings)
        guard !due.isEmpty else { return soundDuringWork() }
        state.turn.speech.ringsDuringWork = false
        state.pendingAnnouncements.removeAll(where: \.rings)
        emit(.ringDuringWork(due.map(\.text), state.turn.id))
    }

    mutating func consentRequested(_ request: ConsentRequest) {
        guard state.turn.reply.take(request) else { return }
        // A person may think about it for as long as they like.
        if state.phase == .thinking { emit(.cancelWatchdog) }
        ringDuringWork()
    }

    /// An answer to a question that is no longer open is dropped: its turn is over.
    mutating func answerConsent(_ turn: TurnID, _ id: ConsentID, _ answer: ConsentAnswer) {
        // Agents may use the same identity again in another turn.
        guard turn == state.turn.id, let index = state.turn.reply.consents.firstIndex(where: { $0.id == id }) else {
            return
        }
        state.turn.reply.consents.remove(at: index)
        emit(.answerConsent(state.turn.askedIn, id, answer))
        agentIsAtWork()
    }
}
