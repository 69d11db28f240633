// SPDX-License-Identifier: GPL-3.0-or-later
// What is said to a language model, independently of how its server wants it written. Pure.

public import JarvisPlatform

/// One message of a conversation with a language model.
public struct ChatMessage: Hashable, Sendable {
    public enum Role: String, Sendable {
        case system, user, assistant
        /// The result of a tool.
        case tool
    }

    public var role: Role
    public var text: String
    /// Tools that an assistant's message calls.
    public var toolCalls: [ChatToolCall]
    /// The call that a tool's message answers; nil for others.
    public var answered: ChatToolCall?

    public init(_ role: Role, _ text: String, toolCalls: [ChatToolCall] = []) {
        self.role = role
        self.text = text
        self.toolCalls = toolCalls
    }

    /// The result of a tool.
    public init(resultOf call: ChatToolCall, _ text: String) {
        self.init(.tool, text)
        answered = call
    }
}

/// A call of a tool, as a model has asked for it.
public struct ChatToolCall: Hashable, Sendable {
    /// The server's name of this call; made up where it gives none.
    public var id: String
    public var name: String
    /// The arguments as the model wrote them; a JSON object, if the model has made no mistake.
    public var arguments: String

    public init(id: String, name: String, arguments: String) {
        self.id = id
        self.name = name
        self.arguments = arguments
    }

    /// The arguments by name; nil where they are not a JSON object, or one that can be read in two ways. A call without any
    /// is one with none.
    public var values: JSONObject? {
        if arguments.allSatisfy(\.isWhitespace) { return JSONObject() }
        guard let value = try? JSONValue(parsing: Array(arguments.utf8)), !value.repeatsKeys else { return nil }
        if case .null = value { return JSONObject() }
        return value.asObject
    }
}

/// A tool that a model may call.
public struct ChatTool: Hashable, Sendable {
    /// 1 to 64 of `A-Z a-z 0-9 _ -`.
    public var name: String
    /// What it is good for, for the model.
    public var summary: String
    /// The JSON schema of its arguments.
    public var parameters: JSONObject

    public init(name: String, summary: String, parameters: JSONObject) {
        self.name = name
        self.summary = summary
        self.parameters = parameters
    }
}

/// One question to a language model.
public struct ChatRequest: Hashable, Sendable {
    /// The instructions first, then the conversation, oldest message first; the last one is what is to be answered.
    public var messages: [ChatMessage]
    public var tools: [ChatTool]

    public init(messages: [ChatMessage], tools: [ChatTool] = []) {
        self.messages = messages
        self.tools = tools
    }
}

/// How a model answers.
public struct ChatOptions: Hashable, Sendable {
    /// 0 (always the likeliest word) … 2; nil for the server's own.
    public var temperature: Double?
    /// The longest answer, in tokens; nil for the server's own.
    public var maximumTokens: Int?
    /// Tokens of question and answer together that the model can take.
    public var contextTokens: Int
    /// How long an unused model stays loaded, such as "5m", or "-1" for ever; nil for the server's own. Ollama only.
    public var keepAlive: String?

    /// What is assumed where nothing is known: local servers often have no more.
    public static let usualContextTokens = 4096

    public init(
        temperature: Double? = nil, maximumTokens: Int? = nil, contextTokens: Int = usualContextTokens,
        keepAlive: String? = nil
    ) {
        self.temperature = temperature
        self.maximumTokens = maximumTokens
        self.contextTokens = contextTokens
        self.keepAlive = keepAlive
    }
}

/// Why an answer ended.
public enum ChatEnd: Hashable, Sendable {
    case complete
    /// It has reached the longest length.
    case length
    /// It calls tools and goes on with their results.
    case toolCalls
}

/// A piece of an answer, or a report of the work on it.
public enum ChatUpdate: Hashable, Sendable {
    /// The server is at work, or still loading its model, and has not said anything yet.
    case waiting(isLoading: Bool)
    /// More of the answer; never of what the model thinks before it.
    case text(String)
    /// All calls of tools, once they are complete; comes at most once.
    case toolCalls([ChatToolCall])
    /// The end; nothing follows.
    case finished(ChatEnd)
}
