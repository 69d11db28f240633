// SPDX-License-Identifier: GPL-3.0-or-later
// A clock that cuts waits short, for tests of timeouts.

/// Ends each wait after a short pause for other tasks; waits longer than `longest` last until cancelled.
struct QuickClock: Clock {
    typealias Instant = ContinuousClock.Instant

    var longest: Duration = .seconds(5)
    var now: Instant { ContinuousClock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let isLong = deadline - now > longest
        try await Task.sleep(for: isLong ? .seconds(3600) : .milliseconds(2))
    }
}
