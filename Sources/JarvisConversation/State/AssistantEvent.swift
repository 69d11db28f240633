// SPDX-License-Identifier: GPL-3.0-or-later
// Events of the conversation.

public import JarvisCore

/// Why an utterance ended by itself. A release, a tap or a failed microphone ends one by command instead.
public enum SpeechEnding: String, Hashable, Sendable {
    /// The speaker was silent long enough.
    case pause
    /// No speech since the microphone was opened by hand.
    case nothingSaid
    /// It reached the maximum length; the speaker may not be finished.
    case limit
}

/// A user intent, an engine report, or the clock. Reports carry their turn; those from any turn but the current one are
/// dropped.
public enum AssistantEvent: Hashable, Sendable {
    // Intents
    /// The window opened; in Auto modes listening begins.
    case started
    case microphoneTapped
    /// A press on the microphone or the main area has lasted 0.3 s.
    case holdBegan
    case holdEnded
    /// Esc or the stop control: cancel everything in progress.
    case cancelRequested
    case textSubmitted(String, MessageSource)
    case setMuted(Bool)
    /// Something else starts or stops listening; the conversation rests in between.
    case microphoneLent(Bool)
    /// Another program borrows the microphone for one utterance, or returns it. A tap or the user's absence ends the
    /// utterance; Esc and muting take the microphone back.
    case utteranceLent(Bool)
    case policyChanged(ConversationPolicy)
    case bannerDismissed(BannerID)
    /// The pointer or keyboard focus has entered or left the banner.
    case bannerHeld(BannerID, Bool)
    case retryRequested
    /// The user allows or refuses the agent's request.
    case consentAnswered(TurnID, ConsentID, ConsentAnswer)
    /// Ask this question again; the new answer is stored alongside the given one.
    case regenerationRequested(String, MessageSource, of: MessageID)
    /// Speak this at once (a voice preview, a due reminder); stored in the history if `kind` is given.
    case announcement(String, kind: MessageKind?)
    /// The conversation ends.
    case stopped
    /// A window with the conversation has opened or closed.
    case attended(Bool)
    /// The user is away because the screen was locked or another session became active, or has returned.
    case awayChanged(Bool)
    /// The computer is going to sleep, or has woken.
    case sleepChanged(Bool)
    /// The conversation has become a call, is held, or has stopped being one.
    case callChanged(CallPresence)
    /// A screen reader has started or ended.
    case screenReaderChanged(Bool)

    // Timers, alarms and reminders
    /// All pending reminders.
    case remindersChanged([Reminder])
    /// These reminders start to ring.
    case remindersDue([RingingReminder])
    /// The user stops the ringing reminder with this identity, or all of them if nil.
    case ringStopRequested(String?)
    /// The user snoozes the ringing reminder with this identity (nil: all of them) for this time (nil: the usual one).
    case ringSnoozeRequested(String?, Duration?)
    /// These reminders stop ringing: they were answered elsewhere, or timed out.
    case ringEnded([String])

    // Microphone and recognizer
    /// The microphone's stream has started or closed.
    case captureChanged(Bool)
    case microphoneFailed(AudioFailure)
    case microphoneRecovered
    case wakeWordHeard(TurnID)
    /// The desktop's sound settings have muted or unmuted the open microphone.
    case microphoneMutedBySystem(Bool)
    case speechStarted(TurnID)
    /// The utterance ended by itself; `utteranceContinued` or `utteranceSettled` follows.
    case speechEnded(TurnID, SpeechEnding)
    /// Someone may be speaking while JARVIS thinks or speaks.
    case interruptionSuspected(TurnID)
    /// Someone is speaking.
    case interruptionConfirmed(TurnID)
    /// It was a cough, a click, or JARVIS's own voice.
    case interruptionDismissed(TurnID)
    /// The speaker continues: the utterance had not ended, and its transcript is void.
    case utteranceContinued(TurnID)
    /// The speaker did not continue: the end is final.
    case utteranceSettled(TurnID)
    case partialTranscript(TurnID, String)
    /// The speaker pauses: the text would be the transcript if the utterance ended now.
    case utterancePrepared(TurnID, String)
    /// The final transcript; nil if nothing was intelligible.
    case transcribed(TurnID, Transcript?)
    case recognitionFailed(TurnID, RecognitionFailure)

    // Agent
    case replyClause(TurnID, String)
    case replyFinished(TurnID, ReplySummary)
    case replyFailed(TurnID, AgentFailure)
    /// The speech was not meant for the assistant.
    case notAddressed(TurnID)
    /// The agent is still working and has nothing to say yet.
    case replyProgressed(TurnID)
    case toolChanged(TurnID, ToolCall)
    case consentRequested(TurnID, ConsentRequest)
    /// The consent question has played to its end, or could not be said.
    case consentQuestionHeard(TurnID, ConsentID)

    // Playback
    case playbackStarted(TurnID)
    case heard(TurnID, HeardPosition)
    case playbackFinished(TurnID)
    case playbackFailed(TurnID, AudioFailure)
    case synthesisFailed(TurnID, SynthesisFailure)

    // Clock
    case timerEnded(AssistantTimer)

    // History
    case historyLoaded([Message])
    /// Everything was deleted.
    case historyCleared
    case messageSaved(Message)
    /// The message exists in memory only.
    case saveFailed(Message, StoreFailure)
    /// A problem at start-up that the user should know about (damaged history or settings).
    case noticed(BannerMessage)
}
