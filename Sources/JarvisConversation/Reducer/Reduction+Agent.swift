// SPDX-License-Identifier: GPL-3.0-or-later
// Slow agents, which may report that they are still working, and use tools.

import JarvisCore

extension Reduction {
    /// The watchdog measures silence, not work: restart it.
    mutating func agentIsAtWork() {
        guard state.turn.reply.consents.isEmpty else { return }
        switch state.phase {
        case .thinking: emit(.startTimer(.watchdog(state.turn.id, .thinking), AssistantReducer.Watchdog.thinking))
        case .speaking where state.turn.reply.awaitsAgent: restartSpeakingWatchdog()
        default: break
        }
    }

    /// The agent has been silent for too long. Waiting for the user does not count.
    mutating func agentIsSilent() {
        guard state.turn.reply.consents.isEmpty else {
            return emit(.startTimer(.watchdog(state.turn.id, state.phase), AssistantReducer.Watchdog.thinking))
        }
        emit(.cancelAsk(state.turn.askedIn))
        keepCallsCutOff(state.turn.reply, in: state.turn.askedIn)
        failTurn(.timedOut)
    }

    mutating func toolChanged(_ call: ToolCall) {
        if state.turn.reply.takeEnd(of: call) { keep(call, in: state.turn.askedIn) }
        agentIsAtWork()
        ringDuringWork()
    }

    /// Timers and alarms do not wait for an agent that may work for hours: they ring in between and are not part of the
    /// reply.
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

    /// Stores a tool call with its outcome.
    mutating func keep(_ call: ToolCall, in turn: TurnID) {
        if let action = call.action { emit(.save(MessageDraft(turn: turn, action: action))) }
    }

    /// Stores calls still in progress when the agent is told to stop.
    mutating func keepCallsCutOff(_ reply: ReplyProgress, in turn: TurnID) {
        for call in reply.tools where call.status == .running && call.action?.ground != nil {
            guard var action = call.action else { continue }
            action.failure = "Cancelled. It may still have been done."
            emit(.save(MessageDraft(turn: turn, action: action)))
        }
    }
}
