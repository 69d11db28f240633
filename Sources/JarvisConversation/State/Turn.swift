// SPDX-License-Identifier: GPL-3.0-or-later
// One turn of the conversation: the utterance, the question, and the reply. A new turn is a new value.

public import JarvisCore

/// Everything said, asked and answered until the conversation listens again or rests.
public struct Turn: Hashable, Sendable {
    public let id: TurnID
    /// The turn of the question: this one, or the one before an interruption without words. Messages and the agent
    /// refer to this turn.
    public var askedIn: TurnID
    /// The speech that becomes the question.
    public var utterance = UtteranceProgress()
    /// The question for the agent; nil until there is a transcript or a typed text.
    public var question: Question?
    /// The question's message while it is not known whether it was meant for the assistant.
    public var unconfirmed: MessageDraft?
    public var reply = ReplyProgress()
    public var speech = TurnSpeech()
    /// The reply that the utterance interrupted, as long as it has no words.
    public var interrupted: InterruptedReply?

    public init(id: TurnID) {
        self.id = id
        askedIn = id
    }
}

/// The utterance being recorded or transcribed.
public struct UtteranceProgress: Hashable, Sendable {
    public var trigger = RecordingTrigger.voice
    public var hasHeardSpeech = false
    /// True if it followed the wake word.
    public var isCalled = false
    /// Words recognized so far.
    public var partialTranscript = ""
    /// The text that would be asked if it ended now, while its answer is being prepared.
    public var rehearsed: String?
    /// Why recognition failed; recording continues, for a retry.
    public var failure: RecognitionFailure?
    /// Set from an end by silence until the speaker has certainly finished; nil otherwise.
    public var openEnd: OpenEnd?

    public init() {}
}

/// The result of an utterance while its speaker may still continue. Nothing in it is final.
public enum OpenEnd: Hashable, Sendable {
    case untranscribed
    /// It is being answered, and is stored once the end is final.
    case question(OpenQuestion)
    /// It is not a question.
    case conclusion(OpenConclusion)
}

/// A question that is being answered although its speaker may still continue.
public struct OpenQuestion: Hashable, Sendable {
    /// The message to store.
    public var draft: MessageDraft
    /// True if the utterance answers a skill's question.
    public var isFollowUp: Bool
    /// True until the agent has answered speech that may have been meant for others.
    public var mayBeOverheard: Bool
    /// Set if the turn is over except for this wait.
    public var conclusion: FollowUp?

    public init(draft: MessageDraft, isFollowUp: Bool, mayBeOverheard: Bool = false) {
        self.draft = draft
        self.isFollowUp = isFollowUp
        self.mayBeOverheard = mayBeOverheard
    }
}

/// The result of an utterance other than a question.
public enum OpenConclusion: Hashable, Sendable {
    case nothingUnderstood
    /// The speech was not meant for the assistant.
    case notAddressed
    /// A stop phrase, which may be the beginning of something longer: "cancel | the timer".
    case stopped
    case notRecognized(RecognitionFailure)
    /// A command to the ringing reminders.
    case rings(RingCommand)
    /// A request to end the call.
    case hangsUp
}

/// The question to the agent in a turn.
public struct Question: Hashable, Sendable {
    public var text: String
    public var source: MessageSource
    /// The recognizer's confidence in the words; nil if they were not spoken.
    public var confidence: Double?
    /// True if it was asked and stored before.
    public var isRepeated: Bool
    /// The earlier answer that the new one is shown alongside.
    public var regenerates: MessageID?

    public init(
        text: String, source: MessageSource, confidence: Double? = nil, isRepeated: Bool = false,
        regenerates: MessageID? = nil
    ) {
        self.text = text
        self.source = source
        self.confidence = confidence
        self.isRepeated = isRepeated
        self.regenerates = regenerates
    }
}

/// The sound that a turn plays, and its state.
public struct TurnSpeech: Hashable, Sendable {
    public var content = SpeechContent.reply
    public var output = SpeechOutput.normal
    /// Fillers so far; while positive and without a clause, one may be playing.
    public var fillers = 0
    /// True while something rings between the parts of the reply.
    public var ringsDuringWork = false

    public init() {}
}

/// The kind of speech in a turn.
public enum SpeechContent: Hashable, Sendable {
    /// The answer to a question; the part that was heard is stored.
    case reply
    /// A reminder, which rings, or a voice preview; not stored here.
    case announcement(rings: Bool)
    /// Ringing; see `Ringing`.
    case ringing
}

/// The state of the speaker in a turn.
public enum SpeechOutput: Hashable, Sendable {
    case normal
    /// Ducked, because someone may be speaking.
    case ducked
    /// The sound failed: the rest of the reply is only shown.
    case failed
}

/// The current turn's reply, as far as it has arrived and been heard.
public struct ReplyProgress: Hashable, Sendable {
    public var clauses: [String] = []
    /// The playback position; an interruption without words moves it back to the start of its clause.
    public var heard = HeardPosition(clause: 0, characters: 0)
    /// The position before the last interruption without words.
    public var heardBefore = HeardPosition(clause: 0, characters: 0)
    /// The number of interruptions without words.
    public var fruitlessInterruptions = 0
    public var summary: ReplySummary?
    /// Tools used for the reply, in the order in which they started.
    public var tools: [ToolCall] = []
    /// Consents that the agent waits for, oldest first.
    public var consents: [ConsentRequest] = []
    /// How the first of them is being asked; nil if none is.
    public internal(set) var consentDialogue: ConsentDialogue?
    /// True once the agent has reported that it is at work: from then on the turn may take any time.
    public var isLong = false
    /// The number of clauses when the last one was sent to the speaker.
    public var spokenCount = 0

    public init() {}

    /// The whole reply.
    public var text: String { clauses.joined(separator: " ") }

    /// True once a clause has been sent to the speaker: the turn then ends when the sound does, even if the settings
    /// change in the meantime.
    public var isSpoken: Bool { spokenCount > 0 }

    /// True while the turn waits for the agent rather than the speaker: everything that can be spoken has been heard.
    /// Punctuation after the last word is never reported as heard.
    public var awaitsAgent: Bool {
        guard summary == nil else { return false }
        return !clauses.prefix(spokenCount).enumerated().dropFirst(heard.clause).contains { index, clause in
            clause.dropFirst(index == heard.clause ? heard.characters : 0).contains { $0.isLetter || $0.isNumber }
        }
    }

    /// The part that has been heard, up to the end of a word.
    public var heardText: String {
        let heard = max(heard, heardBefore)
        let whole = clauses.prefix(heard.clause)
        guard heard.clause < clauses.count else { return whole.joined(separator: " ") }
        let part = String(clauses[heard.clause].prefix(heard.characters))
        return (whole + (part.isEmpty ? [] : [part])).joined(separator: " ")
    }

    /// Moves back to the beginning of the current clause, or past it if it has been heard completely.
    mutating func rewindToClause() {
        heardBefore = max(heard, heardBefore)
        heard.characters = 0
        guard heardBefore.clause == heard.clause, clauses.indices.contains(heard.clause) else { return }
        let rest = clauses[heard.clause].dropFirst(heardBefore.characters)
        if !rest.contains(where: { $0.isLetter || $0.isNumber }) { heard.clause += 1 }
    }

    /// Completes the reply, and closes consents that the agent did not wait for.
    mutating func finish(_ summary: ReplySummary) {
        self.summary = summary
        consents = []
        consentDialogue = nil
    }

    /// Adds a tool call, or updates it.
    mutating func take(_ call: ToolCall) {
        isLong = true
        if let index = tools.firstIndex(where: { $0.id == call.id }) { tools[index] = call } else { tools.append(call) }
    }

    /// Adds or updates a tool call; true if the update ends the call.
    mutating func takeEnd(of call: ToolCall) -> Bool {
        let before = tools.first { $0.id == call.id }?.status
        take(call)
        return call.status != .running && (before == nil || before == .running)
    }

    /// Adds a consent to wait for; false if it is already there.
    @discardableResult mutating func take(_ request: ConsentRequest) -> Bool {
        guard !consents.contains(where: { $0.id == request.id }) else { return false }
        consents.append(request)
        isLong = true
        return true
    }
}
