// SPDX-License-Identifier: GPL-3.0-or-later
// A result that one thread waits for while another computes it.

import Glibc

/// Passes one result to a waiting thread.
public final class AwaitedResult<Value: Sendable>: @unchecked Sendable {
    // Unchecked: `result` is written once before `posted` is posted, and read only afterwards; `posted` is a semaphore.
    private var result: Result<Value, any Error>?
    private let posted: UnsafeMutablePointer<sem_t> = .allocate(capacity: 1)

    /// Creates the object without a result.
    public init() { sem_init(posted, 0, 0) }

    deinit {
        sem_destroy(posted)
        posted.deallocate()
    }

    /// Sets the result, once.
    public func give(_ result: Result<Value, any Error>) {
        self.result = result
        sem_post(posted)
    }

    /// Blocks the thread until there is a result, and returns it; call this once.
    public func take() throws -> Value {
        // A signal may end a wait early.
        while sem_wait(posted) != 0 {}
        guard let result else { throw CancellationError() }
        return try result.get()
    }
}
