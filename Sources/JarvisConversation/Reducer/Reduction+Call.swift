// SPDX-License-Identifier: GPL-3.0-or-later
// The conversation becomes a call, is held, or stops being one. `CallReducer` decides who calls and why a call ends.

import JarvisCore

extension Reduction {
    mutating func change(_ call: CallPresence) {
        guard state.call != call else { return }
        if call == .active {
            state.call = call
            guard state.microphone.loan == nil else { return }
            switch state.phase {
            case .idle, .listening:
                abandonTurn()
                conclude(state.expectedFollowUp)
            // The current activity ends first; then the conversation waits for speech.
            case .recording, .held, .transcribing: break
            case .thinking, .speaking: listenForStopPhrases()
            }
            return
        }
        // Speech stays valid when the user leaves or the computer goes to sleep: it is stored, and answered in writing.
        if call == .held, !state.mayHear, state.phase == .transcribing {
            state.call = call
            state.expectedFollowUp = .none
            state.microphone.resumesListening = false
            return closeMicrophone()
        }
        // Speech in progress ends here: a held call must be silent, and after a call no one waits for an answer.
        abandonTurn()
        state.call = call
        emit(.cancelTimer(.watchdog))
        state.expectedFollowUp = .none
        state.microphone.resumesListening = false
        state.phase = .idle
        if call == .none { return conclude() }
        // Close it first: a due reminder may ring in a held call, which must not listen for an answer.
        closeMicrophone()
        rest()
    }

    /// In a held call, only a request to resume opens the microphone.
    /// - Returns: True if it was turned into that request.
    mutating func resumesCall() -> Bool {
        guard state.call == .held else { return false }
        emit(.requestOfCall(.resume))
        return true
    }

    /// True if the words end the call.
    func endsCall(_ text: String) -> Bool { state.call == .active && HangUpPhrases.isHangUp(text) }
}
