// SPDX-License-Identifier: GPL-3.0-or-later
// What an agent reports while it works on an answer.

/// What happens after the reply has been heard.
public enum FollowUp: String, Sendable, Codable {
    case none
    /// The next utterance is free text for the same skill.
    case dictation
    /// The conversation is over: do not start listening again.
    case endConversation

    /// How long a question waits for an answer; later words may be about anything.
    public static let answerLifetime: Duration = .seconds(180)
}

/// How a reply ended.
public struct ReplySummary: Hashable, Sendable {
    /// The skill that answered; nil if none could.
    public var skill: String?
    /// Values that the skill extracted, by slot name, in canonical form ("300" for seconds, "07:30").
    public var values: [String: String]
    public var followUp: FollowUp

    public init(skill: String?, values: [String: String] = [:], followUp: FollowUp = .none) {
        self.skill = skill
        self.values = values
        self.followUp = followUp
    }
}

/// Identifies a tool call within its turn.
public struct ToolCallID: Hashable, Sendable, ExpressibleByStringLiteral {
    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(stringLiteral value: String) { self.init(rawValue: value) }
}

/// One use of a tool by the agent, with its progress.
public struct ToolCall: Hashable, Sendable {
    public enum Status: Hashable, Sendable {
        case running
        case succeeded
        /// The reason in words.
        case failed(reason: String)
    }

    public var id: ToolCallID
    /// What the call does, in words: "Search the calendar".
    public var title: String
    public var status: Status
    /// The arguments and the result of a call to a tool server; nil for other work.
    public var action: ToolAction?

    public init(id: ToolCallID, title: String, status: Status = .running, action: ToolAction? = nil) {
        self.id = id
        self.title = title
        self.status = status
        self.action = action
    }
}

/// Identifies a consent request.
public struct ConsentID: Hashable, Sendable, ExpressibleByStringLiteral {
    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(stringLiteral value: String) { self.init(rawValue: value) }
}

/// A question to the user before the agent changes or reveals anything of theirs.
public struct ConsentRequest: Hashable, Sendable {
    /// How the user may answer "always".
    public enum Always: Hashable, Sendable {
        case notOffered
        /// Only by a button or key, since a misheard word must not permanently allow something destructive.
        case byHand
        case byHandOrVoice
    }

    /// A named value that will be sent.
    public struct Argument: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    public var id: ConsentID
    /// The action as one question: "Send the message to Ada?"
    public var question: String
    /// Which tool of which server acts: "send_message of mail"; may be empty.
    public var subject: String
    /// Everything that will be sent or changed, for review before answering; may be empty.
    public var arguments: [Argument]
    public var always: Always
    /// If true, consent lasts until the program ends instead of counting once.
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

    /// How long a question waits; after that it counts as declined.
    public static let answerLifetime: Duration = .seconds(20)
}

/// The user's answer to a `ConsentRequest`.
public enum ConsentAnswer: String, Hashable, Sendable {
    /// Once, or until the program ends if the request says so.
    case granted
    /// This time and always.
    case always
    case denied
    /// Time ran out; treated like `denied`.
    case unanswered
}

/// A piece of a reply, or a progress report.
public enum AgentUpdate: Sendable, Equatable {
    /// Another agent may answer. Sent before any clause, tool call or consent; nothing follows.
    case notMine
    /// The words were not addressed to the assistant, which is possible only with a talk filter: no agent should
    /// answer. Sent before any clause, tool call or consent; nothing follows.
    case notAddressed
    /// The agent is still working and has nothing to say yet.
    case progress
    /// A clause to speak. The reply is all clauses, joined by spaces.
    case clause(String)
    /// A tool call has started or changed; replaces the earlier report with the same identity.
    case tool(ToolCall)
    /// The agent needs the user's consent, and waits for the answer in `AgentRequest.consents`.
    case consentNeeded(ConsentRequest)
    case finished(ReplySummary)
}
