// SPDX-License-Identifier: GPL-3.0-or-later
// How soon a server notices that an answer was cancelled: a server that only watches its socket, and llama.cpp's own,
// by its log.

import JarvisCore
import JarvisLanguageModels
import JarvisNetwork
import JarvisTesting
import Synchronization

enum CancelCheck {
    /// - Parameter script: The script that starts llama.cpp's server.
    static func run(count: Int, script: String) async throws {
        let http = HTTPClient(loop: NetworkLoop())
        try await socket(count, http)
        try await llama(count, script, http)
    }

    private static func socket(_ count: Int, _ http: HTTPClient) async throws {
        let hangup = Mutex<ContinuousClock.Instant?>(nil)
        let server = try FakeServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.beginEvents()
            while connection.say("word "), !connection.waitsForHangup(milliseconds: 5) {}
            hangup.withLock { $0 = .now }
        }
        let model = try model(server.port, http)
        let times = try await times(count, model) {
            hangup.withLock { seen in
                defer { seen = nil }
                return seen
            }
        }
        print(TurnsCheck.Row(name: "cancel to the end of the connection", goal: 100).line(times))
    }

    private static func llama(_ count: Int, _ script: String, _ http: HTTPClient) async throws {
        let installed = try await ChildProcess.run("bash", [script, "--install-only"], within: .seconds(600))
        guard installed.status == 0 else { return print("llama.cpp: \(installed.output)") }
        let server = try ChildProcess("bash", [script])
        var port: Int?
        while port == nil, server.isRunning {
            port = server.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                .first { $0.hasPrefix("ports ") }?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            try await ContinuousClock().sleep(for: .milliseconds(20))
        }
        guard let port else { return print("llama.cpp: \(server.output)") }
        let model = try model(port, http)
        var known = 0
        let times = try await times(count, model) {
            let ended = server.output.ranges(of: "cancel task").count
            guard ended > known else { return nil }
            known = ended
            return .now
        }
        print(TurnsCheck.Row(name: "cancel to the end of llama.cpp's work", goal: 100).line(times))
    }

    private static func model(_ port: Int, _ http: HTTPClient) throws -> ServerLanguageModel {
        let address = try ServerAddress("http://127.0.0.1:\(port)", schemes: [.http])
        var limits = ChatLimits()
        (limits.connection, limits.firstToken, limits.pause) = (.seconds(60), .seconds(120), .seconds(120))
        return ServerLanguageModel(
            name: "local", kind: .openAI, endpoint: ServerEndpoint(address: address, model: "", http: http),
            limits: limits)
    }

    /// Milliseconds from cancellation to its effect.
    /// - Parameter seen: When the server noticed; nil until then.
    private static func times(
        _ count: Int, _ model: ServerLanguageModel, _ seen: () -> ContinuousClock.Instant?
    ) async throws -> [Double] {
        var times: [Double] = []
        for number in 0..<count {
            let (begun, begin) = AsyncStream.makeStream(of: Void.self)
            let asking = Task {
                defer { begin.finish() }
                let request = ChatRequest(messages: [ChatMessage(.user, "Tell me story number \(number).")])
                for try await update in model.answer(request) {
                    if case .text = update { begin.finish() }
                }
            }
            for await _ in begun {}
            let start = ContinuousClock.now
            asking.cancel()
            var end: ContinuousClock.Instant?
            while end == nil, ContinuousClock.now - start < .seconds(20) {
                end = seen()
                if end == nil { try await ContinuousClock().sleep(for: .milliseconds(1)) }
            }
            if let end { times.append((end - start) / .milliseconds(1)) }
            _ = await asking.result
        }
        return times
    }
}
