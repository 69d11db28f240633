// SPDX-License-Identifier: GPL-3.0-or-later
// The timers of a conversation and of calls, on a clock that tests turn by hand.

/// Timers by name; starting one replaces the one of that name.
@MainActor
final class Timers<Name: Hashable> {
    private let clock: any Clock<Duration>
    private var running: [Name: Task<Void, Never>] = [:]

    /// - Parameter clock: Monotonic.
    init(clock: any Clock<Duration>) {
        self.clock = clock
    }

    isolated deinit {
        for timer in running.values { timer.cancel() }
    }

    /// Calls `action` after `delay`, unless the timer is cancelled or replaced before.
    /// - Parameter despiteStandstill: Waits once more if the computer slept or the process was stopped in the meantime.
    func start(
        _ name: Name, _ delay: Duration, despiteStandstill: Bool = false, _ action: @escaping @MainActor () -> Void
    ) {
        cancel(name)
        let (clock, wait) = (clock, clock.sleepsFromNow())
        running[name] = Task {
            guard let slept = try? await wait(delay) else { return }
            if despiteStandstill, slept > delay + .seconds(1) {
                guard (try? await clock.sleep(for: delay)) != nil else { return }
            }
            guard !Task.isCancelled else { return }
            action()
        }
    }

    func cancel(_ name: Name) {
        running.removeValue(forKey: name)?.cancel()
    }
}
