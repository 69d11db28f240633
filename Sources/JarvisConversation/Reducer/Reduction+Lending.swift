// SPDX-License-Identifier: GPL-3.0-or-later
// Lending the microphone: for as long as something else needs it, or for one utterance.

import JarvisCore

extension Reduction {
    /// Lends the microphone or takes it back. The conversation must neither answer speech for something else nor talk
    /// over it.
    mutating func lend(_ isLent: Bool) {
        guard (state.microphone.loan != nil) != isLent else { return }
        if isLent {
            // The conversation may have been told to rest; then it rests afterwards, too.
            let isListening = state.phase != .idle || state.microphone.resumesListening
            state.microphone.loan = MicrophoneLoan(resumesListening: isListening)
            abandonTurn()
            emit(.cancelTimer(.watchdog))
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

    /// Refused while something else has the microphone, or while it is muted.
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

    /// Ends the lent utterance at this point.
    /// - Returns: False if none is lent.
    mutating func finishLentUtterance() -> Bool {
        guard let utterance = state.microphone.loan?.utterance else { return false }
        guard utterance == .recorded else { return true }
        state.microphone.loan?.utterance = .finished
        emit(.feedback(.recordingStopped))
        return true
    }

    /// - Returns: False if none is lent.
    mutating func takeUtteranceBack() -> Bool {
        guard state.microphone.loan?.utterance != nil else { return false }
        lend(false)
        return true
    }
}

extension AssistantState {
    /// The state as shown to the user: an utterance taken for another program still counts as being recorded.
    public var asShown: AssistantState {
        guard phase == .idle, let utterance = microphone.loan?.utterance else { return self }
        var shown = self
        shown.phase = utterance == .recorded ? .recording : .transcribing
        shown.turn.utterance.trigger = .tap
        return shown
    }
}
