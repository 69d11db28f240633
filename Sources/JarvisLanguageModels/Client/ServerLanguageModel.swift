// SPDX-License-Identifier: GPL-3.0-or-later
// A language model on a server that the user chose, with either protocol: streamed, with time limits, and retried
// only while nothing of the answer has arrived.

import JarvisCore
public import JarvisNetwork
import JarvisPlatform
import Synchronization

/// A language model reached through one server.
public final class ServerLanguageModel: LanguageModel {
    public let name: String
    let kind: LanguageModelKind
    private let given: ServerEndpoint
    let limits: ChatLimits
    /// An answer has shown that the server's chat template begins the reasoning within the question.
    let beginsInside = Atomic(false)
    /// True while `warmUp` makes the server load the model.
    let isWarmingUp = Atomic(false)
    private let wished: ChatOptions
    private let learned = Mutex(Learned())

    private struct Learned {
        var facts = ModelFacts()
        var form = RequestForm()
        /// Until this time the server is assumed to refuse tools; afterwards it may run another model.
        var refusesToolsUntil: ContinuousClock.Instant?
    }

    /// Creates a client without opening a connection.
    /// - Parameters:
    ///   - name: The user's name for it.
    ///   - endpoint: The address, the model (empty for the server's default), and the keys.
    public init(
        name: String, kind: LanguageModelKind, endpoint: ServerEndpoint, options: ChatOptions = ChatOptions(),
        limits: ChatLimits = ChatLimits()
    ) {
        self.name = name
        self.kind = kind
        given = endpoint
        wished = options
        self.limits = limits
    }

    /// The server, with the address that has worked.
    var endpoint: ServerEndpoint {
        var endpoint = given
        endpoint.usesOtherAddress = form.usesOtherAddress
        return endpoint
    }

    /// The user's options, as far as the model supports them.
    var options: ChatOptions {
        learned.withLock { $0.facts }.applied(to: wished, isSettable: kind == .ollama)
    }

    var budget: TokenBudget { TokenBudget(options) }

    /// True if the server has recently refused tools, or reports that its model does not support them.
    var refusesTools: Bool {
        learned.withLock { learned in
            learned.facts.takesTools == false || learned.refusesToolsUntil.map { $0 > .now } ?? false
        }
    }

    func noteRefusalOfTools() {
        learned.withLock { $0.refusesToolsUntil = .now + limits.memory }
    }

    /// The form of requests that the server accepts.
    var form: RequestForm { learned.withLock { $0.form } }

    /// Leaves out a part that the server has refused, from now on.
    /// - Returns: False if it was avoided already.
    func avoid(_ part: RequestForm.Part) -> Bool { learned.withLock { $0.form.avoid(part) } }

    /// Uses the other of the two addresses that the user's path may stand for, from now on.
    /// - Returns: False if there is only one.
    func useOtherAddress() -> Bool {
        guard given.address.urls(kind.endpoint).count > 1 else { return false }
        learned.withLock { $0.form.usesOtherAddress.toggle() }
        return true
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

    /// The models in the server's list; nil if it keeps none, which is true of some working servers.
    func listedModels() async throws -> [String]? {
        let limits = TransferLimits(
            connection: limits.connection, answer: .seconds(10), pause: .seconds(10), maximumBytes: 4 << 20)
        do {
            var response = try await endpoint.send("GET", kind.models, limits: limits)
            if [404, 405].contains(response.status), given.address.urls(kind.models).count > 1 {
                var other = endpoint
                other.usesOtherAddress.toggle()
                var second = try await other.send("GET", kind.models, limits: limits)
                if second.isSuccess { swap(&response, &second) }
                // Read to the end, so that the connection can be reused.
                _ = try? await second.bytes()
            }
            if [404, 405, 501].contains(response.status) {
                // Read to the end, so that the connection can be reused.
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
        // Ask for the model's context size first: loading the model again for another size would take long.
        if let facts = await facts() { learned.withLock { $0.facts = facts } }
        guard kind == .ollama, !endpoint.model.isEmpty else { return }
        isWarmingUp.store(true, ordering: .relaxed)
        defer { isWarmingUp.store(false, ordering: .relaxed) }
        let limits = TransferLimits(
            connection: limits.connection, answer: .seconds(300), pause: .seconds(60), maximumBytes: 1 << 20)
        _ = await object("POST", OllamaWire.warmUp, OllamaWire.warmUpBody(model: endpoint.model, options), limits)
    }

    /// The server's facts about its model; nil if it reports none.
    private func facts() async -> ModelFacts? {
        let limits = TransferLimits(
            connection: limits.connection, answer: .seconds(5), pause: .seconds(5), maximumBytes: 16 << 20)
        switch kind {
        case .ollama where !endpoint.model.isEmpty:
            return await object("POST", OllamaWire.show, ["model": .text(endpoint.model)], limits)
                .map(OllamaWire.facts)
        // Only llama.cpp supports this request, so remote services are not asked.
        case .openAI where endpoint.address.isNearby:
            return await object("GET", OpenAIWire.properties, nil, limits).flatMap(OpenAIWire.facts)
        default: return nil
        }
    }

    /// True if the server reports that the model is in memory, false if it reports that it isn't, nil if it doesn't tell.
    func isLoaded() async -> Bool? {
        let limits = TransferLimits(
            connection: limits.connection, answer: .seconds(2), pause: .seconds(2), maximumBytes: 1 << 20)
        guard kind == .ollama, let list = await object("GET", OllamaWire.loaded, nil, limits) else { return nil }
        return OllamaWire.models(in: list).contains(where: OllamaWire.isSame(as: endpoint.model))
    }

    /// Sends a request and returns the JSON object of the answer; nil if the request fails or is refused.
    private func object(
        _ method: String, _ path: String, _ body: JSONObject?, _ limits: TransferLimits
    ) async -> JSONObject? {
        // llama.cpp's own paths are beside "/v1", not below it.
        var endpoint = self.endpoint
        if endpoint.address.path.hasSuffix("/v1") { endpoint.address.path.removeLast(3) }
        guard
            let response = try? await endpoint.send(
                method, path, body.map(Self.json) ?? HTTPRequest.Body.none, limits: limits),
            // Read to the end, so that the connection can be reused.
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

    /// The failure for an error status.
    /// - Returns: A `ServerFailure`, or a `LanguageModelFailure` if it concerns a key.
    func refusal(_ response: HTTPResponse) async -> any Error {
        // Check first, since `rejection` forgets a refused key.
        let hadNone = endpoint.keys?.knowsNone(for: endpoint.address) ?? true
        let refused = await endpoint.rejection(response)
        guard FailureMeaning(refused) == .keyRefused else { return refused }
        let origin = endpoint.address.origin
        return failure(hadNone ? .keyMissing(origin: origin) : .keyRejected(origin: origin))
    }
}

/// The protocol that a server speaks.
public enum LanguageModelKind: String, Hashable, Sendable, CaseIterable {
    /// OpenAI's API: `POST /v1/chat/completions`.
    case openAI = "openai"
    /// Ollama's own API.
    case ollama

    var endpoint: String { self == .ollama ? OllamaWire.endpoint : OpenAIWire.endpoint }
    var models: String { self == .ollama ? OllamaWire.models : OpenAIWire.models }

    func models(in object: JSONObject) -> [String] {
        self == .ollama ? OllamaWire.models(in: object) : OpenAIWire.models(in: object)
    }

    func body(of request: ChatRequest, model: String, _ options: ChatOptions, _ form: RequestForm) -> JSONObject {
        self == .ollama
            ? OllamaWire.body(of: request, model: model, options, form)
            : OpenAIWire.body(of: request, model: model, options, form)
    }
}
