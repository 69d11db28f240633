// SPDX-License-Identifier: GPL-3.0-or-later
// Microphones and speakers as the sound server names them.

/// A microphone or speaker of the sound server.
public struct AudioDevice: Hashable, Sendable, Codable, Identifiable {
    public enum Direction: String, Sendable, Codable {
        case input, output
    }

    /// The sound server's name for it, stable across restarts.
    public var id: String
    /// The device's own description.
    public var name: String
    public var direction: Direction
    public var isDefault: Bool
    /// True for the monitor of an output, which serves as a microphone only if chosen by name.
    public var isMonitor: Bool

    /// True for the silent "Dummy Output" that a sound server provides without any device.
    public var isPlaceholder: Bool { Self.isPlaceholder(id) }

    /// True for the identity of a placeholder device.
    public static func isPlaceholder(_ id: String) -> Bool { id == "auto_null" }

    public init(id: String, name: String, direction: Direction, isDefault: Bool, isMonitor: Bool) {
        self.id = id
        self.name = name
        self.direction = direction
        self.isDefault = isDefault
        self.isMonitor = isMonitor
    }
}
