// SPDX-License-Identifier: GPL-3.0-or-later
// What is felt beside what is seen, and the port of that which makes it felt.

/// Something that has happened: it has a visual twin, a sound, and a vibration where the device can.
public enum Feedback: String, Hashable, Sendable, CaseIterable {
    case wakeWordHeard, speechDetected, recordingStarted, recordingStopped, holdBegan, holdReleased
    case messageSent, error, replyStarted, interrupted
    case callRinging
}

/// Makes feedback heard or felt, as far as the settings want it.
public protocol FeedbackPlayer: Sendable {
    /// Returns at once. What comes too late, or cannot be given at all, is left out: its visual twin is there.
    func give(_ feedback: Feedback)
}
