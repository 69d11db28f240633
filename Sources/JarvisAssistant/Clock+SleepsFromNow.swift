// SPDX-License-Identifier: GPL-3.0-or-later
// Delays that count from the moment of the request.

/// Sleeps until this long after a past moment, and returns the time elapsed since then.
typealias SleepFromThen = @Sendable (Duration) async throws -> Duration

extension Clock where Duration == Swift.Duration {
    /// Counts from this call, not from when the waiting task first runs.
    func sleepsFromNow() -> SleepFromThen {
        let then = now
        return { delay in
            try await self.sleep(until: then.advanced(by: delay), tolerance: nil)
            return then.duration(to: self.now)
        }
    }
}
