// SPDX-License-Identifier: GPL-3.0-or-later
// Gives each loaded model its own thread. The runtime keeps per-thread buffers, some 20 MiB for a recognizer,
// until the thread ends, and a library that a living thread has used can't be unloaded.

import Glibc
import JarvisPlatform

/// A model, and the thread on which it is loaded, used and released.
public final class ModelThread<Model>: @unchecked Sendable {
    // Unchecked: only jobs touch the content of `place`; they run one at a time on `thread` while their callers wait.
    private final class Place {
        var model: Model?
    }

    private let thread: JoinableThread
    private let place = Place()

    /// Loads the model on a new thread, and waits until it is loaded.
    public convenience init<Failure>(load: () throws(Failure) -> Model) throws(Failure) {
        try self.init(JoinableThread(), load: load)
    }

    init<Failure>(_ thread: JoinableThread, load: () throws(Failure) -> Model) throws(Failure) {
        self.thread = thread
        ProcessMemory.limitFreeMemory()
        var failure: Failure?
        thread.run { [place] in
            do throws(Failure) { place.model = try load() } catch { failure = error }
        }
        // There is no model to release; releasing this object ends the thread.
        if let failure { throw failure }
    }

    /// Releases the model, waits for its thread to end, and frees the memory that both have left behind.
    deinit {
        thread.run { [place] in place.model = nil }
        thread.join()
        SherpaOnnxLibrary.releaseMemory()
    }

    /// Calls `body` with the model on its thread, and waits for the result. Must not be nested.
    public func run<Result, Failure>(_ body: (Model) throws(Failure) -> Result) throws(Failure) -> Result {
        var result: Swift.Result<Result, Failure>?
        thread.run { [place] in
            guard let model = place.model else { return }
            do throws(Failure) { result = .success(try body(model)) } catch { result = .failure(error) }
        }
        guard let result else { preconditionFailure("the model is there from the beginning to the end of this object") }
        return try result.get()
    }
}

/// A thread that runs one job after another while the caller of each waits. If the system can't create another thread,
/// the caller runs the job itself; the runtime then keeps its memory until the caller's thread ends.
final class JoinableThread {
    private let rooms: UnsafeMutablePointer<Rooms>
    private var thread = pthread_t()
    private let hasThread: Bool

    /// The state shared by both threads, under the mutex.
    struct Rooms {
        var mutex = pthread_mutex_t()
        var condition = pthread_cond_t()
        var job: (() -> Void)?
        var isEnding = false
    }

    /// - Parameter create: Creates a thread that serves jobs, and returns 0 or an errno.
    init(
        create: (UnsafeMutablePointer<pthread_t>, UnsafeMutablePointer<Rooms>) -> Int32 = {
            pthread_create($0, nil, modelThreadEntry, $1)
        }
    ) {
        rooms = .allocate(capacity: 1)
        rooms.initialize(to: Rooms())
        pthread_mutex_init(&rooms.pointee.mutex, nil)
        pthread_cond_init(&rooms.pointee.condition, nil)
        hasThread = create(&thread, rooms) == 0
    }

    /// Runs a job on the thread and waits until it is done. The job does not outlive the call.
    func run(_ job: () -> Void) {
        withoutActuallyEscaping(job) { job in
            pthread_mutex_lock(&rooms.pointee.mutex)
            guard hasThread else {
                job()
                pthread_mutex_unlock(&rooms.pointee.mutex)
                return
            }
            rooms.pointee.job = job
            pthread_cond_broadcast(&rooms.pointee.condition)
            while rooms.pointee.job != nil { pthread_cond_wait(&rooms.pointee.condition, &rooms.pointee.mutex) }
            pthread_mutex_unlock(&rooms.pointee.mutex)
        }
    }

    /// Waits for the thread to end, which it does without running further jobs.
    func join() {
        pthread_mutex_lock(&rooms.pointee.mutex)
        rooms.pointee.isEnding = true
        pthread_cond_broadcast(&rooms.pointee.condition)
        pthread_mutex_unlock(&rooms.pointee.mutex)
        if hasThread { pthread_join(thread, nil) }
        pthread_cond_destroy(&rooms.pointee.condition)
        pthread_mutex_destroy(&rooms.pointee.mutex)
        rooms.deinitialize(count: 1)
        rooms.deallocate()
    }

    static func work(_ rooms: UnsafeMutablePointer<Rooms>) {
        pthread_mutex_lock(&rooms.pointee.mutex)
        while true {
            if let job = rooms.pointee.job {
                pthread_mutex_unlock(&rooms.pointee.mutex)
                job()
                pthread_mutex_lock(&rooms.pointee.mutex)
                rooms.pointee.job = nil
                pthread_cond_broadcast(&rooms.pointee.condition)
            } else if rooms.pointee.isEnding {
                break
            } else {
                pthread_cond_wait(&rooms.pointee.condition, &rooms.pointee.mutex)
            }
        }
        pthread_mutex_unlock(&rooms.pointee.mutex)
    }
}

private let modelThreadEntry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { rooms in
    if let rooms { JoinableThread.work(rooms.assumingMemoryBound(to: JoinableThread.Rooms.self)) }
    return nil
}
