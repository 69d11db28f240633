// SPDX-License-Identifier: GPL-3.0-or-later
// Work that Ctrl+C ends in good order, instead of ending the program at once.

import Dispatch
import Glibc

/// Runs work to its end, as `runBlocking` does, and cancels it when the program is interrupted or told to end.
public func runInterruptible<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
) throws -> Result {
    let task = Task.detached { try await work() }
    let sources = [SIGINT, SIGTERM].map { number in
        // The handler takes the place of the signal's own effect.
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { task.cancel() }
        source.resume()
        return source
    }
    defer {
        for source in sources { source.cancel() }
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
    return try runBlocking { try await task.value }
}
