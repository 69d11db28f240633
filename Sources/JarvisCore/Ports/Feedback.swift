// SPDX-License-Identifier: GPL-3.0-or-later
// Sounds and vibrations that accompany visual cues, and the port that plays them.

/// An event that has a visual cue, a sound, and a vibration if the device supports it.
public enum Feedback: String, Hashable, Sendable, CaseIterable {
    case wakeWordHeard, speechDetected, recordingStarted, recordingStopped, holdBegan, holdReleased
    case messageSent, error, replyStarted, interrupted
    case callRinging
}

/// Plays feedback as the settings allow.
public protocol FeedbackPlayer: Sendable {
    /// Returns at once. Drops feedback that would come too late or cannot be played; the visual cue remains.
    func give(_ feedback: Feedback)
}
