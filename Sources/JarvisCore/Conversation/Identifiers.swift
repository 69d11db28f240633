// SPDX-License-Identifier: GPL-3.0-or-later
// Identities of turns and messages. A turn is the user's utterance and the reply; a message is one of the two.

/// One round of the conversation: what the user said and the reply to it. Every engine callback carries its turn, so
/// late ones are recognized and dropped.
public struct TurnID: Hashable, Comparable, Sendable, Codable {
    public var rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The first turn of a run: microseconds since the epoch, so that turns stay unique across restarts.
    public init(startingAt start: Timestamp) {
        rawValue = UInt64(max(0, start.millisecondsSinceEpoch)) * 1000
    }

    /// The turn that follows this one.
    public var next: TurnID { TurnID(rawValue: rawValue + 1) }

    public static func < (lhs: TurnID, rhs: TurnID) -> Bool { lhs.rawValue < rhs.rawValue }

    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(UInt64.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

/// The identity of a stored message: 26 characters that sort by time (a ULID).
public struct MessageID: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public var description: String { rawValue }

    public static func < (lhs: MessageID, rhs: MessageID) -> Bool { lhs.rawValue < rhs.rawValue }

    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
