// SPDX-License-Identifier: GPL-3.0-or-later
// Lets a command of the plain kind wait for asynchronous work.

import Glibc

/// Runs `work` on the cooperative pool and waits for its end; call only from the main thread.
func waitFor(_ work: @escaping @Sendable () async throws -> Void) throws {
    let end = WorkEnd()
    Task.detached {
        do {
            try await work()
        } catch {
            end.failure = error
        }
        end.post()
    }
    end.wait()
    if let failure = end.failure { throw failure }
}

// Unchecked: `failure` is written before the semaphore is posted and read after it was waited for.
private final class WorkEnd: @unchecked Sendable {
    var failure: (any Error)?
    private let semaphore: UnsafeMutablePointer<sem_t> = .allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func post() { sem_post(semaphore) }

    func wait() { while sem_wait(semaphore) != 0 {} }
}
