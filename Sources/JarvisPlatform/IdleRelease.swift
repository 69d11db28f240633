// SPDX-License-Identifier: GPL-3.0-or-later
// Releases models that have not been used for a while: they take a lot of memory, and are often not needed for hours.

/// Releases a model that has not been used for a while.
public final class IdleRelease: @unchecked Sendable {
    // Unchecked: the variables (`useCount`, `timer`) are used only on `worker`.
    private let worker: WorkerThread
    private let idle: Duration
    private let clock: any Clock<Duration>
    private let release: @Sendable () -> Void
    /// The number of uses, which shows a timer whether there was one since it was set.
    private var useCount = 0
    private var timer: Task<Void, Never>?

    /// - Parameters:
    ///   - worker: The model's thread, on which everything here happens.
    ///   - idle: How long to keep an unused model.
    ///   - clock: Measures the idle time.
    ///   - release: Releases the model.
    public init(
        on worker: WorkerThread, after idle: Duration, clock: any Clock<Duration>,
        release: @escaping @Sendable () -> Void
    ) {
        self.worker = worker
        self.idle = idle
        self.clock = clock
        self.release = release
    }

    deinit {
        timer?.cancel()
    }

    /// Records a use, which restarts the idle time. Call this on the worker.
    public func noteUse() {
        useCount += 1
        timer?.cancel()
        let (count, clock, idle) = (useCount, clock, idle)
        timer = Task { [weak self] in
            guard (try? await clock.sleep(for: idle)) != nil else { return }
            self?.expire(ifUnusedSince: count)
        }
    }

    private func expire(ifUnusedSince count: Int) {
        worker.async { [self] in
            if useCount == count { release() }
        }
    }
}
