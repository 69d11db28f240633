// SPDX-License-Identifier: GPL-3.0-or-later
// Runs jobs of several threads one after another without a thread of its own and without a caller ever waiting: a
// thread that comes while a job runs leaves its own to the thread that is at work.

import Synchronization

/// A queue of jobs whose worker is the first thread that comes.
final class SerialQueue<Job: Sendable>: Sendable {
    private struct State: Sendable {
        var waiting: [Job] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    /// Adds a job. Unless another call is at work, all jobs that wait are performed before this returns, in the order
    /// in which they came; jobs may add further ones.
    func run(_ job: Job, perform: (Job) -> Void) {
        let isWorker = state.withLock { state in
            state.waiting.append(job)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard isWorker else { return }
        while let batch = takeBatch() {
            for job in batch { perform(job) }
        }
    }

    /// The jobs that wait; nil, and the queue is free, when there are none.
    private func takeBatch() -> [Job]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            defer { state.waiting = [] }
            return state.waiting
        }
    }
}
