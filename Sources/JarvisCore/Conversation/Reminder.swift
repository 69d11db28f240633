// SPDX-License-Identifier: GPL-3.0-or-later
// Timers, alarms and reminders: what is due when.

/// Something that rings and speaks at a given instant.
public struct Reminder: Hashable, Sendable, Codable, Identifiable {
    public enum Kind: String, Sendable, Codable {
        case timer, alarm, reminder
    }

    public var id: String
    public var kind: Kind
    /// The text to say when it is due: "tea", "call mum"; empty for a bare timer or alarm.
    public var label: String
    public var createdAt: Timestamp
    public var dueAt: Timestamp

    public init(id: String, kind: Kind, label: String, createdAt: Timestamp, dueAt: Timestamp) {
        self.id = id
        self.kind = kind
        self.label = label
        self.createdAt = createdAt
        self.dueAt = dueAt
    }
}
