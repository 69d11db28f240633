// SPDX-License-Identifier: GPL-3.0-or-later
// Port of the mind: text in, clauses of a reply out.

import Synchronization

/// A request to the agent.
public struct AgentRequest: Sendable {
    public var turn: TurnID
    public var text: String
    public var source: MessageSource
    /// How certain the recognizer was of the words, 0 (a guess) … 1; nil where they were not heard.
    public var confidence: Double?
    /// The latest messages within the agent's budget, oldest first, as heard.
    public var context: [Message]
    /// True when the previous reply asked for free text (a note's words): the text is that answer.
    public var isFollowUp: Bool
    /// How choosy to be with what may not have been meant for the assistant; `off` for what certainly was.
    public var talkFilter: TalkFilter
    /// What may have been meant, but is not certain, is left to the next agent instead of being asked about.
    public var leavesDoubt = false
    /// Whether the text is final; an agent waits for it before it changes anything in the world.
    public var settlement: Settlement
    /// Where the agent waits for what the user answers to its `consentNeeded`.
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

/// Tells when the text of a request is final. A speaker may go on for a moment after the end of the utterance was
/// decided: answers are prepared meanwhile, deeds wait.
public final class Settlement: Sendable {
    private let signal: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation
    private let state: Atomic<Bool>

    public init(isSettled: Bool) {
        (signal, continuation) = AsyncStream.makeStream()
        state = Atomic(isSettled)
        if isSettled { continuation.finish() }
    }

    /// True once the text is final. What was asked and never settled was taken back.
    public var isSettled: Bool { state.load(ordering: .acquiring) }

    /// The text is final. Idempotent.
    public func settle() {
        state.store(true, ordering: .releasing)
        continuation.finish()
    }

    /// Returns once the text is final; one caller at a time.
    /// - Throws: `CancellationError` when the task was cancelled, as it is when the speaker has gone on.
    public func wait() async throws {
        for await _ in signal {}
        try Task.checkCancellation()
    }
}

/// Answers requests.
public protocol Agent: AnyObject, Sendable {
    /// Answers one request; the last update is `finished`, `notMine` where another agent may answer, or `notAddressed`.
    /// Errors are `AgentFailure`. Cancellable by ending the iteration.
    func respond(to request: AgentRequest) -> AsyncThrowingStream<AgentUpdate, any Error>
    /// True for what is addressed to this agent by a name, or answers what it has asked: it is asked before others.
    func isMeant(by request: AgentRequest) async -> Bool
    /// True when the answer changes nothing, reaches no one else and is quick, so that it may be prepared while it is not
    /// certain that the request will be made at all. Its settlement never comes when it is not.
    func canPrepare(_ request: AgentRequest) -> Bool
    /// What the answer to another request will most likely begin with, a clause, found without changing anything; nil where
    /// that is not known.
    func forecast(of request: AgentRequest) async -> String?
    /// The user has called off what the agent asked last: a yes that comes later does not answer it.
    func dropQuestion()
    /// What can be said.
    var commands: [CommandHelp] { get }
    /// Skills that can do nothing at the moment, or only after something else, and why, as a sentence.
    func limitations() async -> [String: String]
    /// How much of the conversation its requests carry.
    var contextBudget: ContextBudget { get }
}

extension Agent {
    public var contextBudget: ContextBudget { .short }
    public func isMeant(by request: AgentRequest) async -> Bool { false }
    public func canPrepare(_ request: AgentRequest) -> Bool { false }
    public func forecast(of request: AgentRequest) async -> String? { nil }
    public func dropQuestion() {}

    public func limitations() async -> [String: String] { [:] }
}
