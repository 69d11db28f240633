// SPDX-License-Identifier: GPL-3.0-or-later
// Waiting for what other processes do.

/// Waits, looking every few milliseconds, until `condition` holds; false when it does not in time.
func eventually(
    isolation: isolated (any Actor)? = #isolation, within limit: Duration = .seconds(20),
    _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let deadline = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < deadline else { return false }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return true
}
