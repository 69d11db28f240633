// SPDX-License-Identifier: GPL-3.0-or-later
// An engine that failed is left alone for a while, and tried again then: what it lacked may be there.

/// How long ago something failed. A value: its owner guards it.
public struct FailureRest: Sendable {
    private let length: Duration
    private let start: @Sendable () -> @Sendable () -> Duration
    /// The time since the failure.
    private var elapsed: (@Sendable () -> Duration)?

    /// - Parameters:
    ///   - length: After this long another attempt is made.
    ///   - clock: The clock that measures it.
    public init(_ length: Duration = .seconds(300), clock: some Clock<Duration> = ContinuousClock()) {
        self.length = length
        start = {
            let beginning = clock.now
            return { beginning.duration(to: clock.now) }
        }
    }

    /// True from a failure on, until an attempt has gone well.
    public var hasFailed: Bool { elapsed != nil }
    /// True once a failure is so long ago that another attempt is due.
    public var isOver: Bool { elapsed.map { $0() >= length } ?? false }

    /// It failed just now.
    public mutating func begin() { elapsed = start() }
    /// It is tried again.
    public mutating func end() { elapsed = nil }
}
