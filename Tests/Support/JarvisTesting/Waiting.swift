// SPDX-License-Identifier: GPL-3.0-or-later
// Waiting for events that streams and callbacks do not report.

/// Lets other tasks run until `condition` holds or the time limit cancels the test. A wait that ignored the
/// cancellation would keep the whole test run from ending.
public func yieldUntil(
    isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async rethrows {
    var yields = 0
    while try await !condition(), !Task.isCancelled {
        yields += 1
        // Longer waits are for another thread or program, which needs the processor more.
        if yields < 1000 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
    }
}
