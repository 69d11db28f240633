// SPDX-License-Identifier: GPL-3.0-or-later
// Lets an actor live on a worker thread, so that its blocking calls (fdatasync, flock) hold up no other work.

/// A serial executor on a thread of its own.
public final class WorkerExecutor: SerialExecutor {
    private let thread: WorkerThread

    /// - Parameter name: of the thread, at most 15 characters.
    public init(name: String) {
        thread = WorkerThread(name: name)
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedSerialExecutor()
        // The job keeps its actor and so this executor alive until it has run.
        thread.async { job.runSynchronously(on: executor) }
    }
}
