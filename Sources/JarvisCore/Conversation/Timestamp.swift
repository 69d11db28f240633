// SPDX-License-Identifier: GPL-3.0-or-later
// A wall-clock instant as it is stored: whole milliseconds, so that it survives JSON exactly.

/// An instant in milliseconds since the Unix epoch, UTC.
public struct Timestamp: Hashable, Comparable, Sendable {
    public var millisecondsSinceEpoch: Int64

    public init(millisecondsSinceEpoch: Int64) {
        self.millisecondsSinceEpoch = millisecondsSinceEpoch
    }

    public init(secondsSinceEpoch: Int64) {
        self.init(millisecondsSinceEpoch: secondsSinceEpoch * 1000)
    }

    /// Whole seconds since the epoch, rounded down.
    public var secondsSinceEpoch: Int64 {
        (millisecondsSinceEpoch - (millisecondsSinceEpoch % 1000 + 1000) % 1000) / 1000
    }

    public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
        lhs.millisecondsSinceEpoch < rhs.millisecondsSinceEpoch
    }

    /// This instant moved by `duration`, exact to the millisecond.
    public func advanced(by duration: Duration) -> Timestamp {
        let (seconds, attoseconds) = duration.components
        return Timestamp(
            millisecondsSinceEpoch: millisecondsSinceEpoch + seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }

    /// The time from `other` to this instant.
    public func since(_ other: Timestamp) -> Duration {
        .milliseconds(millisecondsSinceEpoch - other.millisecondsSinceEpoch)
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
