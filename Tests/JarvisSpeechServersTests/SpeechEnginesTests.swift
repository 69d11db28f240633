// SPDX-License-Identifier: GPL-3.0-or-later
// Choosing the speech engines by the settings as these change.

import JarvisCore
import JarvisNetwork
import JarvisNetworkTesting
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisSpeechServers

@Suite(.timeLimit(.minutes(10)))
struct SpeechEnginesTests {
    private final class Live: Sendable {
        private let speech = Mutex(SpeechSettings())
        var read: @Sendable () -> SpeechSettings { { [self] in speech.withLock { $0 } } }
        func change(_ body: (inout SpeechSettings) -> Void) { speech.withLock { body(&$0) } }
    }

    private let live = Live()
    private let network = NetworkOnDemand()
    private let recognizer = FakeRecognizer()
    private let synthesizer = FakeSynthesizer()
    private let secrets = FakeSecrets()

    private let notices = AsyncStream.makeStream(of: Notice.self)

    private func engines() -> SpeechEngines {
        SpeechEngines(
            recognizer: recognizer, synthesizer: synthesizer, keys: KeyRing(secrets), network: network,
            notice: { [notices] in notices.continuation.yield($0) }, settings: live.read)
    }

    private func hear(_ engines: SpeechEngines) async -> String? {
        let log = UpdateLog()
        let session = engines.recognizer.begin(.command, handler: log.handler)
        session.accept(Remote.utterance)
        session.finish()
        return await log.text()
    }

    @Test func withoutAServerNoNetworkOrKeyIsUsed() async throws {
        let engines = engines()
        recognizer.hear("by itself")
        // Addresses are ignored unless their engine is chosen.
        live.change { speech in
            speech.recognitionServer.address = "http://127.0.0.1:1"
            speech.synthesisServer.address = "tcp://127.0.0.1:1"
        }
        engines.recognizer.warmUp()
        #expect(await hear(engines) == "by itself")
        _ = try await Remote.pieces(engines.synthesizer, "hello there")
        let report = await engines.probe()
        #expect(report.recognition == nil && report.synthesis == nil)
        #expect(engines.remoteHosts.isEmpty)
        #expect(!network.isStarted)
        #expect(secrets.questions.isEmpty)
    }

    @Test func theEngineFollowsTheSettings() async throws {
        let server = try FakeServer { connection in
            while connection.readRequest() != nil { connection.respond(Array("{\"text\": \"from the server\"}".utf8)) }
        }
        let engines = engines()
        recognizer.hear("by itself")
        #expect(await hear(engines) == "by itself")
        live.change { speech in
            speech.recognition = .openAI
            speech.recognitionServer.address = "http://127.0.0.1:\(server.port)/v1"
        }
        #expect(await hear(engines) == "from the server")
        let health = try #require(engines.report.recognition)
        #expect(health.state == .answering && health.latencyMilliseconds != nil)
        live.change { $0.recognition = .embedded }
        #expect(await hear(engines) == "by itself")
        #expect(engines.report.recognition == nil)
    }

    @Test func unusableAddressIsReported() async {
        let engines = engines()
        recognizer.hear("by itself")
        live.change { speech in
            speech.recognition = .wyoming
            speech.recognitionServer.address = "http://wrong"
        }
        #expect(await hear(engines) == "by itself")
        let notice = await notices.stream.first { _ in true }
        #expect(notice?.advice.contains("must start with tcp://") == true)
        #expect(engines.report.recognition?.state == .failing)
    }

    @Test func probeReportsTheFault() async throws {
        let port = try FakeServer.unusedPort()
        live.change { speech in
            speech.recognition = .whisperServer
            speech.recognitionServer.address = "http://127.0.0.1:\(port)"
            speech.synthesis = .wyoming
            speech.synthesisServer.address = "tcp://127.0.0.1:\(port)"
        }
        let report = await engines().probe()
        #expect(report.recognition?.lastFailure?.kind == .refused)
        #expect(report.synthesis?.lastFailure?.kind == .refused)
        #expect(report.synthesis?.server == "127.0.0.1:\(port)")
    }

    /// Responses to the request for the models, and whether such a server counts as working.
    @Test(arguments: [
        ("200 OK", "application/json", true), ("404 Not Found", "text/html", true),
        ("405 Method Not Allowed", "text/plain", true), ("200 OK", "text/html; charset=utf-8", false),
        ("302 Found", "text/html", false), ("500 Internal Server Error", "application/json", false),
        ("503 Service Unavailable", "text/plain", false),
    ]) func theProbeRejectsWebPagesAndServerErrors(status: String, type: String, isWorking: Bool) async throws {
        let server = try FakeServer { connection in
            while connection.readRequest() != nil {
                connection.respond(status, type: type, headers: "Location: /login\r\n", Array("{}".utf8))
            }
        }
        let endpoint = try Remote.endpoint(server.port, network: network)
        if isWorking {
            try await endpoint.probe()
        } else {
            await #expect(throws: ServerFailure.self) { try await endpoint.probe() }
        }
    }

    @Test func refusedKeyIsLookedUpAgain() async throws {
        let server = try FakeServer { connection in
            while let request = connection.readRequest() {
                let isRight = request.head.contains("Bearer right")
                connection.respond(isRight ? "200 OK" : "401 Unauthorized", Array("{\"text\": \"welcome\"}".utf8))
            }
        }
        let origin = "http://127.0.0.1:\(server.port)"
        try secrets.keep("wrong", for: origin)
        let endpoint = try Remote.endpoint(server.port, network: network, keys: KeyRing(secrets))
        await #expect(throws: ServerFailure.self) { try await endpoint.probe() }
        try secrets.keep("right", for: origin)
        try await endpoint.probe()
        #expect(secrets.questions == [origin, origin])
    }
}
