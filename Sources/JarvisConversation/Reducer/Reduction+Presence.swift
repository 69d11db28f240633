// SPDX-License-Identifier: GPL-3.0-or-later
// Whether someone is there to listen to: a window with the conversation, and the user in front of it.

import JarvisCore

extension Reduction {
    /// A window with the conversation opens or closes. Without one, due reminders still ring, "stop" still works, and
    /// so does the wake word if the user wants it.
    mutating func attend(_ isAttended: Bool) {
        guard state.isAttended != isAttended else { return }
        state.isAttended = isAttended
        // A call continues without a window.
        guard state.call != .active else { return }
        if isAttended {
            listenAgain()
        } else if !(state.phase == .speaking && state.turn.speech.content == .ringing) {
            dropListening()
            listenAgain()
        }
    }

    /// The user leaves or returns, or the computer sleeps or wakes. Speech in progress ends and is answered; due
    /// reminders ring all the same.
    mutating func change(_ absence: WritableKeyPath<AssistantState, Bool>, to isGone: Bool) {
        guard state[keyPath: absence] != isGone else { return }
        state[keyPath: absence] = isGone
        guard isGone else { return listenAgain() }
        if !state.mayHear { _ = finishLentUtterance() }
        guard !state.mayListen else { return }
        switch state.phase {
        case .listening: dropListening()
        case .recording: transcribe(finishing: true)
        case .held: holdEnded()
        case .idle:
            state.microphone.resumesListening = false
            closeMicrophone()
        // The turn runs to its end; afterwards nothing listens.
        case .transcribing, .thinking, .speaking: break
        }
    }

    /// Starts or stops listening after a settings change that affects whether it may begin by itself.
    mutating func permissionChanged() {
        if state.mayListen { listenAgain() } else if state.phase.isListening { dropListening() }
    }

    /// Starts listening in Auto modes, if nothing else is in progress and listening may begin by itself.
    private mutating func listenAgain() {
        guard state.phase == .idle, state.policy.detectionMode.isAutomatic, state.microphone.loan == nil,
            state.mayListen
        else { return }
        arm()
    }

    private mutating func dropListening() {
        abandonTurn()
        emit(.cancelTimer(.watchdog))
        state.expectedFollowUp = .none
        state.microphone.resumesListening = false
        rest()
    }
}
