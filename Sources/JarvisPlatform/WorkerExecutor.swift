// SPDX-License-Identifier: GPL-3.0-or-later
// Runs an actor on a worker thread, so that its blocking calls (fdatasync, flock) don't delay other work.

/// A serial executor with its own thread.
public final class WorkerExecutor: SerialExecutor {
    private let thread: WorkerThread

    /// - Parameter name: The thread's name, at most 15 characters.
    public init(name: String) {
        thread = WorkerThread(name: name)
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        // The job keeps its actor alive until it has run, and so keeps this executor.
        thread.async { job.runSynchronously(on: executor) }
    }
}
