// SPDX-License-Identifier: GPL-3.0-or-later
// When a server that has failed may be started again. Pure.

/// Longer and longer waits after failures, and a long rest after several at its start.
struct RestartPolicy: Hashable, Sendable {
    static let mostFailuresAtStart = 5
    static let longestDelay = Duration.seconds(60)
    /// After several failures at its start; what was wrong may have been put right by then.
    static let rest = Duration.seconds(600)

    /// One after the other, at the start or later.
    private(set) var failures = 0
    private(set) var failuresAtStart = 0
    /// Monotonic nanoseconds.
    private var lastFailure: Int64 = 0

    /// It is not started now.
    func rests(at now: Int64) -> Bool {
        failuresAtStart >= Self.mostFailuresAtStart && .nanoseconds(now - lastFailure) < Self.rest
    }

    mutating func failed(atStart: Bool, at now: Int64) {
        failures += 1
        failuresAtStart = atStart ? failuresAtStart + 1 : 0
        lastFailure = now
    }

    mutating func started() { failuresAtStart = 0 }

    /// It has done something: what was before is forgotten.
    mutating func succeeded() { self = RestartPolicy() }

    /// How long it must be left alone from now on.
    func delay(at now: Int64) -> Duration {
        guard failures > 0 else { return .zero }
        let whole = min(Duration.seconds(1 << min(failures - 1, 6)), Self.longestDelay)
        return max(.zero, whole - .nanoseconds(now - lastFailure))
    }
}
