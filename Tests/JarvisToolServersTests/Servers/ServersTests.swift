// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import JarvisNetworkTesting
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisToolServers

@Suite(.timeLimit(.minutes(3)))
struct ServersTests {
    private let folder: TemporaryFolder
    private let store: JSONToolServers
    private var path: String { folder.path + "/tool-servers.json" }

    init() throws {
        folder = try TemporaryFolder()
        store = JSONToolServers(path: folder.path + "/tool-servers.json")
    }

    private var files: ToolServer {
        ToolServer(
            name: "files", way: .command("uvx", arguments: ["a", "b c"]), isEnabled: false, environment: ["T"],
            consent: ToolConsent(
                allowsReading: true, tools: ["write", "wipe"], fingerprints: ["write": "0a"], revocations: 2))
    }

    @Test func serversRoundTripThroughTheFile() async throws {
        let web = ToolServer(name: "Web", way: .address("https://example.org/mcp"), headers: ["X-Key"])
        try await store.update { [files] list in
            list.put(files)
            list.put(web)
        }
        #expect(try await store.list().servers == [files, web])
        #expect(try await store.list()["FILES"] == files)
        try await store.update { list in _ = list.remove("web") }
        #expect(try await store.list().servers == [files])
    }

    @Test func unknownDataIsPreserved() async throws {
        let text = """
            {"format":"jarvis-tool-servers","version":1,"later":7,
             "servers":[{"name":"files","command":"x","color":"red"},{"name":"new","pigeon":"post"}]}
            """
        try AtomicFile.write(path, Array(text.utf8))
        try await store.update { list in
            guard var server = list["files"] else { return }
            #expect(!server.isEnabled, "never without a word")
            server.isEnabled = true
            list.put(server)
        }
        let kept = try #require(try AtomicFile.read(path).map { String(decoding: $0, as: UTF8.self) })
        for part in ["later", "color", "pigeon"] { #expect(kept.contains(part)) }
    }

    @Test func aDamagedFileThrowsAndIsSetAside() async throws {
        try AtomicFile.write(path, Array("{\"servers\":[".utf8))
        await #expect(throws: StoreFailure.self) { try await store.list() }
        let told = Mutex<[Notice]>([])
        let watched = JSONToolServers(path: path) { notice in told.withLock { $0.append(notice) } }
        try await watched.update { [files] list in list.put(files) }
        #expect(try await watched.list().servers == [files])
        #expect(Environment.exists(path + ".damaged-1"))
        let said = told.withLock { $0.map { $0.explained(to: .commandLine).text } }
        #expect(said.count == 1 && said[0].contains(path + ".damaged-1"), "\(said)")
    }

    @Test func anEntryThatMakesNoServerIsReportedAndKept() async throws {
        try AtomicFile.write(
            path, Array(#"{"servers":[{"name":"files","command":"files"},{"name":5},{"name":"mail"}]}"#.utf8))
        let told = Mutex<[Notice]>([])
        let watched = JSONToolServers(path: path) { notice in told.withLock { $0.append(notice) } }
        for _ in 0..<2 { #expect(try await watched.list().servers.map(\.name) == ["files"]) }
        let said = told.withLock { $0.map { $0.explained(to: .commandLine).text } }
        #expect(said.count == 1 && said[0].contains(path) && said[0].contains("2 servers"), "\(said)")
        try await watched.update { list in list.put(ToolServer(name: "new", way: .command("new", arguments: []))) }
        let text = String(decoding: try AtomicFile.read(path) ?? [], as: UTF8.self)
        #expect(text.contains("\"name\": 5") && text.contains("mail"), "\(text)")
    }

    @Test func serversBeforeATruncationAreKept() async throws {
        try await store.update { [files] list in
            list.put(files)
            list.put(ToolServer(name: "mail", way: .command("mail", arguments: [])))
        }
        let whole = try AtomicFile.read(path) ?? []
        try AtomicFile.write(path, Array(whole.dropLast(30)))
        try await store.update { list in list.put(ToolServer(name: "new", way: .command("new", arguments: []))) }
        #expect(try await store.list().servers.map(\.name) == ["files", "new"])
    }

    @Test func revocationCountCannotOverflow() throws {
        let text = #"{"servers":[{"name":"a","command":"b","allowed":{"revocations":9223372036854775807}}]}"#
        let document = try #require(JSONValue(parsing: text.utf8).asObject)
        var server = try #require(ToolServerDocument.list(of: document).servers.first)
        let before = server.consent.revocations
        server.consent.revoke(.all)
        #expect(server.consent.revocations == before + 1)
    }

    @Test func consentCoversOneToolOrAllReading() throws {
        func tool(_ name: String, reads: Bool) throws -> ToolDescription {
            let text = "{\"name\":\"\(name)\",\"annotations\":{\"readOnlyHint\":\(reads)}}"
            return try #require(ToolDescription(JSONValue(parsing: Array(text.utf8))))
        }
        var consent = ToolConsent()
        let (look, peek, wipe, burn) = try (
            tool("look", reads: true), tool("peek", reads: true), tool("wipe", reads: false), tool("burn", reads: false)
        )
        #expect(!consent.allows(look) && !consent.allows(wipe))
        consent.allow(look)
        #expect(consent.allows(peek) && !consent.allows(wipe))
        consent.allow(wipe)
        #expect(consent.allows(wipe) && !consent.allows(burn))
        // A tool that only read data when it was allowed may do more now.
        #expect(!ToolConsent(allowsReading: true).allows(try tool("look", reads: false)))
    }

    @Test func pastedConfigurationsAreParsed() throws {
        let text = """
            {"mcpServers": {"My Files": {"command": "npx", "args": ["-y", 3], "env": {"KEY": "k", "N": 5}},
             "web": {"type": "http", "url": "https://example.org/mcp", "headers": {"Authorization": "Bearer t"},
             "disabled": true}}}
            """
        let pasted = try PastedServer.read(Array(text.utf8))
        #expect(pasted.map(\.server.name) == ["My-Files", "web"])
        #expect(pasted[0].server.way == .command("npx", arguments: ["-y", "3"]))
        #expect(
            pasted[0].values.environment == ["KEY": "k", "N": "5"] && pasted[0].server.environment == ["KEY", "N"])
        #expect(pasted[1].values.headers == ["Authorization": "Bearer t"] && !pasted[1].server.isEnabled)
        #expect(pasted[1].server.remoteHost == "example.org")
    }

    @Test(arguments: [
        ("{\"mcpServers\": {", "The configuration isn't JSON"), ("{}", "names no servers"),
        ("{\"mcpServers\":{\"a\":{}}}", "The server \"a\" in the configuration is incomplete"),
        (
            "{\"mcpServers\":{\"a\":{\"url\":\"http://a\",\"headers\":{\"X\":\"1\\nY: 2\"}}}}",
            "The server \"a\" in the configuration is incomplete"
        ),
        ("{\"mcpServers\":{\"a\":{\"url\":\"ftp://a\"}}}", "must start with http:// or https://"),
        (
            "{\"mcpServers\":{\"a b\":{\"command\":\"x\"},\"A/B\":{\"command\":\"y\"}}}",
            "Two servers would be named \"A-B\""
        ),
        ("{\"mcpServers\":{\"--\":{\"command\":\"x\"}}}", "The server \"--\" in the configuration is incomplete"),
        ("{\"mcpServers\":{\"a\":{\"type\":\"sse\",\"url\":\"http://a/sse\"}}}", "the old \"sse\" transport"),
    ])
    func pastedConfigurationErrorsAreReported(text: String, words: String) throws {
        let failure = #expect(throws: ToolServerFailure.self) { try PastedServer.read(Array(text.utf8)) }
        #expect(failure?.advice.contains(words) == true, "\(failure?.advice ?? "")")
    }

    @Test func namesDoNotStartLikeOptions() throws {
        #expect(!ToolServer.isName("-x") && ToolServer.isName("x-"))
        let pasted = try PastedServer.read(Array("{\"mcpServers\":{\"@a/b\":{\"command\":\"x\"}}}".utf8))
        #expect(pasted.map(\.server.name) == ["a-b"])
    }

    @Test func valuesFormOneSecretPerServer() async throws {
        let secrets = FakeSecrets()
        let store = ToolServerSecrets(secrets)
        let values = ToolServerValues(environment: ["A": "1"], headers: ["B": "ü\n2"])
        try await store.keep(values, of: "Files")
        #expect(try await store.values(of: "files") == values)
        #expect(try await store.values(of: "other").isEmpty)
        try await store.keep(ToolServerValues(), of: "files")
        #expect(try await store.values(of: "files").isEmpty)
    }
}
