// SPDX-License-Identifier: GPL-3.0-or-later
// Checks whether a canceller's residual can be a speaker at all. A speaker adds to the received sound; an echo at an
// unexpected time leaves itself and the inverse of the expected echo, which is more than was received. Pure.

/// Compares received and residual power over a burst of frames that seem to be someone else's sound.
public struct EchoBalance: Sendable {
    /// The highest ratio of residual to received power in a frame: 1 dB, to allow for chance in how two sounds add up.
    private static let mostOfFrame: Float = 1.26
    /// The highest ratio over a burst, in which chance averages out: a quarter of 1 dB.
    private static let mostOfBurst: Float = 1.06
    /// A burst is judged against `mostOfFrame` after this many frames, 60 ms; and against `mostOfBurst` after 120 ms.
    private static let certainFrames = 3
    private static let insistentFrames = 6
    /// A burst ends after this many other frames: 0.1 s.
    private static let pauseFrames = 5

    private var heard: Float = 0
    private var left: Float = 0
    private var frames = 0
    private var framesSince = 0

    /// Creates a balance that has seen no residual.
    public init() {}

    /// True if the burst is a misplaced echo.
    public var isMisplaced: Bool {
        frames >= Self.certainFrames && left > Self.mostOfFrame * heard
            || frames >= Self.insistentFrames && left > Self.mostOfBurst * heard
    }

    /// Adds a frame's powers (full scale 1): of the microphone, and of the canceller's residual.
    /// - Parameter isForeign: True if the frame is taken for someone else's sound.
    /// - Returns: True if the frame may really be someone else's sound.
    public mutating func take(heard power: Float, left rest: Float, isForeign: Bool) -> Bool {
        guard isForeign else {
            framesSince += 1
            if framesSince >= Self.pauseFrames { self = EchoBalance() }
            return false
        }
        framesSince = 0
        frames += 1
        heard += power
        left += rest
        return rest < Self.mostOfFrame * power && left < Self.mostOfBurst * heard
    }
}
