// SPDX-License-Identifier: GPL-3.0-or-later
// Counts traffic by server since the program started, in one ledger for all users of the network.

public import JarvisCore
import Synchronization

/// The traffic with a server.
public struct TrafficEntry: Hashable, Sendable {
    /// The host, with the port if it is not the default.
    public var server: String
    public var sentBytes = 0
    public var receivedBytes = 0
    /// The number of requests and connections.
    public var exchangeCount = 0
    public var lastUse: Timestamp

    public init(server: String, lastUse: Timestamp) {
        self.server = server
        self.lastUse = lastUse
    }
}

/// Counts traffic by server. Any thread may use it.
public final class TrafficLedger: Sendable {
    private let servers = Mutex<[String: TrafficEntry]>([:])
    private let clock: any WallClock

    public init(clock: any WallClock = SystemWallClock()) {
        self.clock = clock
    }

    /// Records the start of a request or connection.
    public func begin(_ server: String) { change(server) { $0.exchangeCount += 1 } }

    public func sent(_ bytes: Int, to server: String) { change(server) { $0.sentBytes += bytes } }

    public func received(_ bytes: Int, from server: String) { change(server) { $0.receivedBytes += bytes } }

    /// The traffic of all servers, most recently used first.
    public var entries: [TrafficEntry] {
        servers.withLock { $0.values.sorted { ($1.lastUse, $0.server) < ($0.lastUse, $1.server) } }
    }

    private func change(_ server: String, _ change: (inout TrafficEntry) -> Void) {
        let now = clock.now()
        servers.withLock { servers in
            var entry = servers[server] ?? TrafficEntry(server: server, lastUse: now)
            entry.lastUse = now
            change(&entry)
            servers[server] = entry
        }
    }
}
