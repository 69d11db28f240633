// SPDX-License-Identifier: GPL-3.0-or-later
// A language model behind a server of the user's choice, in either protocol: streamed, with time limits, and asked again
// only while nothing of the answer has come.

import JarvisCore
public import JarvisNetwork
import JarvisPlatform
import Synchronization

/// The client of one server.
public final class ServerLanguageModel: LanguageModel {
    public let name: String
    let kind: LanguageModelKind
    let endpoint: ServerEndpoint
    let limits: ChatLimits
    /// The server's template begins thoughts in the question, as an answer has shown.
    let beginsInside = Atomic(false)
    /// The server is loading the model for `warmUp`.
    let isWarmingUp = Atomic(false)
    private let wished: ChatOptions
    private let learned = Mutex(Learned())

    private struct Learned {
        var facts = ModelFacts()
        /// The server has refused tools; it may have another model by then.
        var refusesToolsUntil: ContinuousClock.Instant?
    }

    /// Opens nothing.
    /// - Parameters:
    ///   - name: What the user calls it.
    ///   - endpoint: Where it is, which model is wanted (empty: the server's own), and the keys.
    public init(
        name: String, kind: LanguageModelKind, endpoint: ServerEndpoint, options: ChatOptions = ChatOptions(),
        limits: ChatLimits = ChatLimits()
    ) {
        self.name = name
        self.kind = kind
        self.endpoint = endpoint
        wished = options
        self.limits = limits
    }

    /// What the user has set, as far as the model allows.
    var options: ChatOptions {
        learned.withLock { $0.facts }.applied(to: wished, isSettable: kind == .ollama)
    }

    var budget: TokenBudget { TokenBudget(options) }

    /// The server has refused tools lately, or says that its model knows none.
    var refusesTools: Bool {
        learned.withLock { learned in
            learned.facts.takesTools == false || learned.refusesToolsUntil.map { $0 > .now } ?? false
        }
    }

    func noteRefusalOfTools() {
        learned.withLock { $0.refusesToolsUntil = .now + limits.memory }
    }

    public func answer(_ request: ChatRequest) -> AsyncThrowingStream<ChatUpdate, any Error> {
        AsyncThrowingStream(bufferingPolicy: .unbounded) { continuation in
            let task = Task {
                do {
                    try await Asking(self, request) { continuation.yield($0) }.run()
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    public func models() async throws -> [String] { try await listedModels() ?? [] }

    /// The models that the server lists; nil where it keeps no list, as some that answer do.
    func listedModels() async throws -> [String]? {
        let limits = TransferLimits(
            connection: limits.connection, answer: .seconds(10), pause: .seconds(10), maximumBytes: 4 << 20)
        do {
            let response = try await endpoint.send("GET", kind.models, limits: limits)
            if [404, 405, 501].contains(response.status) {
                // Read to its end, so that the connection can be used again.
                _ = try? await response.bytes()
                return nil
            }
            guard response.isSuccess else { throw await refusal(response) }
            guard let object = (try? JSONValue(parsing: try await response.bytes()))?.asObject else {
                throw ServerFailure(server: endpoint.address.display, kind: .malformed(.notJSON))
            }
            return kind.models(in: object)
        } catch let failure as ServerFailure {
            throw self.failure(.server(failure))
        }
    }

    public func warmUp() async {
        // Loading it again, for another length of the context, would take long: that is asked first.
        if let facts = await facts() { learned.withLock { $0.facts = facts } }
        guard kind == .ollama, !endpoint.model.isEmpty else { return }
        isWarmingUp.store(true, ordering: .relaxed)
        defer { isWarmingUp.store(false, ordering: .relaxed) }
        let limits = TransferLimits(
            connection: limits.connection, answer: .seconds(300), pause: .seconds(60), maximumBytes: 1 << 20)
        _ = await object("POST", OllamaWire.warmUp, OllamaWire.warmUpBody(model: endpoint.model, options), limits)
    }

    /// What the server tells of its model; nil where it tells nothing.
    private func facts() async -> ModelFacts? {
        let limits = TransferLimits(
            connection: limits.connection, answer: .seconds(5), pause: .seconds(5), maximumBytes: 16 << 20)
        switch kind {
        case .ollama where !endpoint.model.isEmpty:
            return await object("POST", OllamaWire.show, ["model": .text(endpoint.model)], limits)
                .map(OllamaWire.facts)
        // Only llama.cpp knows the question; services of others are not bothered with it.
        case .openAI where endpoint.address.isNearby:
            return await object("GET", OpenAIWire.properties, nil, limits).flatMap(OpenAIWire.facts)
        default: return nil
        }
    }

    /// True when the server says that the model is not in its memory.
    func isUnloaded() async -> Bool {
        let limits = TransferLimits(
            connection: limits.connection, answer: .seconds(2), pause: .seconds(2), maximumBytes: 1 << 20)
        guard kind == .ollama, let list = await object("GET", OllamaWire.loaded, nil, limits) else { return false }
        return !OllamaWire.models(in: list).contains(where: OllamaWire.isSame(as: endpoint.model))
    }

    /// The object that a server answers with; nil where it does not, or refuses.
    private func object(
        _ method: String, _ path: String, _ body: JSONObject?, _ limits: TransferLimits
    ) async -> JSONObject? {
        // Paths of llama.cpp that are not of the common interface are beside it.
        var endpoint = self.endpoint
        if endpoint.address.path.hasSuffix("/v1") { endpoint.address.path.removeLast(3) }
        guard
            let response = try? await endpoint.send(
                method, path, body.map(Self.json) ?? HTTPRequest.Body.none, limits: limits),
            // Read to its end, so that the connection can be used again.
            let bytes = try? await response.bytes(), response.isSuccess
        else { return nil }
        return (try? JSONValue(parsing: bytes))?.asObject
    }

    static func json(_ body: JSONObject) -> HTTPRequest.Body {
        .bytes(JSONValue.object(body).bytes, contentType: "application/json")
    }

    func failure(_ kind: LanguageModelFailure.Kind) -> LanguageModelFailure {
        LanguageModelFailure(model: name, kind: kind)
    }

    /// What an answer with an error status means.
    /// - Returns: A `ServerFailure`, or a `LanguageModelFailure` where it is about a key.
    func refusal(_ response: HTTPResponse) async -> any Error {
        // Asked first: a refused key is forgotten.
        let hadNone = endpoint.keys?.knowsNone(for: endpoint.address) ?? true
        let refused = await endpoint.rejection(response)
        guard FailureMeaning(refused) == .keyRefused else { return refused }
        let origin = endpoint.address.origin
        return failure(hadNone ? .keyMissing(origin: origin) : .keyRejected(origin: origin))
    }
}

/// The protocol of a server.
public enum LanguageModelKind: String, Hashable, Sendable, CaseIterable {
    /// `POST /v1/chat/completions`.
    case openAI = "openai"
    /// Ollama's own interface.
    case ollama

    var endpoint: String { self == .ollama ? OllamaWire.endpoint : OpenAIWire.endpoint }
    var models: String { self == .ollama ? OllamaWire.models : OpenAIWire.models }

    func models(in object: JSONObject) -> [String] {
        self == .ollama ? OllamaWire.models(in: object) : OpenAIWire.models(in: object)
    }

    func body(of request: ChatRequest, model: String, _ options: ChatOptions) -> JSONObject {
        self == .ollama
            ? OllamaWire.body(of: request, model: model, options)
            : OpenAIWire.body(of: request, model: model, options)
    }
}
