// SPDX-License-Identifier: GPL-3.0-or-later
// The known tools of all enabled servers. A server is started when its tools are first needed; callers wait for it
// only as long as they choose.

import JarvisCore
import Synchronization

/// The tools of servers.
final class ToolCatalogue: Sendable {
    private struct Known {
        var server: ToolServer
        var entries: [ToolEntry]
    }

    private struct State {
        var known: [String: Known] = [:]
        /// Servers whose lists are being fetched.
        var pending: [String: Task<[ToolEntry], any Error>] = [:]
    }

    private let servers: ToolServers
    private let clock: any Clock<Duration>
    private let state = Mutex(State())

    init(_ servers: ToolServers, clock: any Clock<Duration>) {
        self.servers = servers
        self.clock = clock
    }

    /// The enabled servers; none if their file cannot be read, which is reported when it is changed.
    func enabled() async -> [ToolServer] { ((try? await servers.store.list())?.servers ?? []).filter(\.isEnabled) }

    func isKnown(_ server: ToolServer) -> Bool {
        state.withLock { $0.known[server.name]?.server.isReached(as: server) == true }
    }

    /// All known tools; a call checks again whether its server is still enabled.
    var known: [ToolEntry] { state.withLock { $0.known.values.flatMap(\.entries) } }

    /// The tools of one server. Waits as long as the server takes.
    /// - Throws: `ToolServerFailure`, or `CancellationError` if the caller is cancelled; the fetch itself goes on.
    func entries(of server: ToolServer) async throws -> [ToolEntry] {
        let task = asking(server)
        let (end, ended) = AsyncStream.makeStream(of: Never.self)
        Task {
            _ = await task.result
            ended.finish()
        }
        for await _ in end {}
        try Task.checkCancellation()
        return try await task.value
    }

    /// The tools of enabled servers that are known now or become known within `patience`.
    func entries(waiting patience: Duration) async -> [ToolEntry] {
        let enabled = await enabled()
        for server in enabled where !isKnown(server) { await recall(server) }
        // Known lists are also refreshed in the background: a server's tools may have changed.
        let tasks = enabled.map { (server: $0, isKnown: isKnown($0), task: asking($0)) }
        let unknown = tasks.filter { !$0.isKnown }
        if !unknown.isEmpty {
            let (end, ended) = AsyncStream.makeStream(of: Never.self)
            Task {
                for entry in unknown { _ = await entry.task.result }
                ended.finish()
            }
            let timer = Task { [clock] in
                try? await clock.sleep(for: patience)
                ended.finish()
            }
            for await _ in end {}
            timer.cancel()
        }
        return state.withLock { state in
            enabled.flatMap { server -> [ToolEntry] in
                guard let known = state.known[server.name], known.server.isReached(as: server) else { return [] }
                return known.entries
            }
        }
    }

    /// The entry as its server describes it now, since the tool may have changed.
    /// - Throws: `ToolServerFailure`, or `CancellationError`.
    func current(_ entry: ToolEntry) async throws -> ToolEntry {
        let entries = try await entries(of: entry.server)
        guard let found = entries.first(where: { $0.tool.name == entry.tool.name }) else {
            throw ToolServerFailure(
                server: entry.server.name, kind: .toolMissing(entry.tool.name, known: entries.map(\.tool.name)))
        }
        return found
    }

    private func recall(_ server: ToolServer) async {
        guard let tools = await servers.memory.tools(of: server) else { return }
        let entries = tools.map { ToolEntry(server: server, tool: $0, isRemembered: true) }
        state.withLock { state in
            // It may have answered in the meantime.
            guard state.known[server.name]?.server.isReached(as: server) != true else { return }
            state.known[server.name] = Known(server: server, entries: entries)
        }
    }

    /// The task that fetches a server's tools; starts one unless a fetch is in progress.
    private func asking(_ server: ToolServer) -> Task<[ToolEntry], any Error> {
        state.withLock { state in
            if let task = state.pending[server.name] { return task }
            let task = Task { [servers] in
                defer { self.state.withLock { $0.pending[server.name] = nil } }
                let tools = try await servers.session(of: server).tools()
                await servers.memory.keep(tools, of: server)
                return self.take(tools, of: server)
            }
            state.pending[server.name] = task
            return task
        }
    }

    private func take(_ tools: [ToolDescription], of server: ToolServer) -> [ToolEntry] {
        state.withLock { state in
            // Reuse the parsed entries if nothing changed.
            let old = state.known[server.name]?.entries ?? []
            let isSame = old.map(\.tool) == tools && old.first?.server == server && old.first?.isRemembered == false
            let entries = isSame ? old : tools.map { ToolEntry(server: server, tool: $0) }
            state.known[server.name] = Known(server: server, entries: entries)
            return entries
        }
    }
}
