// SPDX-License-Identifier: GPL-3.0-or-later
// The user's tool servers. None is started or contacted before it is needed.

public import JarvisCore
public import JarvisNetwork
public import JarvisPlatform
import Synchronization

/// All tool servers of the user, each with its own session.
public final class ToolServers: Sendable {
    public let store: JSONToolServers
    public let secrets: ToolServerSecrets
    public let logs: ToolServerLogs
    public let memory: ToolMemory
    public let consents: ToolConsents
    private let opener: ChannelOpener
    private let report: @Sendable (String, ToolServerNews) -> Void
    private let sessions: Mutex<[String: ToolServerSession]> = Mutex([:])

    /// - Parameters:
    ///   - directories: The folders for the servers' file, logs and tool lists.
    ///   - damage: Called after a damaged servers' file was set aside.
    ///   - report: Receives a server's name and progress, on any thread.
    public init(
        directories: BaseDirectories, secrets: any SecretStore, keys: KeyRing,
        network: NetworkOnDemand = NetworkOnDemand(), limits: ToolServerLimits = ToolServerLimits(),
        clock: any Clock<Duration> = ContinuousClock(),
        damage: @escaping @Sendable (Notice) -> Void = { _ in },
        report: @escaping @Sendable (String, ToolServerNews) -> Void = { _, _ in }
    ) {
        store = JSONToolServers(path: JSONToolServers.path(in: directories), report: damage)
        consents = ToolConsents(store: store)
        logs = ToolServerLogs(folder: directories.cache + "/tool-servers")
        memory = ToolMemory(folder: directories.cache + "/tool-servers")
        let secrets = ToolServerSecrets(secrets)
        self.secrets = secrets
        self.report = report
        let runner = ProcessRunner()
        opener = ChannelOpener(
            secrets: secrets, keys: keys, network: network, runner: runner,
            resolver: CommandResolver(runner: runner), clock: clock, limits: limits)
    }

    /// The session of a server. If the server's setup has changed, it is a new one and the old one ends.
    public func session(of server: ToolServer) -> ToolServerSession {
        let (session, old) = sessions.withLock { sessions -> (ToolServerSession, ToolServerSession?) in
            let old = sessions[server.name]
            if let old, old.server.isReached(as: server) { return (old, nil) }
            let session = ToolServerSession(server, opener: opener, logs: logs) { [report] in report(server.name, $0) }
            sessions[server.name] = session
            return (session, old)
        }
        // Closing the old session may take seconds, and the new one need not wait.
        if let old { Task { await old.close() } }
        return session
    }

    /// Ends a server that has been changed, disabled or removed.
    public func close(_ name: String) async {
        await sessions.withLock { $0.removeValue(forKey: name) }?.close()
    }

    /// Ends all servers.
    public func close() async {
        let all = sessions.withLock { sessions in
            defer { sessions = [:] }
            return Array(sessions.values)
        }
        await withTaskGroup(of: Void.self) { group in
            for session in all { group.addTask { await session.close() } }
        }
    }
}
