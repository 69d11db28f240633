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

    /// nil: without end.
    public var days: Int? { Int(rawValue) }
}

/// The settings of the conversation history.
public struct HistorySettings: Hashable, Sendable {
    public var retention = HistoryRetention.forever
    /// Nothing of the conversation is written while this is on; it is forgotten at the end.
    public var isSessionOnly = false
    /// What is kept is shown only after the user has been authenticated by the desktop, and then for `unlockMinutes`.
    public var isLocked = false
    /// 1…60.
    public var unlockMinutes = 5.0
    /// Figures about each day are kept on this computer: how often it was asked, and how soon it answered.
    public var keepsStatistics = false

    public init() {}
}
