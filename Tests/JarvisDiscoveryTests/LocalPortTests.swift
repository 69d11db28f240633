// SPDX-License-Identifier: GPL-3.0-or-later
// Searching local ports, with real sockets behind them.

import JarvisLanguageModels
import JarvisNetwork
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisDiscovery

@Suite(.timeLimit(.minutes(3)))
struct LocalPortTests {
    /// Answers the given paths with JSON, and all others with a web page.
    static func web(_ answers: [String: String], _ asked: @escaping @Sendable (String) -> Void = { _ in }) throws
        -> FakeServer
    {
        try FakeServer { connection in
            while let request = connection.readRequest() {
                asked(request.head)
                let path = request.head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
                if let answer = answers[path] {
                    connection.respond(Array(answer.utf8))
                } else {
                    connection.respond("404 Not Found", type: "text/html", Array("<html>".utf8))
                }
            }
        }
    }

    /// A Wyoming server that reports its abilities.
    static func wyoming(_ info: String) throws -> FakeServer {
        try FakeServer { connection in
            guard connection.read() != nil else { return }
            connection.write("{\"type\":\"info\",\"data\":\(info)}\n")
            connection.readToEnd()
        }
    }

    private func look(_ server: FakeServer, _ service: KnownPort.Service, _ limit: Duration = .seconds(20)) async
        -> Found?
    {
        await LocalPort(KnownPort(server.port, service), NetworkOnDemand(), within: limit).look()
    }

    @Test func ollamaIsFoundWithItsModels() async throws {
        let heads = Mutex<[String]>([])
        let server = try Self.web([
            "/api/version": "{\"version\":\"0.12.0\"}",
            "/api/tags": "{\"models\":[{\"name\":\"llama3.2:3b\"},{\"name\":\"nomic-embed-text\"}]}",
        ]) { head in heads.withLock { $0.append(head) } }
        let found = try #require(await look(server, .ollama))
        #expect(found.kind == .languageModel(.ollama) && found.models == ["llama3.2:3b"])
        #expect(found.place == "http://127.0.0.1:\(server.port)" && found.id == "localhost:\(server.port)")
        #expect(heads.withLock { $0 }.allSatisfy { $0.hasPrefix("GET ") && !$0.lowercased().contains("authorization") })
    }

    @Test(arguments: [
        ("llamacpp", "LM Studio", "llama.cpp"), ("organization_owner", "llama.cpp", "LM Studio"),
        ("vllm", "Jan", "vLLM"), ("somebody", "Jan", "Jan"),
    ])
    func theProductIsRecognizedByTheModelOwner(owner: String, usual: String, product: String) async throws {
        let server = try Self.web(["/v1/models": "{\"data\":[{\"id\":\"m\",\"owned_by\":\"\(owner)\"}]}"])
        let found = try #require(await look(server, .completions(product: usual)))
        #expect(found.source == product && found.models == ["m"] && found.kind == .languageModel(.openAI))
    }

    @Test func otherServersAreNotFound() async throws {
        let page = try Self.web([:])
        let speech = try Self.web([
            "/v1/models": "{\"data\":[{\"id\":\"whisper\",\"task\":\"automatic-speech-recognition\"}]}"
        ])
        let silent = try FakeServer { $0.readToEnd() }
        let rubbish = try FakeServer { connection in
            while connection.read() != nil { connection.write("nonsense\n") }
        }
        for service in [KnownPort.Service.ollama, .completions(product: "Jan"), .wyoming] {
            #expect(await look(page, service, .milliseconds(500)) == nil)
            #expect(await look(speech, service, .milliseconds(500)) == nil)
            #expect(await look(silent, service, .milliseconds(100)) == nil)
            #expect(await look(rubbish, service, .milliseconds(500)) == nil)
        }
    }

    @Test func speechServerReportsItsCapabilities() async throws {
        let voices = "\"tts\":[{\"voices\":[{\"name\":\"joe\",\"languages\":[\"en\"]}]}]"
        let models = "\"asr\":[{\"models\":[{\"name\":\"tiny\"}]}]"
        let mouth = try Self.wyoming("{\(voices),\"asr\":[]}")
        let ears = try Self.wyoming("{\(models)}")
        let neither = try Self.wyoming("{\"wake\":[{}]}")
        let found = try #require(await look(mouth, .wyoming))
        #expect(found.kind == .speech(SpeechAbilities(recognizes: false, speaks: true)) && found.models == ["joe"])
        #expect(
            await look(ears, .wyoming)?.kind == .speech(SpeechAbilities(recognizes: true, speaks: false)))
        #expect(await look(neither, .wyoming) == nil)
    }

    @Test func defaultPortsAreThoseOfTheProducts() {
        #expect(KnownPort.all.map(\.port) == [11434, 8080, 1234, 8000, 1337, 10200, 10300])
    }
}
