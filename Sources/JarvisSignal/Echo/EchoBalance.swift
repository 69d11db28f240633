// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what an echo canceller leaves can be a speaker at all: speech adds to what is heard, while an echo that
// comes at another time than it was expected is left, and what was expected is left as well. Pure.

/// Weighs what is heard against what is left of it, over a burst of frames that are taken for someone else's sound.
public struct EchoBalance: Sendable {
    /// Most that one frame may leave of what is heard, in power, by the chances of two sounds that meet: 1 dB more.
    private static let mostOfFrame: Float = 1.26
    /// Most that a burst may leave, in which chances even out: a quarter of 1 dB more than all.
    private static let mostOfBurst: Float = 1.06
    /// When a burst is judged: after 60 ms where it leaves more than a frame may, 120 ms where more than a burst may.
    private static let certainFrames = 3
    private static let insistentFrames = 6
    /// A burst ends after this many other frames: 0.1 s.
    private static let pauseFrames = 5

    private var heard: Float = 0
    private var left: Float = 0
    private var frames = 0
    private var framesSince = 0

    /// Of a canceller that has left nothing yet.
    public init() {}

    /// The burst is an echo at the wrong time.
    public var isMisplaced: Bool {
        frames >= Self.certainFrames && left > Self.mostOfFrame * heard
            || frames >= Self.insistentFrames && left > Self.mostOfBurst * heard
    }

    /// Takes the powers (full scale 1) of a frame: of the microphone, and of what the canceller left.
    /// - Parameter isForeign: the frame is taken for someone else's sound.
    /// - Returns: true when it may be that.
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
