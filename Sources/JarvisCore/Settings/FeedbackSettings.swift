// SPDX-License-Identifier: GPL-3.0-or-later
// Sounds and vibrations for events.

/// Which events make a sound.
public enum EventSounds: String, Sendable, Codable, CaseIterable {
    case off
    /// Only sounds for users who are not looking: whether JARVIS listens, and that something went wrong.
    case few
    case all
}

/// The user's settings for sounds and vibration.
public struct FeedbackSettings: Hashable, Sendable {
    public var sounds = EventSounds.few
    /// Vibrates through feedbackd, on devices that have it.
    public var vibrates = true

    public init() {}
}
