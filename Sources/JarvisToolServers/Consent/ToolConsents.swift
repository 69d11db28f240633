// SPDX-License-Identifier: GPL-3.0-or-later
// The one place that decides whether a tool may be called: by what was allowed before, else by what the user answers.

public import JarvisCore
import Synchronization

/// Decides about calls, and keeps what the user allows.
public final class ToolConsents: Sendable {
    public enum Decision: Hashable, Sendable {
        case allowed(ToolAction.Ground)
        /// By this answer.
        case refused(ConsentAnswer)
    }

    private let store: JSONToolServers
    /// Servers whose tools that only read were allowed until the program ends, as they were set up then.
    private let reading = Mutex<[String: ToolServer]>([:])
    private let watchers = Mutex<[Int: AsyncStream<Void>.Continuation]>([:])
    private let count = Atomic(0)

    init(store: JSONToolServers) {
        self.store = store
    }

    /// Whether this may be called now.
    /// - Parameters:
    ///   - id: The question's identity, where one is asked.
    ///   - asksAnyway: What was allowed before does not count: the call may be somebody else's idea.
    ///   - ask: Asks the user.
    /// - Throws: `ToolServerFailure` where the server must not be used any more, `StoreFailure`, or what `ask` throws.
    public func decision(
        about call: CallConsent, id: ConsentID, asksAnyway: Bool = false,
        ask: (ConsentRequest) async throws -> ConsentAnswer
    ) async throws -> Decision {
        // Asked of the file: another process may have taken it back meanwhile, or have set the server up differently.
        let server = try await current(call.server)
        if !asksAnyway, server.consent.allows(call.tool) || call.tool.effect == .reads && mayRead(server) {
            return .allowed(.kept)
        }
        let request = call.request(
            id, asksAnyway: asksAnyway, hasChanged: server.consent.allowedOnce(call.tool))
        switch try await ask(request) {
        case .granted:
            // It may have been disabled or changed while the user thought about it.
            let server = try await current(call.server)
            if request.grantsUntilEnd {
                reading.withLock { $0[server.name] = server }
                watchers.withLock { for watcher in $0.values { watcher.yield() } }
            }
            return .allowed(.answer)
        case .always:
            _ = try await current(call.server)
            // What was not offered is not kept.
            guard request.always != .notOffered else { return .allowed(.answer) }
            try await allow(call)
            return .allowed(.always)
        case let answer: return .refused(answer)
        }
    }

    /// True while the tools of a server that only read may run, for good or until the program ends.
    public func allowsReading(_ server: ToolServer) -> Bool { server.consent.allowsReading || mayRead(server) }

    /// Yields whenever a server may read until the program ends; at most one waits. What is kept tells its store.
    public func changes() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let number = count.add(1, ordering: .relaxed).newValue
            watchers.withLock { $0[number] = continuation }
            continuation.onTermination = { [weak self] _ in self?.watchers.withLock { $0[number] = nil } }
        }
    }

    private func allow(_ call: CallConsent) async throws {
        try await store.update { list in
            guard var server = list[call.server.name], server.isReached(as: call.server) else { return }
            server.consent.allow(call.tool)
            list.put(server)
        }
    }

    private func current(_ server: ToolServer) async throws -> ToolServer {
        guard let found = try await store.list()[server.name], found.isEnabled, found.isReached(as: server) else {
            throw ToolServerFailure(server: server.name, kind: .disabled)
        }
        return found
    }

    /// What was allowed for this run ends when something is taken back or set up differently.
    private func mayRead(_ server: ToolServer) -> Bool {
        reading.withLock { reading in
            guard let then = reading[server.name] else { return false }
            let isSame =
                then.isReached(as: server) && then.consent.revocations == server.consent.revocations
                && Set(then.consent.tools).isSubset(of: server.consent.tools)
                && (server.consent.allowsReading || !then.consent.allowsReading)
            if !isSame { reading[server.name] = nil }
            return isSame
        }
    }
}
