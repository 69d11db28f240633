// SPDX-License-Identifier: GPL-3.0-or-later
// A complete search, and adding what it finds.

import JarvisCore
import JarvisLanguageModels
import JarvisNetwork
import JarvisNetworkTesting
import JarvisPlatform
import JarvisTesting
import JarvisToolServers
import Testing

@testable import JarvisDiscovery

@Suite(.timeLimit(.minutes(3)))
struct DiscoveryTests {
    private let folder: TemporaryFolder
    private let secrets = FakeSecrets()
    private let settings = FakeSettingsStore()
    private let models: JSONLanguageModelServers
    private let tools: JSONToolServers
    private let network = NetworkOnDemand()

    init() throws {
        folder = try TemporaryFolder()
        models = JSONLanguageModelServers(path: folder.path + "/models.json")
        tools = JSONToolServers(path: folder.path + "/tools.json")
    }

    private func discovery(_ ports: KnownPort..., programs: [ToolProgram] = []) -> Discovery {
        Discovery(
            models: models, tools: tools, secrets: ToolServerSecrets(secrets), settings: settings, network: network,
            places: DiscoveryPlaces(ports: ports, programs: programs, bus: nil, limit: .seconds(20)))
    }

    private func found(_ discovery: Discovery) async -> [Found] {
        var all: [Found] = []
        for await result in discovery.results() {
            if case .found(let found) = result { all.append(found) }
        }
        return all.sorted { $0.id < $1.id }
    }

    private func cursor(_ entries: String) throws -> ToolProgram {
        let path = folder.path + "/mcp.json"
        try AtomicFile.write(path, Array("{\"mcpServers\": \(entries)}".utf8))
        return ToolProgram("cursor", "Cursor", ToolProgram.File(path, "mcpServers"))
    }

    private static func ollama() throws -> FakeServer {
        try LocalPortTests.web([
            "/api/version": "{\"version\":\"1\"}", "/api/tags": "{\"models\":[{\"name\":\"tiny\"}]}",
        ])
    }

    @Test func modelServerIsListedAddedAndThenKnown() async throws {
        let server = try Self.ollama()
        let discovery = discovery(KnownPort(server.port, .ollama))
        let first = try #require(await found(discovery).first)
        let url = "http://127.0.0.1:\(server.port)"
        #expect(first.command == "jarvis servers add ollama --kind ollama --url \(url) --model tiny")
        #expect(!first.isConfigured && first.remoteHost == nil)
        #expect(try await models.list().servers.isEmpty, "finding it adds nothing")
        #expect(try await discovery.add(first) == .languageModel(name: "ollama", isUsed: true))
        let kept = try await models.list()
        #expect(kept.active?.model == "tiny" && kept.active?.address == url)
        #expect(await found(discovery).map(\.isConfigured) == [true])
        // The spelling of its address does not matter.
        try await models.update { list in
            list.servers[0].address = "http://localhost:\(server.port)/v1/"
        }
        #expect(await found(discovery).map(\.isConfigured) == [true])
    }

    @Test func takenNameIsNotReused() async throws {
        let server = try Self.ollama()
        try await models.update { list in
            list.put(LanguageModelServer(name: "ollama", kind: .ollama, address: "http://far.example:1"))
        }
        let discovery = discovery(KnownPort(server.port, .ollama))
        let first = try #require(await found(discovery).first)
        #expect(first.name == "ollama-2")
        #expect(try await discovery.add(first) == .languageModel(name: "ollama-2", isUsed: false))
        #expect(try await models.list().servers.count == 2)
    }

    @Test func toolServerValuesGoToTheKeyring() async throws {
        let program = try cursor(
            """
            {"plain": {"command": "uvx", "args": ["it's", "a b"]},
            "keyed": {"command": "npx", "env": {"TOKEN": "s3"}, "disabled": true}}
            """
        )
        let discovery = discovery(programs: [program])
        let all = await found(discovery)
        #expect(all.map(\.id) == ["cursor:keyed", "cursor:plain"])
        #expect(
            all.map(\.command) == [
                "jarvis discover --add cursor:keyed", #"jarvis mcp add plain -- uvx 'it'\''s' 'a b'"#,
            ])
        #expect(!all.contains { "\($0)".contains("s3") }, "values stay in their file")
        #expect(try await discovery.add(all[0]) == .toolServer(name: "keyed"))
        let kept = try #require(try await tools.list()["keyed"])
        #expect(kept.isEnabled && kept.environment == ["TOKEN"] && kept.consent == ToolConsent())
        #expect(try await ToolServerSecrets(secrets).values(of: "keyed").environment == ["TOKEN": "s3"])
        #expect(WholeFile.text(folder.path + "/tools.json")?.contains("s3") == false)
        #expect(await found(discovery).map(\.isConfigured) == [true, false])
    }

    @Test func serversWithTheSameNameGetDifferentNames() async throws {
        let path = folder.path + "/other.json"
        try AtomicFile.write(path, Array(#"{"s": {"a": {"command": "npx", "env": {"T": "2"}}}}"#.utf8))
        let other = ToolProgram("other", "Other", ToolProgram.File(path, "s"))
        let discovery = discovery(
            programs: [try cursor(#"{"a": {"command": "uvx", "env": {"T": "1"}}}"#), other])
        let all = await found(discovery)
        #expect(all.map(\.name) == ["a", "a-2"])
        // The name under which it was found does not matter.
        var second = all[1]
        second.name = "a"
        #expect(try await discovery.add(all[0]) == .toolServer(name: "a"))
        #expect(try await discovery.add(second) == .toolServer(name: "a-2"))
        let values = ToolServerSecrets(secrets)
        #expect(try await values.values(of: "a").environment == ["T": "1"])
        #expect(try await values.values(of: "a-2").environment == ["T": "2"])
    }

    @Test(arguments: [
        (#"["--api-key", "abc", "--root", "/srv"]"#, "uvx --api-key ••• --root /srv"),
        (#"["--token=abc", "x"]"#, "uvx --token=••• x"), (#"["sk-1", "plain-name"]"#, "uvx ••• plain-name"),
    ])
    func keysInArgumentsAreMasked(arguments: String, place: String) async throws {
        let program = try cursor(#"{"a": {"command": "uvx", "args": \#(arguments)}}"#)
        let first = try #require(await found(discovery(programs: [program])).first)
        #expect(first.place == place && first.command == "jarvis discover --add cursor:a")
    }

    @Test func changedServerIsNotAdded() async throws {
        let discovery = discovery(programs: [try cursor(#"{"a": {"command": "uvx"}}"#)])
        let first = try #require(await found(discovery).first)
        _ = try cursor(#"{"a": {"command": "rm"}}"#)
        await #expect(throws: DiscoveryFailure.changed("a")) { try await discovery.add(first) }
        #expect(try await tools.list().servers.isEmpty)
    }

    @Test func speechServerIsAddedToTheSettings() async throws {
        let server = try LocalPortTests.wyoming("{\"asr\":[{\"models\":[]}]}")
        let discovery = discovery(KnownPort(server.port, .wyoming))
        let first = try #require(await found(discovery).first)
        #expect(first.command == "jarvis discover --add localhost:\(server.port)")
        #expect(try await discovery.add(first) == .speech(SpeechAbilities(recognizes: true, speaks: false)))
        let speech = settings.current.speech
        #expect(speech.recognition == .wyoming && speech.recognitionServer.address == first.place)
        #expect(speech.synthesis == .embedded)
        #expect(await found(discovery).map(\.isConfigured) == [true])
        // A server with unknown abilities is asked when it is added.
        var silent = first
        silent.kind = .speech(nil)
        #expect(try await discovery.add(silent) == .speech(SpeechAbilities(recognizes: true, speaks: false)))
    }

    @Test func endingTheIterationEndsTheSearch() async throws {
        let server = try FakeServer { connection in
            guard connection.read() != nil else { return }
            connection.readToEnd()
        }
        let discovery = discovery(KnownPort(server.port, .ollama))
        let task = Task { for await _ in discovery.results() {} }
        await yieldUntil { server.connectionCount > 0 }
        task.cancel()
        await task.value
        await yieldUntil { server.connections.allSatisfy(\.sawEnd) }
    }
}
