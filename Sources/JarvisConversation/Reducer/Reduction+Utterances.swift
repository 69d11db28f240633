// SPDX-License-Identifier: GPL-3.0-or-later
// An utterance that was not recognized: it is kept for another try, since saying it again is never quite the same.

import JarvisCore

extension Reduction {
    /// Gives the recognition up and offers to try it again with the same sound.
    ///
    /// The newest utterance is kept until something has been understood, or the user is done with it (the banner is
    /// dismissed, Esc). Muting leaves it alone: that is about what the microphone hears from then on, this was said
    /// before, and only the user's own press makes anything of it.
    mutating func offerUtterance(_ message: BannerMessage) {
        emit(.keepUtterance(state.turn.id))
        state.retry = .utterance(task)
        show(message, action: .retry)
    }

    /// Nothing can be tried again from now on.
    mutating func forgetRetry() {
        forgetUtterance()
        state.retry = nil
    }

    /// The utterance that was kept is no longer needed; a question that failed still is.
    mutating func forgetUtterance() {
        guard case .utterance = state.retry else { return }
        state.retry = nil
        emit(.forgetUtterance)
    }

    /// Takes a banner away that offers to try again what is no longer there.
    mutating func dropRetryBanner() {
        if state.banner?.action == .retry { state.banner = nil }
    }

    /// Recognizes what was kept, in a turn of its own.
    mutating func recognizeAgain(_ task: RecognitionTask) {
        abandonTurn()
        beginTurn()
        state.banner = nil
        state.retry = nil
        expectAnswerAgain(task == .dictation)
        // Somebody has asked for it: when nothing is understood, that is said.
        state.turn.utterance.trigger = .tap
        state.phase = .transcribing
        if !state.policy.detectionMode.isAutomatic { closeMicrophone() }
        emit(.recognizeAgain(state.turn.id, task: task))
        emit(.startWatchdog(state.turn.id, .transcribing, AssistantReducer.Watchdog.transcribing))
    }
}
