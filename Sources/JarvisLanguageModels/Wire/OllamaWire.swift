// SPDX-License-Identifier: GPL-3.0-or-later
// Ollama's own API: `POST /api/chat`, one JSON object per line. Its OpenAI-compatible API ignores the context size
// and truncates conversations silently. Pure.

import JarvisCore
import JarvisPlatform

enum OllamaWire {
    static let endpoint = "/api/chat"
    static let models = "/api/tags"
    /// The path for `warmUpBody`: a request without a prompt loads the model.
    static let warmUp = "/api/generate"
    static let show = "/api/show"
    /// The path of the list of models in memory.
    static let loaded = "/api/ps"

    /// The body of a chat request.
    static func body(
        of request: ChatRequest, model: String, _ options: ChatOptions, _ form: RequestForm = RequestForm()
    ) -> JSONObject {
        let request = form.applied(to: request)
        var body: JSONObject = [
            "model": .text(model), "messages": .array(request.messages.map { .object(message($0)) }),
            "stream": .flag(true), "think": .flag(false),
        ]
        if !request.tools.isEmpty { body["tools"] = .array(request.tools.map(OpenAIWire.tool)) }
        add(options, to: &body)
        return body
    }

    /// A request that loads a model without generating anything.
    static func warmUpBody(model: String, _ options: ChatOptions) -> JSONObject {
        var body: JSONObject = ["model": .text(model), "stream": .flag(false)]
        add(options, to: &body)
        return body
    }

    private static func add(_ options: ChatOptions, to body: inout JSONObject) {
        // Ollama would reload the model for a request with another context size.
        var values: JSONObject = ["num_ctx": .integer(Int64(options.contextTokens))]
        if let temperature = options.temperature { values["temperature"] = .number(temperature) }
        if let limit = options.maximumTokens { values["num_predict"] = .integer(Int64(limit)) }
        body["options"] = .object(values)
        if let time = options.keepAlive { body["keep_alive"] = Int64(time).map(JSONValue.integer) ?? .text(time) }
    }

    private static func message(_ message: ChatMessage) -> JSONObject {
        var object: JSONObject = ["role": .text(message.role.rawValue), "content": .text(message.text)]
        if !message.toolCalls.isEmpty {
            object["tool_calls"] = .array(
                message.toolCalls.map { call in
                    .object([
                        "function": .object([
                            "name": .text(call.name), "arguments": .object(call.values ?? JSONObject()),
                        ])
                    ])
                })
        }
        if let call = message.answered { object["tool_name"] = .text(call.name) }
        return object
    }

    /// Parses a line.
    /// - Throws: `ServerFailure` for an error, or for anything but an object.
    static func chunk(of line: JSONValue, server: String) throws(ServerFailure) -> ChatChunk {
        guard let object = line.asObject else { throw ServerFailure(server: server, kind: .malformed(.notJSON)) }
        if let failure = WireError.failure(in: object, server: server) { throw failure }
        let message = object["message"]?.asObject
        var chunk = ChatChunk(text: message?["content"]?.asText ?? "")
        chunk.reasoning = message?["thinking"]?.asText ?? ""
        chunk.fragments = (message?["tool_calls"]?.asArray ?? []).compactMap { $0.asObject?["function"]?.asObject }
            .map { function in
                ToolCallFragment(
                    name: function["name"]?.asText, arguments: arguments(function["arguments"]), isWhole: true)
            }
        if object["done"]?.asFlag == true {
            chunk.end = object["done_reason"]?.asText == "length" ? .length : .complete
            chunk.isLast = true
        }
        return chunk
    }

    private static func arguments(_ value: JSONValue?) -> String { value.map { $0.asText ?? $0.line } ?? "" }

    /// The names in a list of models.
    static func models(in object: JSONObject) -> [String] {
        (object["models"]?.asArray ?? []).compactMap { $0.asObject.flatMap { $0["name"] ?? $0["model"] }?.asText }
            .map(WireNames.printable)
    }

    /// The facts about a model.
    static func facts(in object: JSONObject) -> ModelFacts {
        let info = object["model_info"]?.asObject
        let family = info?["general.architecture"]?.asText ?? ""
        return ModelFacts(
            contextTokens: info?[family + ".context_length"]?.asInteger.map { Int(clamping: $0) },
            takesTools: object["capabilities"]?.asArray.map { $0.contains(.text("tools")) })
    }

    /// Returns a function that compares names with this one, with or without the default tag.
    static func isSame(as model: String) -> (String) -> Bool {
        func whole(_ name: String) -> String { name.contains(":") ? name : name + ":latest" }
        return { whole($0) == whole(model) }
    }
}
