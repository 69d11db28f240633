// SPDX-License-Identifier: GPL-3.0-or-later
// Decides how often the threads of an open microphone wake up: for every frame while anything depends on it, less often
// while a quiet room is only waited in. The first frame with a voice ends the rest at once. Pure.

import JarvisCore

/// The rest of one capture, frame by frame.
struct CapturePace {
    /// The frames without a voice before the rest begins: 2 s.
    static let framesToRest = 100
    /// The most frames to collect before they are delivered: 0.16 s.
    static let batch = 8
    /// Frames that the server sends at once, at rest. Twice as long as otherwise: a voice is then noticed at most one
    /// frame later.
    static let restingFragment = 2
    /// The likelihood from which a frame may be the beginning of a voice.
    static let possibleVoice: Float = 0.2

    private var quietFrames = 0

    /// Takes the next frame.
    /// - Parameters:
    ///   - isEventful: True if a voice, or JARVIS's own, may be in it.
    ///   - mayRest: True if the listener only waits for a voice.
    mutating func take(isEventful: Bool, mayRest: Bool) {
        quietFrames = isEventful || !mayRest ? 0 : min(quietFrames &+ 1, Self.framesToRest)
    }

    /// Starts again, because another stream begins.
    mutating func reset() { quietFrames = 0 }

    var isResting: Bool { quietFrames >= Self.framesToRest }

    /// True if the frames that wait must be delivered now.
    func isDue(waiting: Int) -> Bool { !isResting || waiting >= Self.batch }

    /// The frames that the server should send at once.
    var fragmentFrames: Int { isResting ? Self.restingFragment : 1 }
}

/// Decides when to report that a voice is heard: with its first frame, and every second while it goes on.
struct VoiceNews {
    /// Frames between two reports: 1 s.
    static let frames = 50

    private var framesSinceReport = VoiceNews.frames

    init() {}

    /// Takes the next frame.
    /// - Returns: True to report.
    mutating func take(isSpeech: Bool) -> Bool {
        framesSinceReport = min(framesSinceReport + 1, Self.frames)
        guard isSpeech, framesSinceReport >= Self.frames else { return false }
        framesSinceReport = 0
        return true
    }
}
