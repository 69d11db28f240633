// SPDX-License-Identifier: GPL-3.0-or-later
// The state of the conversation: the single source of truth for every view.

public import JarvisCore

/// Speech outside of question and answer.
public struct Announcement: Hashable, Sendable {
    public var text: String
    /// True if a chime comes first, because something is due.
    public var rings: Bool

    public init(text: String, rings: Bool) {
        self.text = text
        self.rings = rings
    }
}

/// Speech that was heard but not answered, because it was not meant for the assistant.
public struct OverheardTalk: Hashable, Sendable {
    /// The turn in which it was heard.
    public var turn: TurnID
    public var text: String

    public init(turn: TurnID, text: String) {
        self.turn = turn
        self.text = text
    }
}

/// A failed step that can be retried.
public enum RetryOffer: Hashable, Sendable {
    /// The listener keeps an utterance, to be recognized as this task.
    case utterance(RecognitionTask)
    case question(Question)
}

/// Everything that the views show.
public struct AssistantState: Hashable, Sendable {
    public var phase = ConversationPhase.idle
    /// The user's policy, adapted for a screen reader or a call if there is one.
    public var policy: ConversationPolicy {
        get { (hasScreenReader ? chosenPolicy.besideScreenReader : chosenPolicy).during(call) }
        set { chosenPolicy = newValue }
    }
    private var chosenPolicy: ConversationPolicy
    /// Whether the conversation is a call.
    public internal(set) var call = CallPresence.none
    public var turn: Turn
    public var microphone = MicrophoneState()
    public var banner: Banner?
    /// The newest messages within `contextBudget`, oldest first. Only saved ones, or those known to be unsaved.
    public var recent: [Message] = []
    /// How much of the conversation the agent receives.
    public let contextBudget: ContextBudget
    public var retry: RetryOffer?
    /// The last speech not meant for the assistant, shown briefly. None of it is stored.
    public var overheard: OverheardTalk?
    /// The follow-up that the previous reply asked for.
    public var expectedFollowUp = FollowUp.none
    /// True if the time to answer ran out during speech that may be the answer.
    var isAnswerOverdue = false
    /// Announcements waiting for a gap in the conversation.
    public var pendingAnnouncements: [Announcement] = []
    /// Reminders that are ringing.
    public internal(set) var ringing = Ringing()
    /// All pending reminders, soonest first, including the ringing ones.
    public internal(set) var reminders: [Reminder] = []
    /// True while a window shows the conversation.
    public internal(set) var isAttended = true
    /// True while the screen is locked or another session is active.
    public internal(set) var isAway = false
    /// True while a screen reader reads the desktop aloud.
    public internal(set) var hasScreenReader = false
    /// True from when the computer begins to go to sleep until it wakes.
    public internal(set) var isAsleep = false
    /// Number of fillers so far; selects the next one.
    public var fillerCount = 0
    /// Numbers banners, so each showing has its own identity.
    public var bannerCount = 0

    /// The wake phrase that JARVIS is waiting for; nil if none.
    public var awaitedWakePhrase: String? { phase == .listening(for: .wakeWord) ? policy.wakePhrase : nil }

    /// True if the microphone may be open at all: the user is present, or allows it anyway, and the computer is awake.
    public var mayHear: Bool { !isAsleep && (!isAway || policy.listensWhileLocked) }

    /// True if listening may begin by itself. Without a window that is only for the wake word, if the user wants it; a
    /// call needs no window.
    public var mayListen: Bool {
        guard mayHear, call != .held else { return false }
        return isAttended || call == .active || policy.listensInBackground && policy.wakePhrase != nil
    }

    /// True while recording an utterance started by this trigger.
    public func isRecording(by trigger: RecordingTrigger) -> Bool {
        phase == .recording && turn.utterance.trigger == trigger
    }

    /// True while speech may be conversation among others. A press, the wake word, and the answer to a question from
    /// the assistant are certain.
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
