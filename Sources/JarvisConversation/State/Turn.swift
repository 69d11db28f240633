// SPDX-License-Identifier: GPL-3.0-or-later
// One turn of the conversation: what is being said, what was asked, and what is answered. A new turn is a new value.

public import JarvisCore

/// Everything said, asked and answered until the conversation listens again or rests.
public struct Turn: Hashable, Sendable {
    public let id: TurnID
    /// The turn in which the question was asked: this one, or the one before an interruption without words. Messages
    /// and the agent know the turn by it.
    public var askedIn: TurnID
    /// The speech that becomes the question.
    public var utterance = UtteranceProgress()
    /// The question to the agent; nil until there is a transcript or a text.
    public var question: Question?
    /// The question's message while it is not known whether it was meant for the assistant.
    public var unconfirmed: MessageDraft?
    public var reply = ReplyProgress()
    public var speech = TurnSpeech()
    /// The reply that the utterance has cut off, while there are no words in it.
    public var interrupted: InterruptedReply?

    public init(id: TurnID) {
        self.id = id
        askedIn = id
    }
}

/// The utterance that is being heard or transcribed.
public struct UtteranceProgress: Hashable, Sendable {
    /// What started it.
    public var trigger = RecordingTrigger.voice
    public var hasHeardSpeech = false
    /// The wake word was said before it.
    public var isCalled = false
    /// Words recognized so far.
    public var partialTranscript = ""
    /// What would be asked if it ended now, while an answer to that is being prepared.
    public var rehearsed: String?
    /// Why it cannot be understood; it is recorded all the same, to be tried again.
    public var failure: RecognitionFailure?
    /// From an end by silence until it is certain that the speaker does not go on; nil otherwise.
    public var openEnd: OpenEnd?

    public init() {}
}

/// The result of an utterance while its speaker may still go on. Nothing of it is final.
public enum OpenEnd: Hashable, Sendable {
    case untranscribed
    /// It is being answered, and is kept once the end stands.
    case question(OpenQuestion)
    /// It is not a question.
    case conclusion(OpenConclusion)
}

/// A question that is being answered although its speaker may still go on.
public struct OpenQuestion: Hashable, Sendable {
    /// The message to keep.
    public var draft: MessageDraft
    /// True when the utterance answers a question of a skill.
    public var isFollowUp: Bool
    /// True until the agent has answered what it may have overheard.
    public var mayBeOverheard: Bool
    /// Set when the turn is over but for the wait.
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
    /// It was not meant for the assistant.
    case notAddressed
    /// A stop phrase, which may be the beginning of something else: "cancel | the timer".
    case stopped
    case notRecognized(RecognitionFailure)
    /// It was said to what rings.
    case rings(RingCommand)
    /// It ends the call.
    case hangsUp
}

/// The question to the agent in a turn.
public struct Question: Hashable, Sendable {
    public var text: String
    public var source: MessageSource
    /// How certain the recognizer was of the words; nil where they were not heard.
    public var confidence: Double?
    /// True when it was asked and kept before.
    public var isRepeated: Bool
    /// The answer beside which the new one is shown.
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

/// The sound that the speaker plays in a turn, and its state.
public struct TurnSpeech: Hashable, Sendable {
    public var content = SpeechContent.reply
    public var output = SpeechOutput.normal
    /// Fillers so far; while this is positive and no clause has come, one may be heard.
    public var fillers = 0
    /// Something rings between the parts of the reply.
    public var ringsDuringWork = false

    public init() {}
}

/// The kind of speech in a turn.
public enum SpeechContent: Hashable, Sendable {
    /// The answer to a question; what was heard of it is kept.
    case reply
    /// A reminder, which rings, or a voice preview; nothing of it is kept here.
    case announcement(rings: Bool)
    /// What is due rings; see `Ringing`.
    case ringing
}

/// The state of the speaker in a turn.
public enum SpeechOutput: Hashable, Sendable {
    case normal
    /// Softer, because someone may be speaking.
    case ducked
    /// The sound failed: the rest of the reply is shown only.
    case failed
}

/// The reply of the current turn, as far as it has come and been heard.
public struct ReplyProgress: Hashable, Sendable {
    public var clauses: [String] = []
    /// What is being heard; after an interruption without words its clause is heard again.
    public var heard = HeardPosition(clause: 0, characters: 0)
    /// How far it had been heard before it was interrupted for nothing.
    public var heardBefore = HeardPosition(clause: 0, characters: 0)
    /// How often it was interrupted for nothing.
    public var fruitlessInterruptions = 0
    public var summary: ReplySummary?
    /// The tools that the agent used for it, in the order in which it began.
    public var tools: [ToolCall] = []
    /// The consents that the agent waits for, oldest first.
    public var consents: [ConsentRequest] = []
    /// How the first of them is being asked for; nil while none is.
    public internal(set) var consentDialogue: ConsentDialogue?
    /// True once the agent has said that it is at work: from then on the turn has no end that is known.
    public var isLong = false
    /// How many clauses there were when the last one was handed to the speaker.
    public var spokenCount = 0

    public init() {}

    /// The whole reply.
    public var text: String { clauses.joined(separator: " ") }

    /// True once a clause has been handed to the speaker: the turn then ends when the sound does, whatever the settings
    /// have become meanwhile.
    public var isSpoken: Bool { spokenCount > 0 }

    /// True while the agent, rather than the speaker, is what the turn waits for: nothing that can be said is left to be
    /// heard. Marks behind the last word are never reported as heard.
    public var awaitsAgent: Bool {
        guard summary == nil else { return false }
        return !clauses.prefix(spokenCount).enumerated().dropFirst(heard.clause).contains { index, clause in
            clause.dropFirst(index == heard.clause ? heard.characters : 0).contains { $0.isLetter || $0.isNumber }
        }
    }

    /// The part that has been heard, ending at the end of a word.
    public var heardText: String {
        let heard = max(heard, heardBefore)
        let whole = clauses.prefix(heard.clause)
        guard heard.clause < clauses.count else { return whole.joined(separator: " ") }
        let part = String(clauses[heard.clause].prefix(heard.characters))
        return (whole + (part.isEmpty ? [] : [part])).joined(separator: " ")
    }

    /// Back to the beginning of the clause that is being heard, or behind it where nothing of it is left to be heard.
    mutating func rewindToClause() {
        heardBefore = max(heard, heardBefore)
        heard.characters = 0
        guard heardBefore.clause == heard.clause, clauses.indices.contains(heard.clause) else { return }
        let rest = clauses[heard.clause].dropFirst(heardBefore.characters)
        if !rest.contains(where: { $0.isLetter || $0.isNumber }) { heard.clause += 1 }
    }

    /// No more clauses come. Consents that the agent did not wait for are no longer open.
    mutating func finish(_ summary: ReplySummary) {
        self.summary = summary
        consents = []
        consentDialogue = nil
    }

    /// Adds a tool call, or what has become of it.
    mutating func take(_ call: ToolCall) {
        isLong = true
        if let index = tools.firstIndex(where: { $0.id == call.id }) { tools[index] = call } else { tools.append(call) }
    }

    /// The same; true when the call is over by it.
    mutating func takeEnd(of call: ToolCall) -> Bool {
        let before = tools.first { $0.id == call.id }?.status
        take(call)
        return call.status != .running && (before == nil || before == .running)
    }

    /// Adds a consent to wait for; false when it is waited for already.
    @discardableResult mutating func take(_ request: ConsentRequest) -> Bool {
        guard !consents.contains(where: { $0.id == request.id }) else { return false }
        consents.append(request)
        isLong = true
        return true
    }
}
