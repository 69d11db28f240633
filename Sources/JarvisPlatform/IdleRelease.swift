// SPDX-License-Identifier: GPL-3.0-or-later
// Models take much memory and are often not needed for hours.

/// Releases a model when it has not been used for a while.
public final class IdleRelease: @unchecked Sendable {
    // Unchecked: the variables (`useCount`, `timer`) are touched only on `worker`.
    private let worker: WorkerThread
    private let idle: Duration
    private let clock: any Clock<Duration>
    private let release: @Sendable () -> Void
    /// Counts the uses, so that a timer knows whether there was one after it was set.
    private var useCount = 0
    private var timer: Task<Void, Never>?

    /// - Parameters:
    ///   - worker: The model's thread, on which everything happens.
    ///   - idle: How long an unused model stays.
    ///   - clock: The clock that measures it.
    ///   - release: Called when it is over.
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

    /// The model was used just now; to be called on the worker.
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
