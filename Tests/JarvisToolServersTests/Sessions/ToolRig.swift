// SPDX-License-Identifier: GPL-3.0-or-later
// A tool server as a real child process, and the session that talks to it.

import JarvisNetwork
import JarvisNetworkTesting
import JarvisPlatform
import JarvisTesting
import Synchronization
import Testing

@testable import JarvisToolServers

final class ToolRig: Sendable {
    let folder: TemporaryFolder
    let servers: ToolServers
    let secrets = FakeSecrets()
    private let heard: Heard

    /// The reports from the servers.
    private final class Heard: Sendable {
        let news = Mutex<[ToolServerNews]>([])
    }

    init(limits change: (inout ToolServerLimits) -> Void = { _ in }, clock: any Clock<Duration> = ContinuousClock())
        throws
    {
        folder = try TemporaryFolder()
        var limits = ToolServerLimits()
        change(&limits)
        let heard = Heard()
        self.heard = heard
        servers = ToolServers(
            directories: BaseDirectories(
                data: folder.path + "/data", configuration: folder.path + "/config", cache: folder.path + "/cache"),
            secrets: secrets, keys: KeyRing(secrets), limits: limits, clock: clock,
            report: { _, news in heard.news.withLock { $0.append(news) } })
    }

    var news: [ToolServerNews] { heard.news.withLock { $0 } }

    /// The lines that the server wrote to its marker file.
    var marks: [String] {
        (WholeFile.text(marker) ?? "").split(separator: "\n").map(String.init)
    }

    var marker: String { folder.path + "/marks" }

    static let script =
        #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/Tools/tool_server.py"

    func server(_ arguments: String..., environment: [String] = []) -> ToolServer {
        ToolServer(
            name: "fake", way: .command("python3", arguments: [Self.script, "--marker", marker] + arguments),
            environment: environment)
    }

    func session(_ arguments: String...) -> ToolServerSession {
        var server = server()
        server.way = .command("python3", arguments: [Self.script, "--marker", marker] + arguments)
        return servers.session(of: server)
    }
}

extension ToolServerSession {
    func call(_ name: String, _ arguments: JSONObject = [:]) async throws -> ToolOutcome {
        try await call(try await tool(named: name), arguments)
    }

    /// The failure of a call; nil if it succeeds.
    func failure(of name: String, _ arguments: JSONObject = [:]) async throws -> ToolServerFailure.Kind? {
        do {
            _ = try await call(name, arguments)
            return nil
        } catch let failure as ToolServerFailure {
            return failure.kind
        }
    }
}
