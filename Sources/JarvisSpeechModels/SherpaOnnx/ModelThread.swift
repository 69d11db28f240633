// SPDX-License-Identifier: GPL-3.0-or-later
// A thread of its own for each loaded model. The runtime keeps what it computes with for each thread, some 20 MiB for a
// recognizer, until that thread ends; and a library that a living thread has used cannot be unloaded.

import Glibc
import JarvisPlatform

/// A model and the thread on which it is loaded, used and released.
public final class ModelThread<Model>: @unchecked Sendable {
    // Unchecked: what `place` holds is touched only by jobs, which run one at a time on `thread` while their callers wait.
    private final class Place {
        var model: Model?
    }

    private let thread = JoinableThread()
    private let place = Place()

    /// Loads the model on a new thread, and waits for it.
    public init<Failure>(load: () throws(Failure) -> Model) throws(Failure) {
        ProcessMemory.limitFreeMemory()
        var failure: Failure?
        thread.run { [place] in
            do throws(Failure) { place.model = try load() } catch { failure = error }
        }
        // The model is not there, and the end of this object ends the thread.
        if let failure { throw failure }
    }

    /// Releases the model, waits for the end of its thread, and gives back what both have left.
    deinit {
        thread.run { [place] in place.model = nil }
        thread.join()
        SherpaOnnxLibrary.releaseMemory()
    }

    /// Calls with the model, on its thread, and waits for the result. Not to be called by such a call.
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

/// A thread that runs one job after another, each while the caller waits.
private final class JoinableThread {
    private let rooms: UnsafeMutablePointer<Rooms>
    private var thread = pthread_t()

    /// What both sides see, under the mutex.
    struct Rooms {
        var mutex = pthread_mutex_t()
        var condition = pthread_cond_t()
        var job: (() -> Void)?
        var isEnding = false
    }

    init() {
        rooms = .allocate(capacity: 1)
        rooms.initialize(to: Rooms())
        pthread_mutex_init(&rooms.pointee.mutex, nil)
        pthread_cond_init(&rooms.pointee.condition, nil)
        let status = pthread_create(&thread, nil, modelThreadEntry, rooms)
        precondition(status == 0, "the system has no room for another thread (pthread_create: \(status))")
    }

    /// Runs a job on the thread and waits until it is done. The job does not outlive the call.
    func run(_ job: () -> Void) {
        withoutActuallyEscaping(job) { job in
            pthread_mutex_lock(&rooms.pointee.mutex)
            rooms.pointee.job = job
            pthread_cond_broadcast(&rooms.pointee.condition)
            while rooms.pointee.job != nil { pthread_cond_wait(&rooms.pointee.condition, &rooms.pointee.mutex) }
            pthread_mutex_unlock(&rooms.pointee.mutex)
        }
    }

    /// Waits for the end of the thread; nothing runs on it after that.
    func join() {
        pthread_mutex_lock(&rooms.pointee.mutex)
        rooms.pointee.isEnding = true
        pthread_cond_broadcast(&rooms.pointee.condition)
        pthread_mutex_unlock(&rooms.pointee.mutex)
        pthread_join(thread, nil)
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
