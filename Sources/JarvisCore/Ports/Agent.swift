// SPDX-License-Identifier: GPL-3.0-or-later
// Port to the agent, which answers text with the clauses of a reply.

import Synchronization

/// Who JARVIS is talking to. Only the one who was asked can answer a question.
public enum DialoguePartner: Hashable, Sendable {
    /// The user, by voice or in the window.
    case conversation
    /// The user at a terminal.
    case commandLine
    /// Another program. It cannot answer questions.
    case program
}

/// A request to the agent.
public struct AgentRequest: Sendable {
    public var turn: TurnID
    public var text: String
    public var source: MessageSource
    public var partner = DialoguePartner.conversation
    /// The recognizer's confidence in the words, from 0 (a guess) to 1; nil if they were not spoken.
    public var confidence: Double?
    /// The latest messages within the agent's budget, oldest first, as heard.
    public var context: [Message]
    /// True if the previous reply asked for free text (the words of a note) and this is the answer.
    public var isFollowUp: Bool
    /// How strictly to filter speech that may not be addressed to the assistant; `off` if it certainly is.
    public var talkFilter: TalkFilter
    /// A language model is in use: it gets uncertain requests, which JARVIS would otherwise ask about, and questions
    /// about the world.
    public var hasModel = false
    /// Resolves when the text is final; an agent waits for that before it changes anything.
    public var settlement: Settlement
    /// Delivers the user's answers to the agent's `consentNeeded`.
    public var consents: ConsentAnswers

    public init(
        turn: TurnID, text: String, source: MessageSource, confidence: Double? = nil, context: [Message] = [],
        isFollowUp: Bool = false, talkFilter: TalkFilter = .off,
        settlement: Settlement = Settlement(isSettled: true), consents: ConsentAnswers = ConsentAnswers()
    ) {
        self.turn = turn
        self.text = text
        self.source = source
        self.confidence = confidence
        self.context = context
        self.isFollowUp = isFollowUp
        self.talkFilter = talkFilter
        self.settlement = settlement
        self.consents = consents
    }
}

/// Reports when the text of a request is final. After the detected end of an utterance, the speaker may still continue
/// for a moment: agents may prepare answers in the meantime, but must wait before they act.
public final class Settlement: Sendable {
    private let signal: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation
    private let state: Atomic<Bool>

    public init(isSettled: Bool) {
        (signal, continuation) = AsyncStream.makeStream()
        state = Atomic(isSettled)
        if isSettled { continuation.finish() }
    }

    /// True once the text is final. A withdrawn request is never settled.
    public var isSettled: Bool { state.load(ordering: .acquiring) }

    /// Marks the text as final. Idempotent.
    public func settle() {
        state.store(true, ordering: .releasing)
        continuation.finish()
    }

    /// Returns once the text is final; one caller at a time.
    /// - Throws: `CancellationError` if the task is cancelled, for example because the speaker continued.
    public func wait() async throws {
        for await _ in signal {}
        try Task.checkCancellation()
    }
}

/// Answers requests.
public protocol Agent: AnyObject, Sendable {
    /// Answers one request. The last update is `finished`, `notMine` if another agent may answer, or `notAddressed`.
    /// Errors are `AgentFailure`. Ending the iteration cancels the request.
    func respond(to request: AgentRequest) -> AsyncThrowingStream<AgentUpdate, any Error>
    /// True if the request names this agent or answers its question; this agent then goes before others.
    func isMeant(by request: AgentRequest) async -> Bool
    /// True if the answer changes nothing, reaches no one else and is quick, so it may be prepared before the request
    /// is certain. If the request is never made, `settlement` never resolves.
    func canPrepare(_ request: AgentRequest) -> Bool
    /// The clause with which the answer to a request will most likely begin, found without changing anything; nil if
    /// unknown.
    func forecast(of request: AgentRequest) async -> String?
    /// The user has dismissed the agent's last question, so a later yes must not answer it.
    func dropQuestion()
    /// True while a question to this partner is open.
    func awaitsAnswer(of partner: DialoguePartner) -> Bool
    /// What people can say, for the Commands list.
    var commands: [CommandHelp] { get }
    /// Skills that cannot work right now, or only after another step, each with the reason as a sentence.
    func limitations() async -> [String: String]
    /// How much of the earlier conversation `AgentRequest.context` should hold.
    var contextBudget: ContextBudget { get }
}

extension Agent {
    public var contextBudget: ContextBudget { .short }
    public func isMeant(by request: AgentRequest) async -> Bool { false }
    public func canPrepare(_ request: AgentRequest) -> Bool { false }
    public func forecast(of request: AgentRequest) async -> String? { nil }
    public func dropQuestion() {}
    public func awaitsAnswer(of partner: DialoguePartner) -> Bool { false }

    public func limitations() async -> [String: String] { [:] }
}
