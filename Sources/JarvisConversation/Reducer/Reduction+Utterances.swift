// SPDX-License-Identifier: GPL-3.0-or-later
// An unrecognized utterance is kept for another try, since saying it again is never quite the same.

import JarvisCore

extension Reduction {
    /// Gives up on recognition and offers to retry it with the same sound.
    ///
    /// The newest utterance is kept until something has been understood, or until the user dismisses the banner or
    /// presses Esc. Muting does not affect it: muting applies to later sound, and only the user's own press uses the
    /// kept utterance.
    mutating func offerUtterance(_ message: BannerMessage) {
        emit(.keepUtterance(state.turn.id))
        state.retry = .utterance(task)
        show(message, action: .retry)
    }

    /// Withdraws the retry.
    mutating func forgetRetry() {
        forgetUtterance()
        state.retry = nil
    }

    /// Drops the kept utterance; a failed question is still needed.
    mutating func forgetUtterance() {
        guard case .utterance = state.retry else { return }
        state.retry = nil
        emit(.forgetUtterance)
    }

    /// Removes a banner that offers to retry something no longer kept.
    mutating func dropRetryBanner() {
        if state.banner?.action == .retry { state.banner = nil }
    }

    /// Recognizes the kept utterance in a turn of its own.
    mutating func recognizeAgain(_ task: RecognitionTask) {
        abandonTurn()
        beginTurn()
        state.banner = nil
        state.retry = nil
        expectAnswerAgain(task == .dictation)
        // The user pressed a button for this, so report it if nothing is understood.
        state.turn.utterance.trigger = .tap
        state.phase = .transcribing
        if !state.policy.detectionMode.isAutomatic { closeMicrophone() }
        emit(.recognizeAgain(state.turn.id, task: task))
        emit(.startTimer(.watchdog(state.turn.id, .transcribing), AssistantReducer.Watchdog.transcribing))
    }
}
