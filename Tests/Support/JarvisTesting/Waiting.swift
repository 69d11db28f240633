// SPDX-License-Identifier: GPL-3.0-or-later
// Waiting for what no stream or callback reports.

/// Lets other tasks run until `condition` holds, or until the test is called off, which is what its time limit does: a
/// wait that did not hear of that would keep the whole test run from ending.
public func yieldUntil(
    isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async rethrows {
    var yields = 0
    while try await !condition(), !Task.isCancelled {
        yields += 1
        // What takes longer than this waits for another thread or program, which needs the processor more.
        if yields < 1000 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    }
}
