// SPDX-License-Identifier: GPL-3.0-or-later
// Whether somebody is there to be listened to: the window that shows the conversation, and the user before it.

import JarvisCore

extension Reduction {
    /// A window shows the conversation, or none does: then what is due is heard, "stop" is listened for, and, where the
    /// user wants it, the wake word.
    mutating func attend(_ isAttended: Bool) {
        guard state.isAttended != isAttended else { return }
        state.isAttended = isAttended
        // A call goes on without a window.
        guard state.call != .active else { return }
        if isAttended {
            listenAgain()
        } else if !(state.phase == .speaking && state.turn.speech.content == .ringing) {
            dropListening()
            listenAgain()
        }
    }

    /// The user goes away or comes back, or the computer sleeps or wakes. What is being said ends there and is answered;
    /// what is due rings all the same.
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
        // The turn goes on to its end, and nothing is listened for after it.
        case .transcribing, .thinking, .speaking: break
        }
    }

    /// The settings let it listen by itself from now on, or no longer.
    mutating func permissionChanged() {
        if state.mayListen { listenAgain() } else if state.phase.isListening { dropListening() }
    }

    /// In Auto modes, where nothing else goes on and listening may begin by itself.
    private mutating func listenAgain() {
        guard state.phase == .idle, state.policy.detectionMode.isAutomatic, state.microphone.loan == nil,
            state.mayListen
        else { return }
        arm()
    }

    private mutating func dropListening() {
        abandonTurn()
        emit(.cancelWatchdog)
        state.expectedFollowUp = .none
        state.microphone.resumesListening = false
        rest()
    }
}
