// SPDX-License-Identifier: GPL-3.0-or-later
// Barge-in: the reply becomes softer when someone may be speaking, ends when someone is, and goes on when nobody was.

extension AssistantReducer {
    /// Loudness of a reply while someone may be speaking: 12 dB down.
    public static let duckedGain = 0.25
}

extension Reduction {
    mutating func takeInterruption(_ event: AssistantEvent) {
        switch event {
        case .interruptionSuspected:
            guard mayBeInterrupted, state.phase == .speaking, !state.isDucked else { return }
            state.isDucked = true
            emit(.setSpeechGain(state.turn, AssistantReducer.duckedGain))
        case .interruptionDismissed:
            unduck()
        case .interruptionConfirmed:
            guard mayBeInterrupted else { return }
            takeTurn()
        default:
            break
        }
    }

    private var mayBeInterrupted: Bool {
        state.policy.allowsInterruption && state.policy.detectionMode.isAutomatic && !state.isMicrophoneLent
            && (state.phase == .speaking || state.phase == .thinking)
    }

    /// Back to full loudness.
    mutating func unduck() {
        guard state.isDucked else { return }
        state.isDucked = false
        if state.phase == .speaking { emit(.setSpeechGain(state.turn, 1)) }
    }

    /// The user speaks; what was heard of the reply is kept, and what is being said becomes the next question.
    private mutating func takeTurn() {
        abandonTurn()
        beginTurn()
        state.phase = .recording(.voice)
        state.utteranceTrigger = .voice
        state.hasHeardSpeech = true
        state.isMicrophoneOpen = true
        emit(.listen(.interruption, state.turn, task: task))
        emit(.feedback(.speechDetected))
        emit(.startWatchdog(state.turn, state.phase, AssistantReducer.Watchdog.recording))
    }
}
