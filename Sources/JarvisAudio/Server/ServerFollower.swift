// SPDX-License-Identifier: GPL-3.0-or-later
// Follows the streams of the sound server across its restarts, for watchers that each have their own thread.

import CPulse
import JarvisCore
import JarvisPlatform
import Synchronization

/// Looks at the sound server at the start of each connection and after each change of its streams. `end` may be called
/// from any thread, `run` only once, on the watcher's thread.
final class ServerFollower: @unchecked Sendable {
    // Unchecked: only `run` and the callbacks inside it touch `isStale`; `isEnded` is atomic.
    private let server: PulseServer
    private let streams: pa_subscription_mask_t
    private let waker = MainLoopWaker()
    private let isEnded = Atomic(false)
    fileprivate var isStale = false

    /// The time until the next attempt if the server is missing.
    private static let retry = Duration.seconds(2)

    /// - Parameters:
    ///   - streams: The kinds of streams to follow.
    init(server: PulseServer, streams: [pa_subscription_mask_t]) {
        self.server = server
        self.streams = pa_subscription_mask_t(rawValue: streams.reduce(0) { $0 | $1.rawValue })
    }

    func end() {
        isEnded.store(true, ordering: .sequentiallyConsistent)
        waker.wake()
    }

    private var hasEnded: Bool { isEnded.load(ordering: .sequentiallyConsistent) }

    /// Follows until ended.
    /// - Parameters:
    ///   - look: Looks at the server's streams.
    ///   - turn: Called after each event of the connection, such as sound of a recording.
    ///   - lost: Called when the server is missing or gone.
    func run(
        look: (PulseConnection) throws(AudioFailure) -> Void, turn: () -> Void = {}, lost: () -> Void
    ) {
        guard let connection = try? PulseConnection(server: server, waker: waker) else { return }
        while !hasEnded {
            do { try follow(connection, look, turn) } catch { lost() }
            _ = connection.wait(Self.retry) { hasEnded }
        }
    }

    /// Follows one connection; returns when ended.
    private func follow(
        _ connection: PulseConnection, _ look: (PulseConnection) throws(AudioFailure) -> Void, _ turn: () -> Void
    ) throws(AudioFailure) {
        try connection.connect()
        if let context = connection.context {
            pa_context_set_subscribe_callback(context, noticeStream, Unmanaged.passUnretained(self).toOpaque())
            connection.finish(pa_context_subscribe(context, streams, nil, nil))
        }
        while !hasEnded {
            // Reset before requesting the list, so that later streams are noticed.
            isStale = false
            try look(connection)
            while !isStale, !hasEnded, connection.isReady {
                connection.iterate(nil) { hasEnded }
                turn()
            }
        }
    }
}

/// The object outlives its connections, and their callbacks run inside `run`.
private let noticeStream: pa_context_subscribe_cb_t = { _, _, _, data in
    guard let data else { return }
    let follower = Unmanaged<ServerFollower>.fromOpaque(data).takeUnretainedValue()
    follower.isStale = true
}
