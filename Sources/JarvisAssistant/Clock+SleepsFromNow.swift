// SPDX-License-Identifier: GPL-3.0-or-later
// Delays that count from when they were asked for.

/// Sleeps until this long after a moment in the past, and returns how much time had passed since then.
typealias SleepFromThen = @Sendable (Duration) async throws -> Duration

extension Clock where Duration == Swift.Duration {
    /// Counts from this call, not from when the waiting task gets its turn.
    func sleepsFromNow() -> SleepFromThen {
        let then = now
        return { delay in
            try await self.sleep(until: then.advanced(by: delay), tolerance: nil)
            return then.duration(to: self.now)
        }
    }
}
