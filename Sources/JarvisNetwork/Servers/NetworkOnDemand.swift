// SPDX-License-Identifier: GPL-3.0-or-later
// Provides network access to clients of servers, created only once a server is used.

public import JarvisPlatform
import Synchronization

/// Creates the network thread and the HTTP client on first use.
public final class NetworkOnDemand: Sendable {
    private struct Parts {
        var loop: NetworkLoop
        var http: HTTPClient
    }

    private let parts: Mutex<Parts?> = Mutex(nil)

    private let traffic: TrafficLedger

    /// - Parameter traffic: Records the traffic with each server.
    public init(traffic: TrafficLedger = TrafficLedger()) {
        self.traffic = traffic
    }

    /// False until an engine has used a server. Every connection to a server goes through this object, so false means
    /// that there has been none.
    public var isStarted: Bool { parts.withLock { $0 != nil } }

    public var loop: NetworkLoop { made.loop }
    public var http: any HTTPStreaming { made.http }

    private var made: Parts {
        parts.withLock { parts in
            if let parts { return parts }
            let loop = NetworkLoop(traffic: traffic)
            let made = Parts(loop: loop, http: HTTPClient(loop: loop))
            parts = made
            return made
        }
    }
}
