// SPDX-License-Identifier: GPL-3.0-or-later
// Lets a failed engine rest for a while before the next attempt, since the cause may disappear.

/// Tracks the time since a failure. Not synchronized: the owner has to guard it.
public struct FailureRest: Sendable {
    private let length: Duration
    private let start: @Sendable () -> @Sendable () -> Duration
    /// Returns the time since the failure; nil without a failure.
    private var elapsed: (@Sendable () -> Duration)?

    /// - Parameters:
    ///   - length: How long to rest before another attempt.
    ///   - clock: Measures the time.
    public init(_ length: Duration = .seconds(300), clock: some Clock<Duration> = ContinuousClock()) {
        self.length = length
        start = {
            let beginning = clock.now
            return { beginning.duration(to: clock.now) }
        }
    }

    /// True from a failure until a successful attempt.
    public var hasFailed: Bool { elapsed != nil }
    /// True if there was a failure and another attempt is due.
    public var isOver: Bool { elapsed.map { $0() >= length } ?? false }

    /// Records that the engine has failed just now.
    public mutating func begin() { elapsed = start() }
    /// Records that the engine works.
    public mutating func end() { elapsed = nil }
}
