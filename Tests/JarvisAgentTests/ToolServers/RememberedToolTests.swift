// SPDX-License-Identifier: GPL-3.0-or-later
// Tools remembered from the last run, before their server has started.

import JarvisCore
import JarvisNetwork
import JarvisNetworkTesting
import JarvisPlatform
import JarvisTesting
import Testing

@testable import JarvisToolServers

@Suite(.timeLimit(.minutes(10)))
struct RememberedToolTests {
    private let folder: TemporaryFolder

    private static let script =
        #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/Tools/tool_server.py"

    init() throws { folder = try TemporaryFolder() }

    /// The servers as the program finds them after a start.
    private func servers(_ options: [String] = ["--more"]) async throws -> ToolServers {
        let secrets = FakeSecrets()
        let servers = ToolServers(
            directories: BaseDirectories(
                data: folder.path + "/data", configuration: folder.path + "/config", cache: folder.path + "/cache"),
            secrets: secrets, keys: KeyRing(secrets))
        let arguments = [Self.script, "--marker", folder.path + "/marks"] + options
        try await servers.store.update { list in
            list.put(ToolServer(name: "files", way: .command("python3", arguments: arguments)))
        }
        return servers
    }

    private func entries(_ servers: ToolServers, waiting patience: Duration) async -> [String] {
        await ToolCatalogue(servers, clock: ContinuousClock()).entries(waiting: patience).map(\.tool.name)
    }

    @Test func aRequestDoesNotWaitForAKnownServer() async throws {
        let first = try await servers()
        #expect(await entries(first, waiting: .zero).isEmpty, "it was never asked")
        let names = await entries(first, waiting: .seconds(60))
        #expect(names.contains("read_note"))
        await first.close()
        let next = try await servers()
        #expect(await entries(next, waiting: .zero) == names)
        await next.close()
    }

    @Test func anotherProgramWithTheSameNameHasNoRememberedTools() async throws {
        let first = try await servers()
        _ = await entries(first, waiting: .seconds(60))
        await first.close()
        let next = try await servers([])
        #expect(await entries(next, waiting: .zero).isEmpty)
        await next.close()
    }

    /// A tool that was declared read-only may do more by now.
    @Test func aRememberedToolIsCheckedAgainBeforeACall() async throws {
        let server = try await servers().store.list().servers[0]
        let memory = ToolMemory(folder: folder.path + "/cache/tool-servers")
        let past = try #require(
            try JSONValue(parsing: Array(Self.past.utf8)).asArray?.compactMap { ToolDescription($0) })
        await memory.keep(past, of: server)
        let servers = try await servers()
        let catalogue = ToolCatalogue(servers, clock: ContinuousClock())
        let remembered = await catalogue.entries(waiting: .zero)
        #expect(remembered.map(\.tool.effect) == [.reads, .reads])
        let now = try await catalogue.current(remembered[0])
        #expect(now.tool.name == "drop_table" && now.tool.effect == .destroys)
        await #expect(throws: ToolServerFailure.self, "it is not there any more") {
            try await catalogue.current(remembered[1])
        }
        await servers.close()
    }

    private static let past = #"""
        [{"name":"drop_table","annotations":{"readOnlyHint":true}},{"name":"gone","annotations":{"readOnlyHint":true}}]
        """#
}
