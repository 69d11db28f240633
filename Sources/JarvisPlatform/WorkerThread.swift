// SPDX-License-Identifier: GPL-3.0-or-later
// A thread of our own with a queue of jobs: the place for blocking C libraries, off the cooperative pool.

import Glibc
import Synchronization

/// Runs jobs one after another on one thread that lives as long as this object.
public final class WorkerThread: Sendable {
    private let queue: JobQueue

    /// The thread starts with its first job; `name` (at most 15 characters) shows in debuggers.
    public init(name: String) {
        queue = JobQueue(name: name)
    }

    deinit {
        queue.close()
    }

    /// Adds a job; it runs after all earlier ones.
    public func async(_ job: @escaping @Sendable () -> Void) {
        queue.add(job)
    }

    /// Runs `job` on the thread and waits for its result without blocking the caller's executor.
    public func run<Result: Sendable>(_ job: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.add { continuation.resume(with: Swift.Result { try job() }) }
        }
    }

    /// Runs `job` on the thread and blocks the calling thread until it is done; that must be another thread of our own,
    /// on which this one never waits in turn.
    public func wait<Result: Sendable>(for job: @escaping @Sendable () throws -> Result) throws -> Result {
        let answer = AwaitedResult<Result>()
        queue.add { answer.give(Swift.Result { try job() }) }
        return try answer.take()
    }
}

/// The queue outlives the handle: jobs already added still run after the handle is released.
private final class JobQueue: @unchecked Sendable {
    // Unchecked: the variables are touched only between lock and unlock of `mutex`.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var jobs: [@Sendable () -> Void] = []
    private var isClosed = false
    private var hasThread = false
    private let name: String

    init(name: String) {
        self.name = name
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func add(_ job: @escaping @Sendable () -> Void) {
        pthread_mutex_lock(mutex)
        jobs.append(job)
        if hasThread { pthread_cond_signal(condition) } else { startThread() }
        pthread_mutex_unlock(mutex)
    }

    private func startThread() {
        hasThread = true
        let box = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let status = pthread_create(&thread, nil, workerThreadEntry, box.toOpaque())
        precondition(status == 0, "the system has no room for another thread (pthread_create: \(status))")
        pthread_detach(thread)
    }

    func close() {
        pthread_mutex_lock(mutex)
        isClosed = true
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    func work() {
        nameCurrentThread(name)
        while let batch = take() {
            for job in batch { job() }
        }
    }

    /// The jobs that wait, or nil once closed and empty.
    private func take() -> [@Sendable () -> Void]? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while jobs.isEmpty {
            if isClosed { return nil }
            pthread_cond_wait(condition, mutex)
        }
        defer { jobs.removeAll(keepingCapacity: true) }
        return jobs
    }
}

/// Names the calling thread for debuggers; `pthread_setname_np` is not visible to Swift, the file does the same.
private func nameCurrentThread(_ name: String) {
    guard let file = fopen("/proc/thread-self/comm", "w") else { return }
    fputs(String(name.prefix(15)), file)
    fclose(file)
}

private let workerThreadEntry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { box in
    guard let box else { return nil }
    Unmanaged<JobQueue>.fromOpaque(box).takeRetainedValue().work()
    return nil
}
