// SPDX-License-Identifier: GPL-3.0-or-later
// A language model server on a real socket, and the client that queries it.

import JarvisCore
import JarvisLanguageModels
import JarvisNetwork
import JarvisNetworkTesting
import JarvisTesting
import Synchronization

final class ModelRig: Sendable {
    let server: FakeServer
    let model: ServerLanguageModel
    let secrets: FakeSecrets

    var origin: String { "http://127.0.0.1:\(server.port)" }

    /// - Parameter serve: Serves each connection.
    init(
        _ kind: LanguageModelKind = .openAI, model: String = "m", path: String = "/v1/", key: String? = nil,
        limits change: (inout ChatLimits) -> Void = { _ in }, options: ChatOptions = ChatOptions(),
        serve: @escaping @Sendable (FakeConnection) -> Void
    ) throws {
        server = try FakeServer(serve)
        let address = try ServerAddress("http://127.0.0.1:\(server.port)\(path)", schemes: [.http])
        secrets = FakeSecrets(key.map { [address.origin: $0] } ?? [:])
        var limits = ChatLimits()
        change(&limits)
        let endpoint = ServerEndpoint(
            address: address, model: model, keys: KeyRing(secrets), http: HTTPClient(loop: NetworkLoop()))
        self.model = ServerLanguageModel(
            name: "local", kind: kind, endpoint: endpoint, options: options, limits: limits)
    }

    /// The outcome of a question.
    struct Answer: Equatable {
        var text = ""
        var calls: [ChatToolCall] = []
        var end: ChatEnd?
        var failure: LanguageModelFailure.Kind?
        var hasWaited = false
        var isLoading = false
    }

    func ask(_ text: String = "Hello?", tools: [ChatTool] = []) async throws -> Answer {
        try await ask(ChatRequest(messages: [ChatMessage(.user, text)], tools: tools))
    }

    func ask(_ request: ChatRequest) async throws -> Answer {
        var answer = Answer()
        do {
            for try await update in model.answer(request) {
                switch update {
                case .waiting(let isLoading):
                    answer.hasWaited = true
                    if isLoading { answer.isLoading = true }
                case .text(let text): answer.text += text
                case .toolCalls(let calls): answer.calls = calls
                case .finished(let end): answer.end = end
                }
            }
        } catch let failure as LanguageModelFailure {
            answer.failure = failure.kind
        }
        return answer
    }
}

/// Counts requests.
final class RequestCount: Sendable {
    private let count = Mutex(0)

    /// One more than the last number; 1 at first.
    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

extension FakeConnection {
    /// Sends the head of a streamed response.
    func beginStream(_ type: String = "text/event-stream") {
        write("HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\n\r\n")
    }

    /// Sends one chunk unchanged.
    @discardableResult
    func piece(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return write(Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8))
    }

    /// Sends an event with the next piece of the answer.
    @discardableResult
    func say(_ text: String) -> Bool { piece("data: {\"choices\":[{\"delta\":{\"content\":\"\(text)\"}}]}\n\n") }

    func endStream() { write("0\r\n\r\n") }

    /// Sends a complete answer in the completions format.
    func answer(_ words: String...) {
        beginStream()
        for word in words { say(word) }
        piece("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
        endStream()
    }

    func reject(_ status: String, _ message: String, headers: String = "") {
        respond(status, headers: headers, Array("{\"error\":{\"message\":\"\(message)\"}}".utf8))
    }
}
