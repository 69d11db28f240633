// SPDX-License-Identifier: GPL-3.0-or-later
// The wake word: when JARVIS waits for it, what it starts, and when it is needed again.

import JarvisCore

extension Reduction {
    /// No one has spoken since the wake word or the reply: from now on the wake word is needed.
    mutating func wakeWindowEnded() {
        guard state.phase == .listening(for: .speech) else { return }
        // Something fell due while waiting for the user.
        let isDue = !state.pendingAnnouncements.isEmpty || !state.ringing.isEmpty && !state.ringing.isPaused
        if isDue { abandonTurn() }
        guard state.mayListen || isDue else {
            abandonTurn()
            return rest()
        }
        if !announcePending() && !ring() { awaitSpeech(for: nil) }
    }

    /// Waits for speech in the current turn, or first for the wake word if one is set and `window` doesn't waive it.
    mutating func awaitSpeech(for window: Duration?) {
        let needsWakeWord = state.policy.wakePhrase != nil
        let target: ListeningTarget = needsWakeWord && window == nil ? .wakeWord : .speech
        state.phase = .listening(for: target)
        if target == .wakeWord { state.turn.utterance.isCalled = false }
        emit(.listen(target == .wakeWord ? .wakeWord : .untilSpeechEnds, state.turn.id, task: task))
        if needsWakeWord, let window { emit(.startTimer(.wakeWindow(state.turn.id), window)) }
    }

    /// How long the conversation may continue without the wake word after this turn; nil if there was none.
    var followUpWindow: Duration? {
        switch state.phase {
        case .thinking, .speaking:
            state.expectedFollowUp == .dictation
                ? AssistantReducer.WakeWindow.dictation : AssistantReducer.WakeWindow.followUp
        default: nil
        }
    }

    mutating func wakeWordHeard() {
        guard let phrase = state.policy.wakePhrase, state.microphone.loan == nil else { return }
        switch state.phase {
        case .listening(for: .wakeWord) where state.microphone.isMuted:
            return awaitSpeech(for: nil)
        case .thinking where state.microphone.isMuted, .speaking where state.microphone.isMuted:
            return listenForStopPhrases()
        case .listening(for: .wakeWord):
            break
        case .speaking where isSayingItself(phrase):
            // JARVIS's own voice: keep waiting for the user's.
            return listenForStopPhrases()
        case .thinking, .speaking:
            abandonTurn()
            emit(.cancelTimer(.watchdog))
            state.expectedFollowUp = .none
            beginTurn()
            openMicrophone()
        default:
            return
        }
        state.turn.utterance.isCalled = true
        emit(.feedback(.wakeWordHeard))
        awaitSpeech(for: AssistantReducer.WakeWindow.called)
    }

    /// True if the user is hearing the phrase from JARVIS right now, or just did.
    private func isSayingItself(_ phrase: String) -> Bool {
        OwnWords.mention(phrase, in: state.turn.reply.clauses, near: state.turn.reply.heard)
    }
}
