// SPDX-License-Identifier: GPL-3.0-or-later
// What an agent reports while it answers.

/// What should happen once the reply has been heard.
public enum FollowUp: String, Sendable, Codable {
    case none
    /// The next utterance is free text for the same skill.
    case dictation
    /// The conversation is over: do not listen again by itself.
    case endConversation

    /// How long a question waits for its answer: what is said later may be said to anything.
    public static let answerLifetime: Duration = .seconds(180)
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

/// The identity of one call of a tool within a turn.
public struct ToolCallID: Hashable, Sendable, ExpressibleByStringLiteral {
    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(stringLiteral value: String) { self.init(rawValue: value) }
}

/// A tool that the agent uses for its answer, and how far that has come.
public struct ToolCall: Hashable, Sendable {
    public enum Status: Hashable, Sendable {
        case running
        case succeeded
        /// The failure in words.
        case failed(reason: String)
    }

    public var id: ToolCallID
    /// Its work in words: "Search the calendar".
    public var title: String
    public var status: Status
    /// What a tool of a server is called with, and what has come of it; nil for other work.
    public var action: ToolAction?

    public init(id: ToolCallID, title: String, status: Status = .running, action: ToolAction? = nil) {
        self.id = id
        self.title = title
        self.status = status
        self.action = action
    }
}

/// The identity of one question whether something may be done.
public struct ConsentID: Hashable, Sendable, ExpressibleByStringLiteral {
    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(stringLiteral value: String) { self.init(rawValue: value) }
}

/// A question to the user before the agent does something that changes or reveals their things.
public struct ConsentRequest: Hashable, Sendable {
    /// Who may answer "always".
    public enum Always: Hashable, Sendable {
        case notOffered
        /// Only a hand: by a button or a key, for a misheard word must not allow what destroys things.
        case byHand
        case byHandOrVoice
    }

    /// One thing that will be sent, as a name and its value in words.
    public struct Argument: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public var id: ConsentID
    /// What will be done, as one question: "Send the message to Ada?"
    public var question: String
    /// Who does it, and where: "send_message of mail"; may be empty.
    public var subject: String
    /// Everything that will be sent or changed, to be read before answering; may be empty.
    public var arguments: [Argument]
    public var always: Always
    /// An agreement counts until the program ends, and not only once.
    public var grantsUntilEnd: Bool

    public init(
        id: ConsentID, question: String, subject: String = "", arguments: [Argument] = [], always: Always = .notOffered,
        grantsUntilEnd: Bool = false
    ) {
        self.id = id
        self.question = question
        self.subject = subject
        self.arguments = arguments
        self.always = always
        self.grantsUntilEnd = grantsUntilEnd
    }

    /// A question that is not answered for so long is answered with no.
    public static let answerLifetime: Duration = .seconds(20)
}

/// The user's answer to a `ConsentRequest`.
public enum ConsentAnswer: String, Hashable, Sendable {
    /// This once, or as long as the request says.
    case granted
    /// This time and from now on.
    case always
    case denied
    /// The time for an answer is over; nothing is done, as after `denied`.
    case unanswered
}

/// A piece of a reply, or a report of the work on it.
public enum AgentUpdate: Sendable, Equatable {
    /// Another agent may answer. Comes before any clause, tool call or consent; nothing follows.
    case notMine
    /// The words were not meant for the assistant, which only a request with a talk filter can be: no agent is to answer.
    /// Comes before any clause, tool call or consent; nothing follows.
    case notAddressed
    /// The agent is at work although there is nothing to say yet: it has not failed.
    case progress
    /// A speakable clause; clauses joined by spaces are the reply.
    case clause(String)
    /// A tool call has begun or changed; the same identity replaces the earlier report.
    case tool(ToolCall)
    /// The agent waits in `AgentRequest.consents` for the answer to this.
    case consentNeeded(ConsentRequest)
    case finished(ReplySummary)
}
