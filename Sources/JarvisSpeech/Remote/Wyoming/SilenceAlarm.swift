// SPDX-License-Identifier: GPL-3.0-or-later
// Goes off when nothing has been heard from somebody for a while.

import Synchronization

/// Runs an action once after a silence; each `reset` begins the silence anew.
final class SilenceAlarm: Sendable {
    private struct State {
        var lastSound = ContinuousClock.now
        var task: Task<Void, Never>?
    }

    private let state = Mutex(State())

    init(_ limit: Duration, action: @escaping @Sendable () -> Void) {
        let task = Task { [weak self] in
            var wait = limit
            while (try? await Task.sleep(for: wait)) != nil {
                guard let silence = self?.silence else { return }
                guard silence < limit else { return action() }
                wait = limit - silence
            }
        }
        state.withLock { $0.task = task }
    }

    func reset() { state.withLock { $0.lastSound = .now } }
    func stop() { state.withLock { $0.task?.cancel() } }

    private var silence: Duration { state.withLock { ContinuousClock.now - $0.lastSound } }
}
