// SPDX-License-Identifier: GPL-3.0-or-later
// Port of the mind: text in, clauses of a reply out.

/// What the agent is asked.
public struct AgentRequest: Sendable {
    public var turn: TurnID
    public var text: String
    public var source: MessageSource
    /// The latest messages, oldest first, as heard.
    public var context: [Message]
    /// True when the previous reply asked for free text (a note's words): the text is that answer.
    public var isFollowUp: Bool
    /// Whether the text is final; an agent waits for it before it changes anything in the world.
    public var settlement: Settlement

    public init(
        turn: TurnID, text: String, source: MessageSource, context: [Message] = [], isFollowUp: Bool = false,
        settlement: Settlement = Settlement(isSettled: true)
    ) {
        self.turn = turn
        self.text = text
        self.source = source
        self.context = context
        self.isFollowUp = isFollowUp
        self.settlement = settlement
    }
}

/// Tells when the text of a request is final. A speaker may go on for a moment after the end of the utterance was
/// decided: answers are prepared meanwhile, deeds wait.
public final class Settlement: Sendable {
    private let signal: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    public init(isSettled: Bool) {
        (signal, continuation) = AsyncStream.makeStream()
        if isSettled { continuation.finish() }
    }

    /// The text is final. Idempotent.
    public func settle() { continuation.finish() }

    /// Returns once the text is final; one caller at a time.
    /// - Throws: `CancellationError` when the task was cancelled, as it is when the speaker has gone on.
    public func wait() async throws {
        for await _ in signal {}
        try Task.checkCancellation()
    }
}

/// What should happen once the reply has been heard.
public enum FollowUp: String, Sendable, Codable {
    case none
    /// The next utterance is free text for the same skill.
    case dictation
    /// The conversation is over: do not listen again by itself.
    case endConversation
}

/// How a reply ended.
public struct ReplySummary: Hashable, Sendable {
    /// The skill that answered; nil when none could.
    public var skill: String?
    /// Values the skill understood, by slot name, in canonical form ("300" seconds, "07:30").
    public var values: [String: String]
    public var followUp: FollowUp

    public init(skill: String?, values: [String: String] = [:], followUp: FollowUp = .none) {
        self.skill = skill
        self.values = values
        self.followUp = followUp
    }
}

/// A piece of a reply.
public enum AgentUpdate: Sendable, Equatable {
    /// A speakable clause; clauses joined by spaces are the reply.
    case clause(String)
    case finished(ReplySummary)
}

/// Something that can be said, for the Commands list.
public struct CommandHelp: Hashable, Sendable, Codable {
    public var skill: String
    /// "Timers and alarms"
    public var title: String
    /// "Set, list and cancel timers and alarms."
    public var summary: String
    /// Phrases that work as they stand; the first is run by a click.
    public var examples: [String]
    /// Freedesktop symbolic icon name.
    public var icon: String

    public init(skill: String, title: String, summary: String, examples: [String], icon: String) {
        self.skill = skill
        self.title = title
        self.summary = summary
        self.examples = examples
        self.icon = icon
    }
}

/// Answers requests.
public protocol Agent: AnyObject, Sendable {
    /// Answers one request; the last update is `finished`. Errors are `AgentFailure`. Cancellable by ending the
    /// iteration.
    func respond(to request: AgentRequest) -> AsyncThrowingStream<AgentUpdate, any Error>
    /// What can be said.
    var commands: [CommandHelp] { get }
}
