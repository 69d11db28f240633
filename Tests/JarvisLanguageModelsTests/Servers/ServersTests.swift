// SPDX-License-Identifier: GPL-3.0-or-later
// The file of language model servers that the user has set up.

import JarvisCore
import JarvisLanguageModels
import JarvisNetwork
import JarvisNetworkTesting
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ServersTests {
    private let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path + "/language-models.json" }

    private static let local = LanguageModelServer(
        name: "local", kind: .ollama, address: "http://localhost:11434", model: "llama3.2", prompt: "Be kind.",
        options: ChatOptions(temperature: 0.5, maximumTokens: 300, contextTokens: 8192, keepAlive: "-1"))
    private static let big = LanguageModelServer(name: "big", kind: .openAI, address: "https://example.org")

    private func text() throws -> String {
        String(decoding: try #require(try AtomicFile.read(path)), as: UTF8.self)
    }

    private func write(_ text: String) throws { try AtomicFile.write(path, Array(text.utf8)) }

    @Test func firstServerIsUsedByDefault() {
        var list = LanguageModelServerList()
        list.put(Self.local)
        list.put(Self.big)
        #expect(list.active == Self.local && list.servers.count == 2)
        list.activeName = "BIG"
        #expect(list.active == Self.big, "names differ in more than case")
        #expect(list.remove(named: "Big") == Self.big && list.active == nil)
        #expect(list.remove(named: "big") == nil)
        list.put(Self.local)
        #expect(list.servers.count == 1 && list.active == nil, "who wants none is not given one")
    }

    @Test func serversRoundTripThroughTheFile() async throws {
        let store = JSONLanguageModelServers(path: path)
        #expect(try await store.list() == LanguageModelServerList())
        try await store.update {
            $0.put(Self.local)
            $0.put(Self.big)
        }
        let other = JSONLanguageModelServers(path: path)
        let list = try await other.list()
        #expect(list.servers == [Self.local, Self.big] && list.activeName == "local")
    }

    @Test func dataFromLaterVersionsIsPreserved() async throws {
        try write(
            """
            {"format":"jarvis-language-models","version":1,"new":true,"servers":[
            {"name":"local","kind":"ollama","address":"http://a:1","color":"red"},
            {"name":"later","kind":"telepathy","address":"x"}]}
            """)
        let store = JSONLanguageModelServers(path: path)
        #expect(try await store.list().servers.map(\.name) == ["local"])
        try await store.update { $0.servers[0].model = "m" }
        let text = try text()
        for part in ["\"new\": true", "\"color\": \"red\"", "\"telepathy\"", "\"model\": \"m\""] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test func aDamagedFileThrowsAndIsSetAside() async throws {
        try write("{\"servers\":")
        let told = Mutex<[Notice]>([])
        let store = JSONLanguageModelServers(path: path) { notice in told.withLock { $0.append(notice) } }
        await #expect(throws: StoreFailure.self) { try await store.list() }
        try await store.update { $0.put(Self.local) }
        #expect(try await store.list().servers == [Self.local])
        #expect(told.withLock { $0.map(\.advice) }.allSatisfy { $0.contains(path + ".damaged-1") })
        #expect(told.withLock { $0.count } == 1)
        #expect(try AtomicFile.read(path + ".damaged-1") != nil)
    }

    @Test func anEntryThatMakesNoServerIsReportedOnce() async throws {
        try write(#"{"servers":[{"name":"local","kind":"ollama","address":"http://a:1"},{"name":"x"}]}"#)
        let told = Mutex<[Notice]>([])
        let store = JSONLanguageModelServers(path: path) { notice in told.withLock { $0.append(notice) } }
        for _ in 0..<2 { #expect(try await store.list().servers.map(\.name) == ["local"]) }
        let said = told.withLock { $0.map(\.advice) }
        #expect(said.count == 1 && said[0].contains(path) && said[0].contains("one server"), "\(said)")
    }

    @Test func updatedServerKeepsUnchangedValues() {
        var list = LanguageModelServerList()
        var server = Self.local
        server.prompt = "Be kind."
        server.options.temperature = 0.5
        list.put(server)
        let changed = list.put(name: "Local", kind: .openAI, address: "http://localhost:2") { $0.model = "new" }
        #expect(list.servers == [changed] && list.active == changed)
        #expect(changed.prompt == "Be kind." && changed.options.temperature == 0.5 && changed.model == "new")
        #expect(changed.address == "http://localhost:2" && changed.kind == .openAI && changed.name == "Local")
    }

    @Test func valuesOutOfRangeAreIgnored() async throws {
        try write(
            """
            {"servers":[{"name":"a b","kind":"ollama","address":"http://a:1"},
            {"name":"ok","kind":"openai","address":"http://a:1","temperature":9,"maximumTokens":1,"contextTokens":1}]}
            """)
        let servers = try await JSONLanguageModelServers(path: path).list().servers
        #expect(servers.map(\.name) == ["ok"])
        #expect(servers[0].options == ChatOptions())
    }

    @Test func networkIsNotCreatedBeforeAServerIsChosen() async throws {
        let network = NetworkOnDemand()
        let store = JSONLanguageModelServers(path: path)
        let models = LanguageModels(servers: store, keys: KeyRing(FakeSecrets()), network: network)
        #expect(try await models.active() == nil)
        #expect(!network.isStarted)
        try await store.update { $0.put(Self.local) }
        let first = try #require(try await models.active()).model as? ServerLanguageModel
        let second = try #require(try await models.active()).model as? ServerLanguageModel
        #expect(first === second && first?.name == "local", "made once")
        try await store.update { $0.servers[0].model = "other" }
        #expect(try await models.active()?.model as? ServerLanguageModel !== first, "set up differently")
    }

    @Test func onlyRemoteServersHaveARemoteHost() {
        #expect(Self.local.remoteHost == nil)
        #expect(Self.big.remoteHost == "example.org")
    }
}
