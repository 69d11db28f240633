// SPDX-License-Identifier: GPL-3.0-or-later
// A clock for patience that a test does not have.

/// Every wait is over at once, after others have had a turn; waits longer than `longest` last until they are cancelled.
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
