// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that can happen to the conversation.

public import JarvisCore

/// Why an utterance has ended without being told to. A release, a tap or a failed microphone end one by a command.
public enum SpeechEnding: String, Hashable, Sendable {
    /// The speaker was silent for long enough.
    case pause
    /// There has been no speech since the microphone was opened by hand.
    case nothingSaid
    /// It had reached the longest length; the speaker may not have come to an end.
    case limit
}

/// An intent of the user, a report of an engine, or the clock. Reports carry the turn they belong to; reports of
/// another turn than the current one are dropped.
public enum AssistantEvent: Hashable, Sendable {
    // Intents
    /// The window opened: in Auto modes listening begins.
    case started
    case microphoneTapped
    /// A press on the microphone or the main area has lasted 0.3 s.
    case holdBegan
    case holdEnded
    /// Esc or the stop control: cancel everything that is going on.
    case cancelRequested
    case textSubmitted(String, MessageSource)
    case setMuted(Bool)
    /// Something else than the conversation listens for a while, or no longer does: until then the conversation rests.
    case microphoneLent(Bool)
    /// One utterance is taken for somebody else, or no longer is. A tap ends it, as the user's going does; Esc and muting
    /// take the microphone back.
    case utteranceLent(Bool)
    case policyChanged(ConversationPolicy)
    case bannerDismissed(BannerID)
    /// The pointer or the keyboard has come to the banner, or has left it.
    case bannerHeld(BannerID, Bool)
    case retryRequested
    /// The user lets the agent do what it asked for, or does not.
    case consentAnswered(TurnID, ConsentID, ConsentAnswer)
    /// Ask this question again; its answer is kept beside the answer of this identity.
    case regenerationRequested(String, MessageSource, of: MessageID)
    /// Say this at once (a voice preview, a due reminder); kept in the history when `kind` is given.
    case announcement(String, kind: MessageKind?)
    /// The conversation ends.
    case stopped
    /// A window shows the conversation from now on, or none does.
    case attended(Bool)
    /// The screen was locked or another session is in front; or that is over.
    case awayChanged(Bool)
    /// The computer goes to sleep, or has woken.
    case sleepChanged(Bool)
    /// The conversation is a call from now on, or is held, or is none any more.
    case callChanged(CallPresence)

    // Timers, alarms and reminders
    /// All that are pending.
    case remindersChanged([Reminder])
    /// These ring from now on.
    case remindersDue([RingingReminder])
    /// The user stops what rings; nil: everything.
    case ringStopRequested(String?)
    /// The user puts off what rings (nil: everything) for this time (nil: the usual one).
    case ringSnoozeRequested(String?, Duration?)
    /// These ring no more: they were answered elsewhere, or their time is over.
    case ringEnded([String])
    /// The pause between two rings is over.
    case ringTimerEnded

    // Microphone and recognizer
    /// Sound comes from the microphone from now on, or its stream has been closed.
    case captureChanged(Bool)
    case microphoneFailed(AudioFailure)
    case microphoneRecovered
    case wakeWordHeard(TurnID)
    /// The desktop's sound settings have muted the microphone that is open, or no longer do.
    case microphoneMutedBySystem(Bool)
    case speechStarted(TurnID)
    /// The utterance has ended by itself; `utteranceContinued` or `utteranceSettled` follows.
    case speechEnded(TurnID, SpeechEnding)
    /// Someone may be speaking while JARVIS thinks or speaks.
    case interruptionSuspected(TurnID)
    /// Someone is speaking.
    case interruptionConfirmed(TurnID)
    /// It was a cough, a click, or JARVIS's own voice.
    case interruptionDismissed(TurnID)
    /// The speaker goes on: the utterance had not ended after all, and its transcript is void.
    case utteranceContinued(TurnID)
    /// The speaker did not go on: the end stands.
    case utteranceSettled(TurnID)
    case partialTranscript(TurnID, String)
    /// The speaker pauses: if the utterance ended now, this would be its transcript.
    case utterancePrepared(TurnID, String)
    /// nil: nothing intelligible was said.
    case transcribed(TurnID, Transcript?)
    case recognitionFailed(TurnID, RecognitionFailure)

    // Agent
    case replyClause(TurnID, String)
    case replyFinished(TurnID, ReplySummary)
    case replyFailed(TurnID, AgentFailure)
    /// What was heard was not meant for the assistant.
    case notAddressed(TurnID)
    /// The agent is at work although there is nothing to say yet.
    case replyProgressed(TurnID)
    case toolChanged(TurnID, ToolCall)
    case consentRequested(TurnID, ConsentRequest)
    /// The question for a consent has been said to its end, or cannot be said.
    case consentQuestionHeard(TurnID, ConsentID)

    // Playback
    case playbackStarted(TurnID)
    case heard(TurnID, HeardPosition)
    case playbackFinished(TurnID)
    case playbackFailed(TurnID, AudioFailure)
    case synthesisFailed(TurnID, SynthesisFailure)

    // Clock
    case watchdogExpired(TurnID, ConversationPhase)
    case bannerExpired(BannerID)
    case overheardExpired(OverheardTalk)
    /// A consent was not given in time, counted from this round of asking.
    case consentExpired(TurnID, ConsentID, round: Int)
    /// What JARVIS asked was not answered for long.
    case questionLapsed
    /// The silence has lasted so long that the wake word is needed again.
    case wakeWindowEnded(TurnID)
    /// The answer has taken long enough for a word about it.
    case fillerDue(TurnID)

    // History
    case historyLoaded([Message])
    /// Everything was deleted.
    case historyCleared
    case messageSaved(Message)
    /// The message lives in memory only.
    case saveFailed(Message, StoreFailure)
    /// Something at start-up that the user should know (damaged history or settings).
    case noticed(BannerMessage)
}
