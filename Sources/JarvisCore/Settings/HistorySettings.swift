// SPDX-License-Identifier: GPL-3.0-or-later
// How much of the conversation is kept, and for how long.

/// How long messages are kept.
public enum HistoryRetention: String, Sendable, Codable, CaseIterable {
    case forever
    case day = "1"
    case week = "7"
    case month = "30"
    case quarter = "90"
    case year = "365"

    /// The number of days; nil if messages are kept forever.
    public var days: Int? { Int(rawValue) }
}

/// The settings of the conversation history.
public struct HistorySettings: Hashable, Sendable {
    public var retention = HistoryRetention.forever
    /// Nothing of the conversation is written to disk while this is on; it is forgotten when the program ends.
    public var isSessionOnly = false
    /// Stored messages are shown only after the desktop has authenticated the user, and then for `unlockMinutes`.
    public var isLocked = false
    /// How long the history stays unlocked, 1…60.
    public var unlockMinutes = 5.0
    /// Stores daily figures on this computer: the number of questions, and the response times.
    public var keepsStatistics = false

    public init() {}
}
