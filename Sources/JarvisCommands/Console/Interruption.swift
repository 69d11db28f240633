// SPDX-License-Identifier: GPL-3.0-or-later
// Runs work that Ctrl+C stops cleanly, instead of ending the program at once.

import Dispatch
import Glibc

/// Runs work to completion like `runBlocking`, and cancels it if the program is interrupted, terminated, or loses its
/// terminal.
public func runInterruptible<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
) throws -> Result {
    let task = Task.detached { try await work() }
    let sources = [SIGINT, SIGTERM, SIGHUP].compactMap { number -> (any DispatchSourceSignal)? in
        // Ignore the signal's default action; the dispatch source handles it instead.
        let before = signal(number, SIG_IGN)
        // "nohup" has set the signal to be ignored, so leave it alone.
        if number == SIGHUP, unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { return nil }
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { task.cancel() }
        source.resume()
        return source
    }
    defer {
        for source in sources {
            source.cancel()
            signal(Int32(source.handle), SIG_DFL)
        }
    }
    return try runBlocking { try await task.value }
}
