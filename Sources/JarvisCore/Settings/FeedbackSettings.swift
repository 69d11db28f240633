// SPDX-License-Identifier: GPL-3.0-or-later
// What is heard and felt beside the conversation.

/// Which events have a sound.
public enum EventSounds: String, Sendable, Codable, CaseIterable {
    case off
    /// Those that tell somebody who does not look whether JARVIS listens, and that something went wrong.
    case few
    case all
}

/// How events make themselves felt.
public struct FeedbackSettings: Hashable, Sendable {
    public var sounds = EventSounds.few
    /// By feedbackd, on devices that have it.
    public var vibrates = true

    public init() {}
}
