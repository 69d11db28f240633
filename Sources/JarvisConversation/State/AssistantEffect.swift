// SPDX-License-Identifier: GPL-3.0-or-later
// What the reducer asks the conductor to do. Effects are data; the conductor executes them in order.

public import JarvisCore

/// What listening does with the sound of the microphone.
public enum ListeningMode: Hashable, Sendable {
    /// Wait for speech, then take the utterance until it ends.
    case untilSpeechEnds
    /// Take everything from now on, until the speech that comes has ended.
    case nowUntilSpeechEnds
    /// Take everything from now on, until told to finish.
    case nowUntilFinished
    /// While JARVIS thinks and speaks: stop phrases count, whether someone interrupts, and the wake word where one is
    /// set.
    case stopPhrases
    /// Nothing counts but the wake word.
    case wakeWord
    /// Someone is speaking already: take that from its beginning, moments ago, until it ends.
    case interruption
}

/// One thing to do.
public enum AssistantEffect: Hashable, Sendable {
    /// Opens the microphone if need be and sets what happens to its sound; a running utterance is kept when only the
    /// mode changes within the same turn.
    case listen(ListeningMode, TurnID, task: RecognitionTask)
    /// Ends the utterance now; its transcript follows.
    case finishUtterance(TurnID)
    /// Drops the utterance.
    case discardUtterance(TurnID)
    /// Drops the recognition of the utterance and keeps its sound, in memory only and in the place of one kept before.
    case keepUtterance(TurnID)
    /// Recognizes the utterance that was kept as part of this turn; its transcript follows. It is kept no longer.
    case recognizeAgain(TurnID, task: RecognitionTask)
    /// Forgets the utterance that was kept.
    case forgetUtterance
    case closeMicrophone
    case setMicrophoneMuted(Bool)
    case ask(AgentRequestDraft, TurnID)
    /// Prepares the answer to what may be asked in a moment, and its first sound where it is `aloud`, if that changes
    /// nothing. None of it is told, heard or kept unless exactly this is asked.
    case rehearse(AgentRequestDraft, aloud: Bool, TurnID)
    /// What was prepared is not asked.
    case cancelRehearsal(TurnID)
    case cancelAsk(TurnID)
    /// The question is final: the agent may act on it.
    case settleAsk(TurnID)
    /// The agent's question was called off.
    case dropQuestion
    /// Says the question for a consent, which is not part of the reply; `consentQuestionHeard` follows at its end.
    case askConsent(String, ConsentID, TurnID)
    /// `consentExpired` follows after this time; a timer that runs already is replaced.
    case startConsentTimer(TurnID, ConsentID, round: Int, Duration)
    /// Tells the agent what the user answered.
    case answerConsent(TurnID, ConsentID, ConsentAnswer)
    /// Plays the chime that says that something is due, before the turn's first clause.
    case ring(TurnID)
    case speak(String, clause: Int, TurnID)
    case finishSpeaking(TurnID)
    /// `fillerDue` follows unless the turn is over by then.
    case startFillerTimer(TurnID, Duration)
    /// Says something short while the answer takes its time; the turn's first clause cuts it off.
    case sayFiller(Filler, TurnID)
    /// Ring, and say what is due, while the agent is at work; nothing of it is reported.
    case ringDuringWork([String], TurnID)
    /// Sounds until told to stop, or once.
    /// - Parameter isDuringWork: nothing of it is reported, and the turn's next clause cuts it off.
    case startRinging(RingSignal, TurnID, isDuringWork: Bool)
    /// `ringTimerEnded` follows after this time; a timer that runs already is replaced.
    case startRingTimer(Duration)
    /// Keeps what has become of what rang.
    case settleReminders([String], RingOutcome)
    case stopSpeaking(TurnID)
    /// Plays what is being said at this share of its loudness.
    case setSpeechGain(TurnID, Double)
    case save(MessageDraft)
    case startWatchdog(TurnID, ConversationPhase, Duration)
    case cancelWatchdog
    /// `bannerExpired` follows once the message can have been read.
    case startBannerTimer(BannerID, BannerMessage)
    /// `questionLapsed` follows after this time; a timer that runs already is replaced.
    case startQuestionTimer(Duration)
    /// `overheardExpired` follows once it can have been read; a timer that runs already is replaced.
    case startOverheardTimer(OverheardTalk)
    /// Reports `wakeWindowEnded` after this time; a timer that runs already is replaced.
    case startWakeTimer(TurnID, Duration)
    case feedback(Feedback)
    /// The conversation wants something of the call that it is.
    case requestOfCall(CallRequest)
}

/// The reducer's part of a request; the conductor adds the context.
public struct AgentRequestDraft: Hashable, Sendable {
    public var text: String
    public var source: MessageSource
    /// How certain the recognizer was of the words; nil where they were not heard.
    public var confidence: Double?
    public var isFollowUp: Bool
    /// How choosy the agent is to be with what may not have been meant for it.
    public var talkFilter: TalkFilter
    /// True while the speaker may still go on; `settleAsk` follows then.
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
