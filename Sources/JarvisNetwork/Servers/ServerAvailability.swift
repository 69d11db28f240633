// SPDX-License-Identifier: GPL-3.0-or-later
// Decides whether a server is worth asking. After a failure it is left alone for a while, longer each time.

public import JarvisCore
public import JarvisPlatform
import Synchronization

/// Tracks the health of a server; shared by all its clients.
public final class ServerAvailability: Sendable {
    private struct State {
        var health: EngineHealth
        var failures = 0
        /// When the server may be tried again, in the time of `now`.
        var retryAt = Duration.zero
        /// True if the user has been told that the server doesn't work.
        var isAnnounced = false
        /// True if the last answer was incomplete.
        var isDoubted = false
    }

    private let state: Mutex<State>
    /// Returns the time of a monotonic clock.
    private let now: @Sendable () -> Duration

    private static let firstPause = Duration.seconds(5)
    private static let longestPause = Duration.seconds(300)

    public init(
        server: String, now: @escaping @Sendable () -> Duration = { .nanoseconds(MonotonicTime.nanoseconds()) }
    ) {
        state = Mutex(State(health: EngineHealth(server: server)))
        self.now = now
    }

    /// The server's health.
    public var health: EngineHealth { state.withLock { $0.health } }

    /// True if the server should be tried. While it is failing, only one attempt at a time is allowed.
    public func mayTry() -> Bool {
        let now = now()
        return state.withLock { state in
            guard state.failures > 0 else { return true }
            guard now >= state.retryAt else { return false }
            state.retryAt = now + Self.pause(after: state.failures)
            return true
        }
    }

    /// Call this when an answer has begun; it may still fail.
    public func answered(after latency: Duration) {
        state.withLock { $0.health.latencyMilliseconds = latency / .milliseconds(1) }
    }

    /// Call this when an answer is complete.
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

    /// Call this when a check has shown that the server is available; ends the waiting period.
    public func returned() {
        state.withLock { $0.retryAt = .zero }
    }

    /// Records a failure. A single incomplete answer may be due to the text as easily as to the server; two in a row
    /// are an outage.
    /// - Returns: True if this is the beginning of an outage, which the user should be told about.
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
