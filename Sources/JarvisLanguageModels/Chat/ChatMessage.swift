// SPDX-License-Identifier: GPL-3.0-or-later
// Messages for a language model, independent of any server's format. Pure.

public import JarvisPlatform

/// One message of a conversation with a language model.
public struct ChatMessage: Hashable, Sendable {
    public enum Role: String, Sendable {
        case system, user, assistant
        /// The message contains the result of a tool.
        case tool
    }

    public var role: Role
    public var text: String
    /// The tools that an assistant's message calls.
    public var toolCalls: [ChatToolCall]
    /// The call that a tool's message answers; nil for messages that aren't results.
    public var answered: ChatToolCall?

    public init(_ role: Role, _ text: String, toolCalls: [ChatToolCall] = []) {
        self.role = role
        self.text = text
        self.toolCalls = toolCalls
    }

    /// Creates the message that returns a tool's result to the model.
    public init(resultOf call: ChatToolCall, _ text: String) {
        self.init(.tool, text)
        answered = call
    }
}

/// A model's call of a tool.
public struct ChatToolCall: Hashable, Sendable {
    /// The server's identifier of this call; generated if there is none.
    public var id: String
    public var name: String
    /// The arguments as the model wrote them: a JSON object, unless the model made a mistake.
    public var arguments: String

    public init(id: String, name: String, arguments: String) {
        self.id = id
        self.name = name
        self.arguments = arguments
    }

    /// The arguments by name; nil if they are not a JSON object, or an ambiguous one. Missing arguments count as an
    /// empty object.
    public var values: JSONObject? {
        if arguments.allSatisfy(\.isWhitespace) { return JSONObject() }
        guard let value = try? JSONValue(parsing: Array(arguments.utf8)), !value.repeatsKeys else { return nil }
        if case .null = value { return JSONObject() }
        return value.asObject
    }
}

/// A tool that a model may call.
public struct ChatTool: Hashable, Sendable {
    /// The tool's name: 1 to 64 of `A-Z a-z 0-9 _ -`.
    public var name: String
    /// Describes to the model what the tool does.
    public var summary: String
    /// The JSON schema of its arguments.
    public var parameters: JSONObject

    public init(name: String, summary: String, parameters: JSONObject) {
        self.name = name
        self.summary = summary
        self.parameters = parameters
    }
}

/// A question to a language model, with the conversation so far and the tools that it may call.
public struct ChatRequest: Hashable, Sendable {
    /// The instructions first, then the conversation, oldest message first; the last message is the one to answer.
    public var messages: [ChatMessage]
    public var tools: [ChatTool]

    public init(messages: [ChatMessage], tools: [ChatTool] = []) {
        self.messages = messages
        self.tools = tools
    }
}

/// Options for a model's answers.
public struct ChatOptions: Hashable, Sendable {
    /// From 0 (always the most likely word) to 2; nil for the server's default.
    public var temperature: Double?
    /// The maximum length of an answer, in tokens; nil for the server's default.
    public var maximumTokens: Int?
    /// The size of the model's context in tokens, question and answer together.
    public var contextTokens: Int
    /// How long an unused model stays loaded, such as "5m", or "-1" for ever; nil for the server's default. Ollama
    /// only.
    public var keepAlive: String?

    /// The context size to assume if nothing is known: local servers often have no more.
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

/// The reason why an answer ended.
public enum ChatEnd: Hashable, Sendable {
    case complete
    /// The answer has reached the maximum length.
    case length
    /// The model calls tools, and continues with their results.
    case toolCalls
}

/// A piece of an answer, or a progress report.
public enum ChatUpdate: Hashable, Sendable {
    /// The server is working, or still loading its model, and has sent nothing yet.
    case waiting(isLoading: Bool)
    /// The next piece of the answer's text, never of the model's reasoning.
    case text(String)
    /// The answer's tool calls once they are complete; sent at most once.
    case toolCalls([ChatToolCall])
    /// The end; nothing follows.
    case finished(ChatEnd)
}
