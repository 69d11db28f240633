// SPDX-License-Identifier: GPL-3.0-or-later
// What can happen to a call, what is to be done then, and how actions are answered.

/// Names one request for an action, so that it is answered.
public struct ActionToken: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
}

/// What a user or a program can ask for.
public enum CallAction: Hashable, Sendable {
    case start, accept, reject, hold, resume, end
    /// Ring again later; nil: after the usual time.
    case snooze(Duration?)
}

/// Why an action was not done.
public enum CallRefusal: Hashable, Sendable {
    /// There is no call that it could be about.
    case noCall
    case notRinging
    /// Something rings: that has to be answered first.
    case ringing
    case notConnected
    /// Held by this, which ends by itself.
    case interrupted(HoldCause)
    /// In the words of the part that failed.
    case failed(String)
    /// The call ended first.
    case ended
    /// The opposite was asked for meanwhile.
    case overtaken
}

/// How an action was answered. Every action is, once.
public enum CallAnswer: Hashable, Sendable {
    case done
    /// That is how it was before.
    case already
    case refused(CallRefusal)
}

/// How something that rang was answered in another place, or not at all.
public enum RingAnswer: Hashable, Sendable {
    case stopped
    /// nil: for the usual time.
    case snoozed(Duration?)
    case unanswered
}

/// What a call waits for by the clock.
public enum CallTimer: String, Hashable, Sendable {
    /// Microphone and speaker should have been opened by now.
    case connecting
    /// An interruption has lasted too long.
    case interruption
}

/// Everything that can happen.
public enum CallEvent: Hashable, Sendable {
    case requested(CallAction, ActionToken)
    /// These ring from now on.
    case rang([CallReason])
    /// These ring no more.
    case ringSettled([String], RingAnswer)
    /// Microphone and speaker are the call's.
    case audioGranted(CallID)
    /// They cannot be had.
    case audioRefused(CallID, String)
    /// They are open.
    case connected(CallID, step: Int)
    /// They cannot be opened.
    case connectionFailed(CallID, step: Int, String)
    /// The microphone is closed and the speaker silent.
    case holdTaken(CallID, step: Int)
    case holdFailed(CallID, step: Int, String)
    /// Something else needs microphone and speaker, or no longer does.
    case interruptionChanged(HoldCause, Bool)
    /// The user took leave in the conversation.
    case farewellSaid
    case timerEnded(CallID, CallTimer, step: Int)
    /// The program ends.
    case stopped
}

/// What is to be done, in order.
public enum CallEffect: Hashable, Sendable {
    /// `audioGranted` or `audioRefused` follows.
    case claimAudio(CallID)
    case releaseAudio(CallID)
    /// `connected` or `connectionFailed` follows.
    case openAudio(CallID, step: Int)
    /// Close the microphone and silence the speaker; `holdTaken` or `holdFailed` follows.
    case holdAudio(CallID, step: Int)
    /// What rings is answered: nothing of it sounds from now on.
    case answerReminders([String], RingAnswer)
    /// Say why JARVIS called.
    case tell([CallReason])
    case keep(CallRecord)
    /// `timerEnded` follows after this time.
    case startTimer(CallID, CallTimer, step: Int, Duration)
    case answer(ActionToken, CallAnswer)
}
