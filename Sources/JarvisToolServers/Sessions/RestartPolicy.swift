// SPDX-License-Identifier: GPL-3.0-or-later
// Decides when a failed server may be restarted. Pure.

/// Increasing delays after failures, and a long rest after several at startup.
struct RestartPolicy: Hashable, Sendable {
    static let mostFailuresAtStart = 5
    static let longestDelay = Duration.seconds(60)
    /// The rest after several failures at startup. By its end, the cause may be fixed.
    static let rest = Duration.seconds(600)

    /// Consecutive failures, at startup or later.
    private(set) var failures = 0
    private(set) var failuresAtStart = 0
    /// When the server last failed, in monotonic nanoseconds.
    private var lastFailure: Int64 = 0

    /// True while the server must not be started.
    func rests(at now: Int64) -> Bool {
        failuresAtStart >= Self.mostFailuresAtStart && .nanoseconds(now - lastFailure) < Self.rest
    }

    mutating func failed(atStart: Bool, at now: Int64) {
        failures += 1
        failuresAtStart = atStart ? failuresAtStart + 1 : 0
        lastFailure = now
    }

    mutating func started() { failuresAtStart = 0 }

    /// Forgets earlier failures, because the server has worked.
    mutating func succeeded() { self = RestartPolicy() }

    /// The remaining wait before the next start.
    func delay(at now: Int64) -> Duration {
        guard failures > 0 else { return .zero }
        let whole = min(Duration.seconds(1 << min(failures - 1, 6)), Self.longestDelay)
        return max(.zero, whole - .nanoseconds(now - lastFailure))
    }
}
