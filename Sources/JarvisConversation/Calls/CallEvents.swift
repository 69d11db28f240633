// SPDX-License-Identifier: GPL-3.0-or-later
// Events of a call, their effects, and how actions are answered.

/// Identifies a requested action, so it can be answered.
public struct ActionToken: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
}

/// An action on a call that users and programs can request.
public enum CallAction: Hashable, Sendable {
    case start, accept, reject, hold, resume, end
    /// Rings again later, after the usual time if nil.
    case snooze(Duration?)
}

/// Why an action was refused.
public enum CallRefusal: Hashable, Sendable {
    /// It does not apply to any call.
    case noCall
    case notRinging
    /// Something is ringing and has to be answered first.
    case ringing
    case notConnected
    /// On hold for this cause, which ends by itself.
    case interrupted(HoldCause)
    /// As reported by the part that failed.
    case failed(String)
    /// The call ended first.
    case ended
    /// The opposite was requested in the meantime.
    case overtaken
}

/// The answer to an action. Every action gets exactly one.
public enum CallAnswer: Hashable, Sendable {
    case done
    /// The call was in that state already.
    case already
    case refused(CallRefusal)
}

/// How the user answered a ringing reminder, if at all.
public enum RingAnswer: Hashable, Sendable {
    case stopped
    /// Rings again after this time, or after the usual time if nil.
    case snoozed(Duration?)
    case unanswered
}

/// A deadline of a call.
public enum CallTimer: String, Hashable, Sendable {
    /// The microphone and speaker should be open by now.
    case connecting
    /// An interruption has lasted too long.
    case interruption
}

/// Events of a call.
public enum CallEvent: Hashable, Sendable {
    case requested(CallAction, ActionToken)
    /// These reminders start to ring.
    case rang([CallReason])
    /// These reminders stop ringing.
    case ringSettled([String], RingAnswer)
    /// The call now has the microphone and speaker.
    case audioGranted(CallID)
    /// The microphone and speaker are not available.
    case audioRefused(CallID, String)
    /// The microphone and speaker are open.
    case connected(CallID, step: Int)
    /// The microphone or speaker failed to open.
    case connectionFailed(CallID, step: Int, String)
    /// The microphone is closed and the speaker silent.
    case holdTaken(CallID, step: Int)
    case holdFailed(CallID, step: Int, String)
    /// Something else starts or stops needing the microphone and speaker.
    case interruptionChanged(HoldCause, Bool)
    /// The user said goodbye in the conversation.
    case farewellSaid
    case timerEnded(CallID, CallTimer, step: Int)
    /// The program is quitting.
    case stopped
}

/// Effects of an event, in order.
public enum CallEffect: Hashable, Sendable {
    /// Request the microphone and speaker; `audioGranted` or `audioRefused` follows.
    case claimAudio(CallID)
    case releaseAudio(CallID)
    /// Open them; `connected` or `connectionFailed` follows.
    case openAudio(CallID, step: Int)
    /// Close the microphone and silence the speaker; `holdTaken` or `holdFailed` follows.
    case holdAudio(CallID, step: Int)
    /// Answer these reminders and silence them.
    case answerReminders([String], RingAnswer)
    /// Say why JARVIS called.
    case tell([CallReason])
    case keep(CallRecord)
    /// Start a timer; `timerEnded` follows after this time.
    case startTimer(CallID, CallTimer, step: Int, Duration)
    case answer(ActionToken, CallAnswer)
}
