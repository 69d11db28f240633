// SPDX-License-Identifier: GPL-3.0-or-later
// Starts a server's program, or opens a channel to its address.

import Glibc
import JarvisCore
import JarvisNetwork
import JarvisPlatform

/// A channel before its first message.
struct OpenChannel: Sendable {
    var channel: any ToolChannel
    /// The time limit for the server's first message.
    var startLimit: Duration
    /// The server may leave unknown requests unanswered.
    var mayBeMute: Bool
}

/// Opens channels to servers.
struct ChannelOpener: Sendable {
    var secrets: ToolServerSecrets
    var keys: KeyRing
    var network: NetworkOnDemand
    var runner: ProcessRunner
    var resolver: CommandResolver
    var clock: any Clock<Duration>
    var limits: ToolServerLimits

    /// Starts the server's program or prepares a channel to its address. Does not wait for a first message.
    /// - Throws: `ToolServerFailure`.
    func open(_ server: ToolServer, report: (ToolServerNews) -> Void) async throws -> OpenChannel {
        func failure(_ kind: ToolServerFailure.Kind) -> ToolServerFailure {
            ToolServerFailure(server: server.name, kind: kind)
        }
        var values = try await values(of: server)
        let home = Environment.value("HOME").flatMap { FolderTree.isFolder($0) ? $0 : nil }
        // What a configuration leaves open is filled in at each start, so that a changed variable counts.
        var missing: [String] = []
        func filled(_ text: String) -> String {
            let filled = Placeholders(text, home: home, value: Environment.value)
            missing += filled.missing
            return filled.text
        }
        values.environment = values.environment.mapValues(filled)
        values.headers = values.headers.mapValues(filled)
        switch server.way {
        case .address(let written):
            let text = filled(written)
            guard missing.isEmpty else { throw failure(.valuesMissing(missing)) }
            let address: ServerAddress
            do {
                address = try ServerAddress(text, schemes: [.http, .https])
            } catch {
                throw failure(.server(ServerFailure(server: text, kind: .address(error))))
            }
            let headers = server.headers.compactMap { name in values.headers[name].map { (name: name, value: $0) } }
            let channel = HTTPChannel(
                address, as: text, headers: headers, keys: keys, http: network.http, clock: clock)
            return OpenChannel(channel: channel, startLimit: limits.start, mayBeMute: false)
        case .command(let written, let writtenArguments):
            let (program, arguments) = (filled(written), writtenArguments.map(filled))
            let wanted = server.folder.map(filled)
            guard missing.isEmpty else { throw failure(.valuesMissing(missing)) }
            if let wanted, !FolderTree.isFolder(wanted) {
                throw failure(.notStarted(reason: StoreFailure.systemText(of: ENOENT) + ": " + wanted))
            }
            guard let found = await resolver.find(program) else {
                throw failure(.commandMissing(program, package: CommandResolver.package(of: program)))
            }
            let fetches = CommandResolver.fetches(program)
            report(.starting(path: found.path, mayFetch: fetches))
            var environment = values.environment.filter { server.environment.contains($0.key) }
            if environment["PATH"] == nil { environment["PATH"] = found.searchPath }
            let process: RunningProcess
            // Otherwise in the home folder, so that servers behave the same wherever JARVIS was started.
            do {
                process = try runner.start(
                    ProcessCommand(found.path, arguments, environment: environment, folder: wanted ?? home))
            } catch {
                throw failure(.notStarted(reason: error.reason))
            }
            return OpenChannel(
                channel: StdioChannel(process, clock: clock), startLimit: fetches ? limits.fetch : limits.start,
                mayBeMute: true)
        }
    }

    /// The server's secret values. Queries the keyring only for servers that have some.
    private func values(of server: ToolServer) async throws -> ToolServerValues {
        guard !server.environment.isEmpty || !server.headers.isEmpty else { return ToolServerValues() }
        let values: ToolServerValues
        do {
            values = try await secrets.values(of: server.name)
        } catch let failure as SecretFailure {
            throw ToolServerFailure(server: server.name, kind: .secrets(reason: failure.reason))
        }
        // A program also inherits JARVIS's environment.
        let missing =
            server.environment.filter { values.environment[$0] == nil && Environment.value($0) == nil }
            + server.headers.filter { values.headers[$0] == nil }
        guard missing.isEmpty else { throw ToolServerFailure(server: server.name, kind: .valuesMissing(missing)) }
        return values
    }
}
