// SPDX-License-Identifier: GPL-3.0-or-later
// Runs jobs from several threads one after another, without its own thread and without blocking callers: a thread
// that arrives while a job runs leaves its job to the thread at work.

import Glibc
import Synchronization

/// A queue whose worker is the first thread to arrive, until its own jobs are done. A pool thread takes over the jobs
/// that others have left by then: the thread that draws must not become the one that listens.
final class SerialQueue<Job: Sendable>: Sendable {
    private struct State: Sendable {
        var waiting: [(job: Job, thread: pthread_t)] = []
        var isRunning = false
    }

    private let state = Mutex(State())
    private let handOver: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// - Parameter handOver: Calls a function on another thread, soon.
    init(
        handOver: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { work in
            Task.detached(priority: .userInitiated) { work() }
        }
    ) {
        self.handOver = handOver
    }

    /// Adds a job. Jobs run in the order of arrival and may add further ones. If this thread becomes the worker, its
    /// jobs have run before this returns.
    func run(_ job: Job, perform: @escaping @Sendable (Job) -> Void) {
        let isWorker = state.withLock { state in
            state.waiting.append((job, pthread_self()))
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if isWorker { work(perform, until: pthread_self()) }
    }

    /// Runs waiting jobs until none of `thread` is left and hands over the rest; runs all of them if `thread` is nil.
    private func work(_ perform: @escaping @Sendable (Job) -> Void, until thread: pthread_t?) {
        while true {
            let (job, isLeft): (Job?, Bool) = state.withLock { state in
                guard !state.waiting.isEmpty else {
                    state.isRunning = false
                    return (nil, false)
                }
                if let thread, !state.waiting.contains(where: { $0.thread == thread }) { return (nil, true) }
                return (state.waiting.removeFirst().job, false)
            }
            guard let job else {
                if isLeft { handOver { self.work(perform, until: nil) } }
                return
            }
            perform(job)
        }
    }
}
