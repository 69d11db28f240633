// SPDX-License-Identifier: GPL-3.0-or-later
// Goes off when a server brings nothing of use for a while, or is not done after all the time that it may take. Events
// that say nothing (pings, or pieces of an event that never ends) do not put it off.

public import JarvisCore
import Synchronization

/// Runs an action once, when the answer does not begin, does not go on or does not end within its limits.
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

    /// The time begins now.
    /// - Parameters:
    ///   - limits: `answer` is for the first that is of use, `pause` for each that follows, `total` for all.
    ///   - clock: Measures them; monotonic.
    ///   - action: Told what was being waited for.
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

    /// Something of use has come.
    public func progress() {
        state.withLock { state in
            state.lastProgress = clock.now
            guard !state.hasBegun else { return }
            state.hasBegun = true
            // The wait for the first may go on for longer than the next may take.
            guard let task = state.task, !task.isCancelled else { return }
            task.cancel()
            state.task = waiting()
        }
    }

    /// It goes off no more.
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

    /// When it goes off if nothing more comes, and what it is then that has not come.
    private var next: (at: AlarmClock.Instant, stage: ServerFailure.Stage) {
        let (last, hasBegun) = state.withLock { ($0.lastProgress, $0.hasBegun) }
        let silence = last.advanced(by: hasBegun ? limits.pause : limits.answer)
        let stage: ServerFailure.Stage = hasBegun ? .rest : .answer
        guard let end = limits.total.map(start.advanced), end < silence else { return (silence, stage) }
        return (end, .rest)
    }
}
