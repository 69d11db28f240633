// SPDX-License-Identifier: GPL-3.0-or-later
// A wall-clock instant as stored: whole milliseconds, which survive JSON exactly. Files may hold any number, so
// arithmetic saturates at the first and last instant.

/// An instant in milliseconds since the Unix epoch, UTC.
public struct Timestamp: Hashable, Comparable, Sendable {
    public var millisecondsSinceEpoch: Int64

    public init(millisecondsSinceEpoch: Int64) {
        self.millisecondsSinceEpoch = millisecondsSinceEpoch
    }

    public init(secondsSinceEpoch: Int64) {
        let (product, isTooFar) = secondsSinceEpoch.multipliedReportingOverflow(by: 1000)
        self.init(millisecondsSinceEpoch: isTooFar ? (secondsSinceEpoch < 0 ? .min : .max) : product)
    }

    /// Whole seconds since the epoch, rounded down.
    public var secondsSinceEpoch: Int64 {
        millisecondsSinceEpoch / 1000 - (millisecondsSinceEpoch % 1000 < 0 ? 1 : 0)
    }

    public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
        lhs.millisecondsSinceEpoch < rhs.millisecondsSinceEpoch
    }

    /// This instant moved by `duration`, exact to the millisecond.
    public func advanced(by duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        let step = Timestamp(secondsSinceEpoch: seconds).millisecondsSinceEpoch
        return Timestamp(
            millisecondsSinceEpoch: Self.sum(
                Self.sum(millisecondsSinceEpoch, step), attoseconds / 1_000_000_000_000_000))
    }

    /// The time from `other` to this instant.
    public func since(_ other: Timestamp) -> Duration {
        // The smallest `Int64` has no negative counterpart, so use the next one; the result is 1 ms too small there.
        .milliseconds(Self.sum(millisecondsSinceEpoch, -max(other.millisecondsSinceEpoch, -.max)))
    }

    private static func sum(_ first: Int64, _ second: Int64) -> Int64 {
        let (sum, isTooFar) = first.addingReportingOverflow(second)
        return isTooFar ? (second < 0 ? .min : .max) : sum
    }
}

extension Timestamp: Codable {
    public init(from decoder: any Decoder) throws {
        millisecondsSinceEpoch = try decoder.singleValueContainer().decode(Int64.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(millisecondsSinceEpoch)
    }
}
