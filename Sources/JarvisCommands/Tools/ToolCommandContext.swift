// SPDX-License-Identifier: GPL-3.0-or-later
// The parts that the tool server commands share, for the duration of a command.

import JarvisCore
import JarvisNetwork
import JarvisPlatform
import JarvisStore
import JarvisToolServers

struct ToolCommandContext: Sendable {
    let servers: ToolServers
    let secrets: any SecretStore
    let log: any EventLog
    /// Records an action in the history; if the history can't be written, that is reported.
    let keep: @Sendable (ToolAction) async -> Void

    init(_ global: GlobalOptions, limits: ToolServerLimits = ToolServerLimits()) throws {
        log = try global.openLog()
        let directories = BaseDirectories.current()
        let settings = JSONSettingsStore(path: directories.configuration + "/settings.json")
        for notice in settings.notices { Console.note("jarvis: \(notice.commandAdvice)") }
        let secrets = EnvironmentSecrets(before: SecretServiceStore())
        self.secrets = secrets
        let clock = SystemWallClock()
        let history = SessionConversationStore(
            JSONLinesConversationStore(folder: directories.data + "/history", clock: clock), settings: settings,
            clock: clock)
        keep = { action in
            do {
                _ = try await history.append(MessageDraft(turn: TurnID(startingAt: clock.now()), action: action))
            } catch {
                Console.note("jarvis: \(commandAdvice(for: error) ?? "\(error)")")
            }
        }
        let keys = KeyRing(secrets) { settings.current.network.allowsPlainKey(for: $0) }
        servers = ToolServers(
            directories: directories, secrets: secrets, keys: keys, limits: limits,
            damage: { Console.note(PlainText.printable("jarvis: \($0.commandAdvice)")) },
            report: { name, news in Self.tell(news, of: name) })
    }

    /// Runs work on the servers, then ends those that it has started, even if it is interrupted.
    func run<Result: Sendable>(_ body: @escaping @Sendable (ToolServers) async throws -> Result) throws -> Result {
        do {
            return try runInterruptible { [servers] in
                do {
                    let result = try await body(servers)
                    await servers.close()
                    return result
                } catch {
                    await servers.close()
                    throw error
                }
            }
        } catch is CancellationError {
            throw CommandFailure("Stopped.")
        }
    }

    /// The server with this name.
    /// - Throws: `CommandFailure` if there is none.
    func server(named name: String) throws -> ToolServer {
        let list = try runBlocking { [servers] in try await servers.store.list() }
        guard let server = list[name] else {
            throw CommandFailure("There's no tool server \"\(name)\". \"jarvis mcp list\" lists them.")
        }
        return server
    }

    /// The server with this name; for nil all enabled ones.
    func servers(named name: String?) throws -> [ToolServer] {
        if let name { return [try server(named: name)] }
        let list = try runBlocking { [servers] in try await servers.store.list() }
        let enabled = list.servers.filter(\.isEnabled)
        guard !enabled.isEmpty else {
            throw CommandFailure("No tool server is enabled. \"jarvis mcp add\" adds one.")
        }
        return enabled
    }

    private static func tell(_ news: ToolServerNews, of name: String) {
        switch news {
        case .starting(let path, true):
            Console.note("jarvis: Starting \(name) with \(path). A first download can take two minutes.")
        case .starting: break
        case .restarting(let failure): Console.note("jarvis: \(failure.commandAdvice) Trying again.")
        }
    }
}

/// One server's result, when several are asked.
struct Answered<Value: Sendable>: Sendable {
    var server: ToolServer
    var result: Result<Value, any Error>

    /// Asks all servers at the same time; the results are in the order of the servers.
    /// - Throws: `CancellationError` if the task was cancelled.
    static func all(
        _ servers: [ToolServer], _ ask: @escaping @Sendable (ToolServer) async throws -> Value
    ) async throws -> [Answered] {
        try await withThrowingTaskGroup(of: (Int, Answered).self) { group in
            for (place, server) in servers.enumerated() {
                group.addTask {
                    do {
                        return (place, Answered(server: server, result: .success(try await ask(server))))
                    } catch {
                        return (place, Answered(server: server, result: .failure(error)))
                    }
                }
            }
            var answers: [(Int, Answered)] = []
            for try await answer in group { answers.append(answer) }
            // If the user has interrupted the command, that isn't a failure of the servers.
            try Task.checkCancellation()
            return answers.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}
