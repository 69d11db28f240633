// SPDX-License-Identifier: GPL-3.0-or-later
// What has gone to which server and come from it since the program began: one ledger for all that use the network.

public import JarvisCore
import Synchronization

/// The traffic with one server.
public struct TrafficEntry: Hashable, Sendable {
    /// Host, with a port where it is not the usual one.
    public var server: String
    public var sentBytes = 0
    public var receivedBytes = 0
    /// Requests and connections.
    public var exchangeCount = 0
    public var lastUse: Timestamp

    public init(server: String, lastUse: Timestamp) {
        self.server = server
        self.lastUse = lastUse
    }
}

/// Counts by server; usable from any thread.
public final class TrafficLedger: Sendable {
    private let servers = Mutex<[String: TrafficEntry]>([:])
    private let clock: any WallClock

    public init(clock: any WallClock = SystemWallClock()) {
        self.clock = clock
    }

    /// A request or a connection to a server begins.
    public func begin(_ server: String) { change(server) { $0.exchangeCount += 1 } }

    public func sent(_ bytes: Int, to server: String) { change(server) { $0.sentBytes += bytes } }

    public func received(_ bytes: Int, from server: String) { change(server) { $0.receivedBytes += bytes } }

    /// All servers, the one that was used last first.
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
