// SPDX-License-Identifier: GPL-3.0-or-later
// A handle on the task that reads an answer, to stop it when the server takes too long.

import Synchronization

/// A task that other code can cancel, even before it is set.
final class ReadingTask: Sendable {
    private let state: Mutex<(task: Task<Void, any Error>?, timer: Task<Void, Never>?, isCancelled: Bool)> =
        Mutex((nil, nil, false))

    func set(_ task: Task<Void, any Error>) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    deinit {
        state.withLock { $0.timer }?.cancel()
    }

    func cancel(after time: Duration, _ clock: ContinuousClock) {
        let timer = Task { [weak self] in
            guard (try? await clock.sleep(for: time)) != nil else { return }
            self?.cancel()
        }
        state.withLock { $0.timer = timer }
    }
}
