// SPDX-License-Identifier: GPL-3.0-or-later
// A thread with a job queue, for calling blocking C libraries outside the cooperative pool.

import Glibc
import Synchronization

/// Runs jobs one after another on one thread, which exists as long as this object. If the system can't create another
/// thread, the caller that adds a job runs it instead: slower, but no job is lost.
public final class WorkerThread: Sendable {
    private let queue: JobQueue

    /// The thread starts with the first job. `name` (at most 15 characters) shows in debuggers.
    public init(name: String) {
        queue = JobQueue(name: name, createThread: Self.createThread)
    }

    /// - Parameter createThread: Creates a thread that runs the function with the argument; returns 0 or an errno.
    init(name: String, createThread: @escaping CreateThread) {
        queue = JobQueue(name: name, createThread: createThread)
    }

    typealias Entry = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    typealias CreateThread = @Sendable (Entry, UnsafeMutableRawPointer) -> Int32

    static let createThread: CreateThread = { entry, argument in
        var thread = pthread_t()
        let status = pthread_create(&thread, nil, entry, argument)
        if status == 0 { pthread_detach(thread) }
        return status
    }

    deinit {
        queue.close()
    }

    /// Adds a job, which runs after all earlier ones.
    public func async(_ job: @escaping @Sendable () -> Void) {
        queue.add(job)
    }

    /// Runs `job` on the thread and waits for its result without blocking the caller's executor.
    public func run<Result: Sendable>(_ job: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.add { continuation.resume(with: Swift.Result { try job() }) }
        }
    }

    /// Runs `job` on the thread and blocks the calling thread until it is done. The caller must be another of our
    /// threads, and one that this thread never waits for.
    public func wait<Result: Sendable>(for job: @escaping @Sendable () throws -> Result) throws -> Result {
        let answer = AwaitedResult<Result>()
        queue.add { answer.give(Swift.Result { try job() }) }
        return try answer.take()
    }
}

/// The queue, which may exist longer than the handle, so that jobs already added still run.
private final class JobQueue: @unchecked Sendable {
    // Unchecked: the variables are used only between lock and unlock of `mutex`.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var jobs: [@Sendable () -> Void] = []
    private var isClosed = false
    private var hasThread = false
    /// True while a caller runs the jobs, because there is no thread.
    private var hasCaller = false
    private let name: String
    private let createThread: WorkerThread.CreateThread

    init(name: String, createThread: @escaping WorkerThread.CreateThread) {
        self.name = name
        self.createThread = createThread
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
        var runsHere = false
        if hasThread {
            pthread_cond_signal(condition)
        } else if !hasCaller {
            hasThread = startThread()
            runsHere = !hasThread
            hasCaller = runsHere
        }
        pthread_mutex_unlock(mutex)
        guard runsHere else { return }
        while let batch = takeWithoutThread() {
            for job in batch { job() }
        }
    }

    private func startThread() -> Bool {
        let box = Unmanaged.passRetained(self)
        guard createThread(workerThreadEntry, box.toOpaque()) == 0 else {
            box.release()
            return false
        }
        return true
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

    /// The waiting jobs. Nil if there are none; the next caller then tries again to create a thread.
    private func takeWithoutThread() -> [@Sendable () -> Void]? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        guard !jobs.isEmpty else {
            hasCaller = false
            return nil
        }
        defer { jobs = [] }
        return jobs
    }

    /// Waits for jobs and returns them; nil once the queue is closed and empty.
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

/// Names the calling thread for debuggers. Uses /proc, since `pthread_setname_np` is not visible to Swift.
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
