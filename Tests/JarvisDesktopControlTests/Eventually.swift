// SPDX-License-Identifier: GPL-3.0-or-later
// Waits for other processes to reach an expected state.

/// Checks `condition` every few milliseconds and returns true once it holds, or false after `limit`.
func eventually(
    isolation: isolated (any Actor)? = #isolation, within limit: Duration = .seconds(60),
    _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let deadline = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < deadline else { return false }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return true
}
