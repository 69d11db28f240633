// SPDX-License-Identifier: GPL-3.0-or-later
// The state of the conversation: the one source of truth for every view.

/// What started a recording.
public enum RecordingTrigger: String, Hashable, Sendable, Codable {
    case voice, tap
}

/// Where the conversation stands.
public enum ConversationPhase: Hashable, Sendable {
    case idle
    /// Voice detection is armed, nobody has spoken yet.
    case listening
    case recording(RecordingTrigger)
    /// The user keeps the microphone open.
    case held
    case transcribing
    /// Waiting for the agent.
    case thinking
    case speaking
}

extension ConversationPhase {
    /// The phase in the event log and on the command line.
    public var name: String {
        switch self {
        case .idle: "idle"
        case .listening: "listening"
        case .recording: "recording"
        case .held: "held"
        case .transcribing: "transcribing"
        case .thinking: "thinking"
        case .speaking: "speaking"
        }
    }

    /// True while an utterance is being taken in.
    public var isRecording: Bool {
        switch self {
        case .recording, .held: true
        default: false
        }
    }
}

/// The part of the settings that decides transitions.
public struct ConversationPolicy: Hashable, Sendable {
    public var detectionMode: DetectionMode
    public var speaksReplies: Bool
    public var saysFillers: Bool
    /// Utterances are kept as files; the window says so.
    public var recordsUtterances: Bool
    /// Nothing of the conversation is written; the window says so.
    public var forgetsConversation: Bool
    /// What has to be said before an utterance counts; nil when nothing has.
    public var wakePhrase: String?
    /// In Auto modes, speech of the user interrupts JARVIS.
    public var allowsInterruption: Bool

    public init(
        detectionMode: DetectionMode = .auto, speaksReplies: Bool = true, saysFillers: Bool = false,
        recordsUtterances: Bool = false, forgetsConversation: Bool = false, wakePhrase: String? = nil,
        allowsInterruption: Bool = true
    ) {
        self.detectionMode = detectionMode
        self.speaksReplies = speaksReplies
        self.saysFillers = saysFillers
        self.recordsUtterances = recordsUtterances
        self.forgetsConversation = forgetsConversation
        self.wakePhrase = wakePhrase
        self.allowsInterruption = allowsInterruption
    }

    public init(_ settings: Settings) {
        self.init(
            detectionMode: settings.detectionMode, speaksReplies: settings.speaksReplies,
            saysFillers: settings.speech.saysFillers,
            recordsUtterances: settings.speech.recordsUtterances && !settings.history.isSessionOnly,
            forgetsConversation: settings.history.isSessionOnly,
            wakePhrase: WakeConfiguration(settings.speech)?.phrase,
            // Who has to be called first is interrupted by being called, not by a television.
            allowsInterruption: settings.speech.allowsInterruption && !settings.speech.requiresWakeWord)
    }
}

/// The reply of the current turn, as far as it has come and been heard.
public struct ReplyProgress: Hashable, Sendable {
    public var clauses: [String] = []
    public var heard = HeardPosition(clause: 0, characters: 0)
    public var summary: ReplySummary?
    /// True once a clause has been handed to the speaker: the turn then ends when the sound does, whatever the settings
    /// have become meanwhile.
    public var isSpoken = false

    public init() {}

    /// The whole reply.
    public var text: String { clauses.joined(separator: " ") }

    /// The part that has been heard, ending at the end of a word.
    public var heardText: String {
        let whole = clauses.prefix(heard.clause)
        guard heard.clause < clauses.count else { return whole.joined(separator: " ") }
        let part = String(clauses[heard.clause].prefix(heard.characters))
        return (whole + (part.isEmpty ? [] : [part])).joined(separator: " ")
    }
}

/// What the speaker is playing in a turn.
public enum Speech: Hashable, Sendable {
    /// The answer to a question; what was heard of it is kept.
    case reply
    /// A reminder or a voice preview; nothing of it is kept here.
    case announcement
}

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

/// Where the microphone is muted; the system's word counts first, because unmuting here changes nothing about it.
public enum Muting: Hashable, Sendable {
    case none
    /// In JARVIS.
    case byUser
    /// In the desktop's sound settings.
    case bySystem
}

/// A question that is being answered although its speaker may still go on: it is kept once that is out of question.
public struct OpenQuestion: Hashable, Sendable {
    /// What is to be kept.
    public var draft: MessageDraft
    /// True when the utterance answers a question of a skill.
    public var isFollowUp: Bool
    /// Set when the turn is over but for the wait.
    public var conclusion: FollowUp?

    public init(draft: MessageDraft, isFollowUp: Bool) {
        self.draft = draft
        self.isFollowUp = isFollowUp
    }
}

/// What an utterance comes to that is no question, while its speaker may still go on.
public enum OpenConclusion: Hashable, Sendable {
    case nothingUnderstood
    /// A stop phrase, which may be the beginning of something else: "cancel | the timer".
    case stopped
    case notRecognized(RecognitionFailure)
}

/// Everything the views draw.
public struct AssistantState: Hashable, Sendable {
    public var phase = ConversationPhase.idle
    public var turn: TurnID
    public var policy: ConversationPolicy
    public var isMuted = false
    /// True while the open microphone is muted in the desktop's own sound settings.
    public var isMutedBySystem = false
    public var banner: Banner?
    /// Words recognized so far in the current utterance.
    public var partialTranscript = ""
    /// The finished transcript or typed text of the current turn; empty before there is one.
    public var question = ""
    public var questionSource = MessageSource.voice
    public var reply = ReplyProgress()
    /// The newest messages, oldest first; at most three turns. Only what is durable, or known not to be.
    public var recent: [Message] = []
    /// The text of a failed turn that can be asked again.
    public var retryableQuestion: String?
    /// How that text came in.
    public var retryableSource = MessageSource.voice
    /// The answer that it was to stand beside.
    public var retryableRegenerates: MessageID?
    /// How the utterance that the ears keep for another try is to be recognized; nil when they keep none.
    public var retryableUtterance: RecognitionTask?
    /// True when the question of the current turn was kept before.
    public var asksAgain = false
    /// The answer that the one of the current turn is asked for in place of.
    public var regenerates: MessageID?
    /// What the previous reply asked for.
    public var expectedFollowUp = FollowUp.none
    /// What becomes of the utterance once it is certain that its speaker does not go on.
    public var openConclusion: OpenConclusion?
    /// Why what is being said now cannot be understood; it is taken in all the same, to be tried again.
    public var recognitionFailure: RecognitionFailure?
    /// True while a held press has heard speech.
    public var hasHeardSpeech = false
    /// What started the utterance that is being taken in or transcribed.
    public var utteranceTrigger = RecordingTrigger.voice
    /// True while the microphone is wanted.
    public var isMicrophoneOpen = false
    /// True while something else than the conversation listens, as the lesson of the wake word does.
    public var isMicrophoneLent = false
    /// True when listening goes on once nothing else listens any more.
    public var listensAfterLoan = false
    /// True while listening means waiting for the wake word.
    public var isAwaitingWakeWord = false
    /// The phrase that is waited for; nil when none is.
    public var awaitedWakePhrase: String? { isAwaitingWakeWord ? policy.wakePhrase : nil }
    /// Why the microphone does not work; nil when it does.
    public var microphoneFailure: AudioFailure?
    /// True when listening should go on by itself once the microphone works again.
    public var resumesListening = false
    /// How often a filler was due; chooses the next one.
    public var fillerCount = 0
    /// Fillers of the current turn; while this is positive and no clause has come, one may be heard.
    public var turnFillers = 0
    /// What is being spoken now.
    public var speech = Speech.reply
    /// True while what is spoken is something due.
    public var isRinging = false
    /// True while the reply plays softer because someone may be speaking.
    public var isDucked = false
    /// True when the current turn's sound failed: the rest of the reply is shown only.
    public var isSpeechBroken = false
    /// Announcements that wait until the conversation has a gap.
    public var pendingAnnouncements: [Announcement] = []
    /// True from an end by silence until it is certain that the speaker does not go on.
    public var mayContinue = false
    /// A spoken question while its speaker may still go on.
    public var openQuestion: OpenQuestion?
    /// Counts banners, so that each showing has its own identity.
    public var bannerCount = 0

    /// True while something that has failed can be tried again.
    public var canRetry: Bool { retryableUtterance != nil || retryableQuestion != nil }

    /// Whether the microphone hears, and where it was muted if not.
    public var muting: Muting { isMutedBySystem ? .bySystem : isMuted ? .byUser : .none }

    public init(turn: TurnID, policy: ConversationPolicy = ConversationPolicy()) {
        self.turn = turn
        self.policy = policy
    }
}
