// SPDX-License-Identifier: GPL-3.0-or-later
// The conversation becomes a call, is held, and is none any more. Who calls, and why it ends, is decided elsewhere.

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
            // What goes on comes to its end first, and speech is waited for then.
            case .recording, .held, .transcribing: break
            case .thinking, .speaking: listenForStopPhrases()
            }
            return
        }
        // Who is gone, or whose computer goes to sleep, has not taken back what was said: it is kept, and answered in
        // writing.
        if call == .held, !state.mayHear, state.phase == .transcribing {
            state.call = call
            state.expectedFollowUp = .none
            state.microphone.resumesListening = false
            return closeMicrophone()
        }
        // What is being said ends here: what is held must be silent, and after a call no one waits for it.
        abandonTurn()
        state.call = call
        emit(.cancelWatchdog)
        state.expectedFollowUp = .none
        state.microphone.resumesListening = false
        state.phase = .idle
        if call == .none { return conclude() }
        // First: what is due may ring in a call that is held, and is not listened for.
        closeMicrophone()
        rest()
    }

    /// Nothing opens the microphone of a call that is held, but to go on with it.
    /// - Returns: true when that was asked for instead.
    mutating func resumesCall() -> Bool {
        guard state.call == .held else { return false }
        emit(.requestOfCall(.resume))
        return true
    }

    /// - Returns: true when the words end the call.
    func endsCall(_ text: String) -> Bool { state.call == .active && HangUpPhrases.isHangUp(text) }
}
