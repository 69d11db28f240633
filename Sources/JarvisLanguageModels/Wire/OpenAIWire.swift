// SPDX-License-Identifier: GPL-3.0-or-later
// Chat completions as defined by OpenAI and supported by many servers: `POST /v1/chat/completions`. Pure.

import JarvisCore
import JarvisNetwork
import JarvisPlatform

enum OpenAIWire {
    static let endpoint = "/v1/chat/completions"
    static let models = "/v1/models"
    /// The path of llama.cpp's facts about its model; other servers don't have it.
    static let properties = "/props"
    /// The data of the last event in a stream.
    private static let done = "[DONE]"

    /// The body of a chat request.
    static func body(
        of request: ChatRequest, model: String, _ options: ChatOptions, _ form: RequestForm = RequestForm()
    ) -> JSONObject {
        let request = form.applied(to: request)
        var body = JSONObject()
        if !model.isEmpty { body["model"] = .text(model) }
        body["messages"] = .array(request.messages.map { .object(message($0)) })
        body["stream"] = .flag(true)
        if let temperature = options.temperature, !form.leavesOut.contains(.temperature) {
            body["temperature"] = .number(temperature)
        }
        if let limit = options.maximumTokens, !form.leavesOut.contains(.length) {
            body[form.namesCompletionTokens ? "max_completion_tokens" : "max_tokens"] = .integer(Int64(limit))
        }
        if !request.tools.isEmpty { body["tools"] = .array(request.tools.map(tool)) }
        return body
    }

    /// A tool in JSON, the same for OpenAI and Ollama.
    static func tool(_ tool: ChatTool) -> JSONValue {
        .object([
            "type": .text("function"),
            "function": .object([
                "name": .text(tool.name), "description": .text(tool.summary), "parameters": .object(tool.parameters),
            ]),
        ])
    }

    private static func message(_ message: ChatMessage) -> JSONObject {
        var object: JSONObject = ["role": .text(message.role.rawValue), "content": .text(message.text)]
        if !message.toolCalls.isEmpty {
            object["tool_calls"] = .array(
                message.toolCalls.map { call in
                    .object([
                        "id": .text(call.id), "type": .text("function"),
                        "function": .object([
                            "name": .text(call.name),
                            // The server would refuse a conversation with the model's invalid arguments.
                            "arguments": .text(call.values == nil ? "{}" : call.arguments),
                        ]),
                    ])
                })
        }
        if let call = message.answered { object["tool_call_id"] = .text(call.id) }
        return object
    }

    /// Parses an event.
    /// - Throws: `ServerFailure` for an error, or for anything but an object.
    static func chunk(of data: String, server: String) throws(ServerFailure) -> ChatChunk {
        let text = data.trimmed
        if text == done { return ChatChunk(isLast: true) }
        if text.isEmpty { return ChatChunk() }
        guard let object = (try? JSONValue(parsing: Array(text.utf8)))?.asObject else {
            throw ServerFailure(server: server, kind: .malformed(.notJSON))
        }
        return try chunk(of: object, server: server)
    }

    /// Parses an object: a piece of an answer, or a whole one.
    static func chunk(of object: JSONObject, server: String) throws(ServerFailure) -> ChatChunk {
        if let failure = WireError.failure(in: object, server: server) { throw failure }
        // A chunk without choices reports usage.
        guard let choice = object["choices"]?.asArray?.first?.asObject else { return ChatChunk() }
        let delta = choice["delta"]?.asObject ?? choice["message"]?.asObject ?? JSONObject()
        let texts = [content(delta["content"]), delta["refusal"]?.asText, choice["text"]?.asText].compactMap(\.self)
        var chunk = ChatChunk(text: texts.first { !$0.isEmpty } ?? "")
        let thoughts = ["reasoning_content", "reasoning"].compactMap { delta[$0]?.asText }
        chunk.reasoning = thoughts.first { !$0.isEmpty } ?? ""
        chunk.fragments = (delta["tool_calls"]?.asArray ?? []).compactMap(\.asObject).map(fragment)
        chunk.end = choice["finish_reason"]?.asText.flatMap(end)
        return chunk
    }

    /// The failure in an event that the server has named an error; its data is an error, a message, or plain words.
    static func failure(ofEvent data: String, server: String) -> ServerFailure {
        let object = (try? JSONValue(parsing: Array(data.utf8)))?.asObject
        if let failure = object.flatMap({ WireError.failure(in: $0, server: server) }) { return failure }
        let code = (object?["code"] ?? object?["status"])?.asInteger.map { Int(clamping: $0) }
        return ServerFailure(
            server: server,
            kind: .rejected(status: code ?? 0, message: ServerEndpoint.message(in: Array(data.utf8))))
    }

    /// llama.cpp's facts about its model; nil for answers of other servers.
    static func facts(in object: JSONObject) -> ModelFacts? {
        guard let settings = object["default_generation_settings"]?.asObject else { return nil }
        return ModelFacts(contextTokens: (settings["n_ctx"] ?? object["n_ctx"])?.asInteger.map { Int(clamping: $0) })
    }

    /// The text of a message's content, which is a string or a list of parts.
    private static func content(_ value: JSONValue?) -> String? {
        guard let parts = value?.asArray else { return value?.asText }
        return parts.compactMap { $0.asText ?? $0.asObject?["text"]?.asText }.joined()
    }

    private static func fragment(_ object: JSONObject) -> ToolCallFragment {
        let function = object["function"]?.asObject ?? object
        let arguments = function["arguments"]
        return ToolCallFragment(
            index: object["index"]?.asInteger.map { Int(clamping: $0) },
            id: object["id"]?.asText.flatMap { $0.isEmpty ? nil : $0 },
            name: function["name"]?.asText.flatMap { $0.isEmpty ? nil : $0 },
            arguments: arguments?.asText ?? arguments?.asObject.map { JSONValue.object($0).line } ?? "",
            isWhole: arguments?.asObject != nil)
    }

    /// The reason for the end; nil for values that servers send in the middle of an answer.
    private static func end(_ reason: String) -> ChatEnd? {
        switch reason {
        case "", "null": nil
        case "length", "max_tokens": .length
        case "tool_calls", "function_call": .toolCalls
        default: .complete
        }
    }

    /// The names in a list of models.
    static func models(in object: JSONObject) -> [String] {
        let list = object["data"] ?? object["models"]
        return (list?.asArray ?? []).compactMap { $0.asObject.flatMap { $0["id"] ?? $0["name"] }?.asText }
            .map(WireNames.printable)
    }
}

/// Finds errors that servers send in place of a piece of an answer, even with a success status.
enum WireError {
    static func failure(in object: JSONObject, server: String) -> ServerFailure? {
        guard let error = object["error"], error != .null else { return nil }
        let details = error.asObject
        let code = (details?["code"] ?? object["code"])?.asInteger.map { Int(clamping: $0) }
        let words = error.asText ?? details?["message"]?.asText ?? details?["type"]?.asText ?? ""
        return ServerFailure(
            server: server, kind: .rejected(status: code ?? 0, message: ServerEndpoint.words(words)))
    }
}

/// Cleans names from a server or model for display.
enum WireNames {
    private static let longest = 200

    static func printable(_ name: String) -> String { PlainText.line(name, most: longest) }
}
