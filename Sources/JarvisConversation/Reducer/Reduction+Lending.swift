// SPDX-License-Identifier: GPL-3.0-or-later
// The microphone in other hands: for as long as something else needs it, or for one utterance.

import JarvisCore

extension Reduction {
    /// What is said to something else must neither be taken for a question nor be talked over.
    mutating func lend(_ isLent: Bool) {
        guard (state.microphone.loan != nil) != isLent else { return }
        if isLent {
            // Somebody may have told the conversation to rest; then it does so afterwards, too.
            let isListening = state.phase != .idle || state.microphone.resumesListening
            state.microphone.loan = MicrophoneLoan(resumesListening: isListening)
            abandonTurn()
            emit(.cancelWatchdog)
            state.microphone.resumesListening = false
            rest()
        } else {
            let resumesListening = state.microphone.loan?.resumesListening == true
            state.microphone.loan = nil
            let isDue = !state.pendingAnnouncements.isEmpty || !state.ringing.isEmpty
            guard state.phase == .idle, resumesListening || isDue else { return }
            conclude(state.expectedFollowUp)
        }
    }

    /// Nothing is lent while something else has it, and a muted microphone hears no one.
    mutating func lendUtterance(_ isLent: Bool) {
        guard isLent else {
            _ = takeUtteranceBack()
            return
        }
        guard state.microphone.loan == nil, state.microphone.muting == .none else { return }
        lend(true)
        state.microphone.loan?.utterance = .recorded
        state.banner = nil
        emit(.feedback(.recordingStarted))
    }

    /// What was said of it counts, and no more is taken.
    /// - Returns: false where none is lent.
    mutating func finishLentUtterance() -> Bool {
        guard let utterance = state.microphone.loan?.utterance else { return false }
        guard utterance == .recorded else { return true }
        state.microphone.loan?.utterance = .finished
        emit(.feedback(.recordingStopped))
        return true
    }

    /// - Returns: false where none is lent.
    mutating func takeUtteranceBack() -> Bool {
        guard state.microphone.loan?.utterance != nil else { return false }
        lend(false)
        return true
    }
}

extension AssistantState {
    /// As it looks to the user: an utterance that is taken for somebody else is being recorded all the same.
    public var asShown: AssistantState {
        guard phase == .idle, let utterance = microphone.loan?.utterance else { return self }
        var shown = self
        shown.phase = utterance == .recorded ? .recording : .transcribing
        shown.turn.utterance.trigger = .tap
        return shown
    }
}
