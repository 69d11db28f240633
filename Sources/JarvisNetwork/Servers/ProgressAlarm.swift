// SPDX-License-Identifier: GPL-3.0-or-later
// Detects a server that sends nothing useful for a while, or exceeds its total time. Events without content (pings, or
// pieces of an event that never ends) don't count as progress.

public import JarvisCore
import Synchronization

/// Runs an action once, if an answer does not begin, continue or end within its limits.
public final class ProgressAlarm<AlarmClock: Clock<Duration>>: Sendable {
    private struct State: Sendable {
        var lastProgress: AlarmClock.Instant
        var hasBegun = false
        var task: Task<Void, Never>?
    }

    private let state: Mutex<State>
    private let clock: AlarmClock
    private let start: AlarmClock.Instant
    private let limits: TransferLimits
    private let action: @Sendable (ServerFailure.Stage) -> Void

    /// Arms the alarm.
    /// - Parameters:
    ///   - limits: The limits: `answer` for the first useful event, `pause` for each later one, `total` for all.
    ///   - clock: Measures the limits; must be monotonic.
    ///   - action: Called with the stage that was overdue.
    public init(
        _ limits: TransferLimits, clock: AlarmClock = ContinuousClock(),
        action: @escaping @Sendable (ServerFailure.Stage) -> Void
    ) {
        self.limits = limits
        self.clock = clock
        start = clock.now
        self.action = action
        state = Mutex(State(lastProgress: start))
        state.withLock { $0.task = waiting() }
    }

    /// Call this when something useful has arrived.
    public func progress() {
        state.withLock { state in
            state.lastProgress = clock.now
            guard !state.hasBegun else { return }
            state.hasBegun = true
            // Restart the timer: the limit for the first event may be longer than that for the next.
            guard let task = state.task, !task.isCancelled else { return }
            task.cancel()
            state.task = waiting()
        }
    }

    /// Disarms the alarm.
    public func stop() { state.withLock { $0.task?.cancel() } }

    private func waiting() -> Task<Void, Never> {
        let (clock, action) = (clock, action)
        return Task { [weak self] in
            while !Task.isCancelled, let next = self?.next {
                guard next.at > clock.now else { return action(next.stage) }
                guard (try? await clock.sleep(until: next.at, tolerance: nil)) != nil else { return }
            }
        }
    }

    /// The time when the alarm fires if nothing more arrives, and the stage that is then overdue.
    private var next: (at: AlarmClock.Instant, stage: ServerFailure.Stage) {
        let (last, hasBegun) = state.withLock { ($0.lastProgress, $0.hasBegun) }
        let silence = last.advanced(by: hasBegun ? limits.pause : limits.answer)
        let stage: ServerFailure.Stage = hasBegun ? .rest : .answer
        guard let end = limits.total.map(start.advanced), end < silence else { return (silence, stage) }
        return (end, .rest)
    }
}
