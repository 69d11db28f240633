// SPDX-License-Identifier: GPL-3.0-or-later
// Microphones and speakers as the sound server names them.

/// An input or output of the sound server.
public struct AudioDevice: Hashable, Sendable, Codable, Identifiable {
    public enum Direction: String, Sendable, Codable {
        case input, output
    }

    /// The sound server's name for it, stable across restarts.
    public var id: String
    /// The device's own description, for people.
    public var name: String
    public var direction: Direction
    public var isDefault: Bool
    /// True for the monitor of an output, which is not used as a microphone unless asked for by name.
    public var isMonitor: Bool

    /// True for what a sound server plays into while there is no device, called "Dummy Output"; it is not heard.
    public var isPlaceholder: Bool { Self.isPlaceholder(id) }

    /// The same, for a device by its identity.
    public static func isPlaceholder(_ id: String) -> Bool { id == "auto_null" }

    public init(id: String, name: String, direction: Direction, isDefault: Bool, isMonitor: Bool) {
        self.id = id
        self.name = name
        self.direction = direction
        self.isDefault = isDefault
        self.isMonitor = isMonitor
    }
}
