// SPDX-License-Identifier: GPL-3.0-or-later
// The state of the conversation: the one source of truth for every view.

public import JarvisCore

/// Something to say outside a question and its answer.
public struct Announcement: Hashable, Sendable {
    public var text: String
    /// True when a chime comes first: something is due.
    public var rings: Bool

    public init(text: String, rings: Bool) {
        self.text = text
        self.rings = rings
    }
}

/// Talk that was heard and not answered: it was not meant for the assistant.
public struct OverheardTalk: Hashable, Sendable {
    /// The turn in which it was heard.
    public var turn: TurnID
    public var text: String

    public init(turn: TurnID, text: String) {
        self.turn = turn
        self.text = text
    }
}

/// What failed and can be tried again.
public enum RetryOffer: Hashable, Sendable {
    /// The listener keeps an utterance, to be recognized as this.
    case utterance(RecognitionTask)
    case question(Question)
}

/// Everything the views draw.
public struct AssistantState: Hashable, Sendable {
    public var phase = ConversationPhase.idle
    /// What the user has chosen, as it is during a call or without one.
    public var policy: ConversationPolicy {
        get { chosenPolicy.during(call) }
        set { chosenPolicy = newValue }
    }
    private var chosenPolicy: ConversationPolicy
    /// Whether the conversation is a call.
    public internal(set) var call = CallPresence.none
    public var turn: Turn
    public var microphone = MicrophoneState()
    public var banner: Banner?
    /// The newest messages within `contextBudget`, oldest first. Only what is durable, or known not to be.
    public var recent: [Message] = []
    /// How much of the conversation the agent takes into account.
    public let contextBudget: ContextBudget
    public var retry: RetryOffer?
    /// What was heard last and was not meant for the assistant, for a moment. Nothing of it is kept.
    public var overheard: OverheardTalk?
    /// The follow-up that the previous reply asked for.
    public var expectedFollowUp = FollowUp.none
    /// The time to answer has ended while something was being said that may be the answer.
    var isAnswerOverdue = false
    /// Announcements that wait until the conversation has a gap.
    public var pendingAnnouncements: [Announcement] = []
    /// What rings now.
    public internal(set) var ringing = Ringing()
    /// Everything that is pending, soonest first; what rings is among it.
    public internal(set) var reminders: [Reminder] = []
    /// True while a window shows the conversation.
    public internal(set) var isAttended = true
    /// True while the screen is locked or another session is in front.
    public internal(set) var isAway = false
    /// True from the moment on in which the computer begins to go to sleep.
    public internal(set) var isAsleep = false
    /// How often a filler was due; chooses the next one.
    public var fillerCount = 0
    /// Counts banners, so that each showing has its own identity.
    public var bannerCount = 0

    /// The wake phrase that is waited for; nil when none is.
    public var awaitedWakePhrase: String? { phase == .listening(for: .wakeWord) ? policy.wakePhrase : nil }

    /// True when the microphone may be open for anything: the user is there, or wants it all the same, and the
    /// computer is awake.
    public var mayHear: Bool { !isAsleep && (!isAway || policy.listensWhileLocked) }

    /// True when listening may begin by itself: without a window only for the wake word, and only where the user wants it;
    /// a call needs none.
    public var mayListen: Bool {
        guard mayHear, call != .held else { return false }
        return isAttended || call == .active || policy.listensInBackground && policy.wakePhrase != nil
    }

    /// True while an utterance that was started like this is recorded.
    public func isRecording(by trigger: RecordingTrigger) -> Bool {
        phase == .recording && turn.utterance.trigger == trigger
    }

    /// True while what is said may be talk among others. A press, the wake word and the answer to a question of the
    /// assistant's leave no doubt.
    public var mayOverhear: Bool {
        policy.talkFilter != .off && turn.utterance.trigger == .voice && !turn.utterance.isCalled
            && expectedFollowUp != .dictation
    }

    public init(
        turn: TurnID, policy: ConversationPolicy = ConversationPolicy(), contextBudget: ContextBudget = .short
    ) {
        self.turn = Turn(id: turn)
        chosenPolicy = policy
        self.contextBudget = contextBudget
    }
}
