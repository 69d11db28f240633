// SPDX-License-Identifier: GPL-3.0-or-later
// Barge-in: the reply ducks when someone may be speaking, ends when someone is, and resumes after a false alarm.

import JarvisCore

extension AssistantReducer {
    /// Gain of a reply while someone may be speaking: −12 dB.
    public static let duckedGain = 0.25
}

extension Reduction {
    mutating func reduceInterruption(_ event: AssistantEvent) {
        if state.turn.speech.content == .ringing { return softenRinging(event) }
        switch event {
        case .interruptionSuspected:
            guard mayBeInterrupted, state.phase == .speaking, state.turn.speech.output == .normal else { return }
            state.turn.speech.output = .ducked
            emit(.setSpeechGain(state.turn.id, AssistantReducer.duckedGain))
        case .interruptionDismissed:
            unduck()
        case .interruptionConfirmed:
            guard mayBeInterrupted else { return }
            // The user has interrupted the consent question without hearing all of it.
            refuseConsents()
            takeTurn()
        default:
            break
        }
    }

    private var mayBeInterrupted: Bool {
        state.turn.reply.fruitlessInterruptions < AssistantReducer.fruitlessInterruptions
            && state.policy.allowsInterruption && state.policy.detectionMode.isAutomatic && state.microphone.loan == nil
            && (state.phase == .speaking || state.phase == .thinking)
    }

    /// Restores full loudness.
    mutating func unduck() {
        guard state.turn.speech.output == .ducked else { return }
        state.turn.speech.output = .normal
        if state.phase == .speaking { emit(.setSpeechGain(state.turn.id, 1)) }
    }

    /// Someone is speaking, perhaps the next question; the reply stays silent until that is known.
    private mutating func takeTurn() {
        let cut = InterruptedReply(state.turn)
        if state.phase == .speaking || !state.turn.reply.clauses.isEmpty { emit(.stopSpeaking(state.turn.id)) }
        if state.phase == .speaking { emit(.feedback(.interrupted)) } else { endFiller() }
        if cut.unconfirmed != nil {
            state.turn.unconfirmed = nil
            state.turn.utterance.openEnd = nil
        }
        beginTurn()
        state.turn.interrupted = cut
        state.phase = .recording
        state.turn.utterance.trigger = .voice
        state.turn.utterance.hasHeardSpeech = true
        openMicrophone()
        emit(.listen(.interruption, state.turn.id, task: task))
        emit(.feedback(.speechDetected))
        emit(.startTimer(.watchdog(state.turn.id, state.phase), AssistantReducer.Watchdog.recording))
    }
}
