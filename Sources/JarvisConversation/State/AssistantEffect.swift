// SPDX-License-Identifier: GPL-3.0-or-later
// Effects that the reducer requests from the conductor. They are data, executed in order.

public import JarvisCore

/// How listening treats the microphone's sound.
public enum ListeningMode: Hashable, Sendable {
    /// Wait for speech, then take the utterance until it ends.
    case untilSpeechEnds
    /// Record everything from now on, until the coming speech has ended.
    case nowUntilSpeechEnds
    /// Record everything from now on, until told to finish.
    case nowUntilFinished
    /// While JARVIS thinks and speaks: only stop phrases, interruptions, and the wake word if one is set.
    case stopPhrases
    /// Ignore everything but the wake word.
    case wakeWord
    /// Record speech that is already in progress, from its start moments ago until its end.
    case interruption
}

/// One action for the conductor.
public enum AssistantEffect: Hashable, Sendable {
    /// Opens the microphone if needed and sets the mode; a running utterance continues if only the mode changes within
    /// the same turn.
    case listen(ListeningMode, TurnID, task: RecognitionTask)
    /// Ends the utterance now; its transcript follows.
    case finishUtterance(TurnID)
    /// Drops the utterance.
    case discardUtterance(TurnID)
    /// Stops recognizing the utterance and keeps its sound, in memory only; replaces one kept before.
    case keepUtterance(TurnID)
    /// Recognizes the kept utterance as part of this turn and stops keeping it; its transcript follows.
    case recognizeAgain(TurnID, task: RecognitionTask)
    /// Drops the kept utterance.
    case forgetUtterance
    case closeMicrophone
    case setMicrophoneMuted(Bool)
    case ask(AgentRequestDraft, TurnID)
    /// Prepares the answer to a likely request, and its first sound if `aloud`, as long as that changes nothing. None
    /// of it is shown, played or stored unless the user makes exactly this request.
    case rehearse(AgentRequestDraft, aloud: Bool, TurnID)
    /// The prepared request was not made.
    case cancelRehearsal(TurnID)
    case cancelAsk(TurnID)
    /// The question is final: the agent may act on it.
    case settleAsk(TurnID)
    /// The agent's question has been called off.
    case dropQuestion
    /// Speaks a consent question, which is not part of the reply; `consentQuestionHeard` follows at its end.
    case askConsent(String, ConsentID, TurnID)
    /// Passes the user's answer to the agent.
    case answerConsent(TurnID, ConsentID, ConsentAnswer)
    /// Plays the chime for something due, before the turn's first clause.
    case ring(TurnID)
    case speak(String, clause: Int, TurnID)
    case finishSpeaking(TurnID)
    /// Speaks a short phrase while the answer takes its time; the turn's first clause cuts it off.
    case sayFiller(Filler, TurnID)
    /// Rings and announces the due reminders while the agent is at work; no report follows.
    case ringDuringWork([String], TurnID)
    /// Rings until told to stop, or once.
    /// - Parameter isDuringWork: True if no report follows and the turn's next clause cuts the sound off.
    case startRinging(RingSignal, TurnID, isDuringWork: Bool)
    /// Stores the outcome of reminders that rang.
    case settleReminders([String], RingOutcome)
    case stopSpeaking(TurnID)
    /// Sets the gain of current speech.
    case setSpeechGain(TurnID, Double)
    case save(MessageDraft)
    /// `timerEnded` follows after this time; replaces a running timer of the same kind.
    case startTimer(AssistantTimer, Duration)
    /// Starts the banner's timer. It runs for the time that the message takes to read in the user's language.
    case startBannerTimer(BannerID, BannerMessage)
    case cancelTimer(AssistantTimer.Kind)
    case feedback(Feedback)
    /// Sends a request to the call that this conversation belongs to.
    case requestOfCall(CallRequest)
}

/// The reducer's part of a request; the conductor adds the context.
public struct AgentRequestDraft: Hashable, Sendable {
    public var text: String
    public var source: MessageSource
    /// The recognizer's confidence in the words; nil if they were not spoken.
    public var confidence: Double?
    public var isFollowUp: Bool
    /// How strictly the agent should filter speech that may not be meant for it.
    public var talkFilter: TalkFilter
    /// True if the speaker may still continue, in which case `settleAsk` follows.
    public var isOpen: Bool

    public init(
        text: String, source: MessageSource, confidence: Double? = nil, isFollowUp: Bool,
        talkFilter: TalkFilter = .off, isOpen: Bool = false
    ) {
        self.text = text
        self.source = source
        self.confidence = confidence
        self.isFollowUp = isFollowUp
        self.talkFilter = talkFilter
        self.isOpen = isOpen
    }
}
