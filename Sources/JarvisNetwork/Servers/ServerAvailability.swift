// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a server is worth asking: after a failure it is left alone for a while, longer each time.

public import JarvisCore
public import JarvisPlatform
import Synchronization

/// Remembers how a server has been doing; shared by everything that asks it.
public final class ServerAvailability: Sendable {
    private struct State {
        var health: EngineHealth
        var failures = 0
        /// Time by `now` before which the server is left alone.
        var retryAt = Duration.zero
        /// Somebody was told that the server does not work.
        var isAnnounced = false
        /// The last answer was incomplete.
        var isDoubted = false
    }

    private let state: Mutex<State>
    /// Monotonic time since any moment.
    private let now: @Sendable () -> Duration

    private static let firstPause = Duration.seconds(5)
    private static let longestPause = Duration.seconds(300)

    public init(
        server: String, now: @escaping @Sendable () -> Duration = { .nanoseconds(MonotonicTime.nanoseconds()) }
    ) {
        state = Mutex(State(health: EngineHealth(server: server)))
        self.now = now
    }

    /// How the server has been doing.
    public var health: EngineHealth { state.withLock { $0.health } }

    /// True when the server should be asked. While it fails, one try is let through at a time.
    public func mayTry() -> Bool {
        let now = now()
        return state.withLock { state in
            guard state.failures > 0 else { return true }
            guard now >= state.retryAt else { return false }
            state.retryAt = now + Self.pause(after: state.failures)
            return true
        }
    }

    /// The beginning of an answer has come; what comes of it is still open.
    public func answered(after latency: Duration) {
        state.withLock { $0.health.latencyMilliseconds = latency / .milliseconds(1) }
    }

    /// The whole of an answer has come.
    public func succeeded() {
        state.withLock { state in
            state.failures = 0
            state.isAnnounced = false
            state.isDoubted = false
            state.health.observationCount += 1
            state.health.state = .answering
            state.health.lastFailure = nil
        }
    }

    /// The server has said that it is there, without having been used: it need not be left alone any longer.
    public func returned() {
        state.withLock { $0.retryAt = .zero }
    }

    /// An answer that is merely incomplete is as likely the text's fault as the server's; two running are an outage.
    /// - Returns: True when this begins an outage, of which people should be told.
    public func failed(_ failure: ServerFailure) -> Bool {
        guard failure.kind != .cancelled else { return false }
        let now = now()
        return state.withLock { state in
            state.health.observationCount += 1
            if case .incomplete = failure.kind, !state.isDoubted {
                state.isDoubted = true
                return false
            }
            state.failures += 1
            state.retryAt = now + Self.pause(after: state.failures)
            state.health.state = .failing
            state.health.lastFailure = failure
            defer { state.isAnnounced = true }
            return !state.isAnnounced
        }
    }

    private static func pause(after failures: Int) -> Duration {
        min(firstPause * (1 << min(max(failures - 1, 0), 10)), longestPause)
    }
}
