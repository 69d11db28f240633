// SPDX-License-Identifier: GPL-3.0-or-later
// The network as clients of servers use it: nothing of it exists before a server has been chosen.

public import JarvisPlatform
import Synchronization

/// Makes the network thread and the HTTP client when they are first needed.
public final class NetworkOnDemand: Sendable {
    private struct Parts {
        var loop: NetworkLoop
        var http: HTTPClient
    }

    private let parts: Mutex<Parts?> = Mutex(nil)

    private let traffic: TrafficLedger

    /// - Parameter traffic: is told what goes to which server.
    public init(traffic: TrafficLedger = TrafficLedger()) {
        self.traffic = traffic
    }

    /// False until an engine that needs a server was used. Every socket to a server goes through these parts, so that
    /// while this is false there was none.
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
