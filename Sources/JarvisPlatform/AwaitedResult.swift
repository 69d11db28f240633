// SPDX-License-Identifier: GPL-3.0-or-later
// One result that a thread waits for while others work it out.

import Glibc

/// Hands one result to the thread that waits for it.
public final class AwaitedResult<Value: Sendable>: @unchecked Sendable {
    // Unchecked: `result` is written once, before `posted` is posted, and read after that; `posted` is a semaphore.
    private var result: Result<Value, any Error>?
    private let posted: UnsafeMutablePointer<sem_t> = .allocate(capacity: 1)

    /// Nothing is known yet.
    public init() { sem_init(posted, 0, 0) }

    deinit {
        sem_destroy(posted)
        posted.deallocate()
    }

    /// To be called once.
    public func give(_ result: Result<Value, any Error>) {
        self.result = result
        sem_post(posted)
    }

    /// Blocks the thread until there is a result; to be called once.
    public func take() throws -> Value {
        // A signal may end the wait early.
        while sem_wait(posted) != 0 {}
        guard let result else { throw CancellationError() }
        return try result.get()
    }
}
