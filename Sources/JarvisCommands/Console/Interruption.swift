// SPDX-License-Identifier: GPL-3.0-or-later
// Work that Ctrl+C ends in good order, instead of ending the program at once.

import Dispatch
import Glibc

/// Runs work to its end, as `runBlocking` does, and cancels it when the program is interrupted, told to end, or
/// loses its terminal.
public func runInterruptible<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
) throws -> Result {
    let task = Task.detached { try await work() }
    let sources = [SIGINT, SIGTERM, SIGHUP].compactMap { number -> (any DispatchSourceSignal)? in
        // The handler takes the place of the signal's own effect.
        let before = signal(number, SIG_IGN)
        // "nohup" wants it to be passed over.
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
