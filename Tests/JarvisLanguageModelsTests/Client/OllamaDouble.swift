// SPDX-License-Identifier: GPL-3.0-or-later
// A double of Ollama's own API: its models, their capabilities, and which of them are loaded.
// https://github.com/ollama/ollama/blob/main/docs/api.md

import JarvisPlatform
import JarvisTesting
import Synchronization

final class OllamaDouble: Sendable {
    struct Model: Sendable {
        var name: String
        var capabilities = ["completion"]
        var contextTokens = 131_072
        var family = "llama"
    }

    struct Request: Sendable {
        var path: String
        var body: JSONObject
    }

    private struct State {
        var loaded: Set<String> = []
        var requests: [Request] = []
        var isHeld: Bool
    }

    private let models: [Model]
    private let words: [String]
    private let state: Mutex<State>

    /// - Parameter loadsSlowly: True to load models only once `release` is called.
    init(_ models: [Model], saying words: [String] = ["Hi ", "there."], loadsSlowly: Bool = false) {
        self.models = models
        self.words = words
        state = Mutex(State(isHeld: loadsSlowly))
    }

    var requests: [Request] { state.withLock { $0.requests } }

    func bodies(of path: String) -> [JSONObject] { requests.filter { $0.path == path }.map(\.body) }

    func release() { state.withLock { $0.isHeld = false } }

    /// Serves a connection until the client disconnects.
    func serve(_ connection: FakeConnection) {
        while let raw = connection.readRequest() {
            let path = raw.head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
            let body = (try? JSONValue(parsing: raw.body))?.asObject ?? JSONObject()
            state.withLock { $0.requests.append(Request(path: path, body: body)) }
            switch path {
            case "/api/version": connection.respond(Array(#"{"version":"0.12.6"}"#.utf8))
            case "/api/tags": list(models.map(\.name), connection)
            case "/api/ps":
                list(models.map(\.name).filter { name in state.withLock { $0.loaded.contains(name) } }, connection)
            case "/api/show": show(body, connection)
            case "/api/generate": generate(body, connection)
            case "/api/chat": chat(body, connection)
            default: connection.respond("404 Not Found", type: "text/plain", Array("404 page not found".utf8))
            }
        }
    }

    private func list(_ names: [String], _ connection: FakeConnection) {
        let entries = names.map { JSONValue.object(["name": .text($0), "model": .text($0), "size": .integer(1)]) }
        connection.respond(JSONValue.object(["models": .array(entries)]).bytes)
    }

    /// The model named in a request; sends an error if there is none.
    private func model(_ body: JSONObject, _ connection: FakeConnection) -> Model? {
        let name = body["model"]?.asText ?? ""
        if let model = models.first(where: { $0.name == name || $0.name == name + ":latest" }) { return model }
        let error: JSONObject = ["error": .text("model \"\(name)\" not found, try pulling it first")]
        connection.respond("404 Not Found", JSONValue.object(error).bytes)
        return nil
    }

    private func show(_ body: JSONObject, _ connection: FakeConnection) {
        guard let model = model(body, connection) else { return }
        let answer: JSONObject = [
            "modelfile": .text("FROM /models/\(model.name)"),
            "details": .object(["format": .text("gguf"), "family": .text(model.family)]),
            "model_info": .object([
                "general.architecture": .text(model.family),
                "\(model.family).context_length": .integer(Int64(model.contextTokens)),
            ]),
            "capabilities": .array(model.capabilities.map(JSONValue.text)),
        ]
        connection.respond(JSONValue.object(answer).bytes)
    }

    private func load(_ model: Model, _ connection: FakeConnection) {
        while state.withLock({ $0.isHeld }), !connection.waitsForHangup(milliseconds: 10) {}
        state.withLock { _ = $0.loaded.insert(model.name) }
    }

    private func generate(_ body: JSONObject, _ connection: FakeConnection) {
        guard let model = model(body, connection) else { return }
        load(model, connection)
        let answer: JSONObject = [
            "model": .text(model.name), "response": .text(""), "done": .flag(true), "done_reason": .text("load"),
        ]
        connection.respond(JSONValue.object(answer).bytes)
    }

    private func chat(_ body: JSONObject, _ connection: FakeConnection) {
        guard let model = model(body, connection) else { return }
        if body["tools"] != nil, !model.capabilities.contains("tools") {
            let error: JSONObject = ["error": .text("registry.ollama.ai/library/\(model.name) does not support tools")]
            return connection.respond("400 Bad Request", JSONValue.object(error).bytes)
        }
        load(model, connection)
        connection.beginStream("application/x-ndjson")
        for word in words { line(model, word, [:], connection) }
        line(
            model, "",
            [
                "done_reason": .text("stop"), "total_duration": .integer(5), "load_duration": .integer(1),
                "prompt_eval_count": .integer(3), "eval_count": .integer(Int64(words.count)),
            ], connection)
        connection.endStream()
    }

    private func line(_ model: Model, _ text: String, _ end: JSONObject, _ connection: FakeConnection) {
        var object: JSONObject = [
            "model": .text(model.name), "created_at": .text("2026-01-01T00:00:00.5Z"),
            "message": .object(["role": .text("assistant"), "content": .text(text)]),
            "done": .flag(!end.members.isEmpty),
        ]
        object.members += end.members
        connection.piece(JSONValue.object(object).line + "\n")
    }
}
