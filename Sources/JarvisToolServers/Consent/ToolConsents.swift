// SPDX-License-Identifier: GPL-3.0-or-later
// The one place that decides whether a tool may be called: by earlier permissions, or by the user's answer.

public import JarvisCore
import Synchronization

/// Decides about calls, and stores the user's permissions.
public final class ToolConsents: Sendable {
    /// The decision about one call.
    public enum Decision: Hashable, Sendable {
        case allowed(ToolAction.Ground)
        /// Refused by this answer.
        case refused(ConsentAnswer)
    }

    private let store: JSONToolServers
    /// Servers whose read-only tools are allowed until JARVIS ends, in their state at that time.
    private let reading = Mutex<[String: ToolServer]>([:])
    private let watchers = Mutex<[Int: AsyncStream<Void>.Continuation]>([:])
    private let count = Atomic(0)

    init(store: JSONToolServers) {
        self.store = store
    }

    /// Decides whether this call may be made.
    /// - Parameters:
    ///   - id: The identifier of the question, if one is asked.
    ///   - asksAnyway: True if the call may be someone else's idea, so earlier permissions don't count.
    ///   - ask: Asks the user and returns the answer.
    /// - Throws: `ToolServerFailure` if the server may no longer be used, `StoreFailure`, or what `ask` throws.
    public func decision(
        about call: CallConsent, id: ConsentID, asksAnyway: Bool = false,
        ask: (ConsentRequest) async throws -> ConsentAnswer
    ) async throws -> Decision {
        // Read from the file: another process may have revoked the permission or changed the server.
        let server = try await current(call.server)
        if !asksAnyway, server.consent.allows(call.tool) || call.tool.effect == .reads && mayRead(server) {
            return .allowed(.kept)
        }
        let request = call.request(
            id, asksAnyway: asksAnyway, hasChanged: server.consent.allowedOnce(call.tool))
        switch try await ask(request) {
        case .granted:
            // It may have been disabled or changed while the user was thinking.
            let server = try await current(call.server)
            if request.grantsUntilEnd {
                reading.withLock { $0[server.name] = server }
                watchers.withLock { for watcher in $0.values { watcher.yield() } }
            }
            return .allowed(.answer)
        case .always:
            _ = try await current(call.server)
            // A permission that was not offered is not stored.
            guard request.always != .notOffered else { return .allowed(.answer) }
            try await allow(call)
            return .allowed(.always)
        case let answer: return .refused(answer)
        }
    }

    /// True if a server's read-only tools may run, permanently or until JARVIS ends.
    public func allowsReading(_ server: ToolServer) -> Bool { server.consent.allowsReading || mayRead(server) }

    /// Yields when a server gets permission to read until JARVIS ends. Buffers at most one element.
    /// The store reports changes of permanent permissions.
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

    /// True while the permission for this run holds: until any is revoked or the server's setup changes.
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
