// SPDX-License-Identifier: GPL-3.0-or-later
// Delays that begin when they are asked for, and not when the task that waits gets its turn.

/// Sleeps until this long after a moment in the past, and returns how much time had passed since then.
typealias SleepFromThen = @Sendable (Duration) async throws -> Duration

extension Clock where Duration == Swift.Duration {
    /// The moment counts in which this is called.
    func sleepsFromNow() -> SleepFromThen {
        let then = now
        return { delay in
            try await self.sleep(until: then.advanced(by: delay), tolerance: nil)
            return then.duration(to: self.now)
        }
    }
}
