// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what an echo canceller leaves can be somebody at all: whoever speaks adds to what is heard, while an echo that
// comes at another time than it was expected is left, and what was expected is left as well. Pure.

/// Weighs what is heard against what is left of it, over a burst of frames that are taken for somebody else's sound.
public struct EchoBalance: Sendable {
    /// More left than this share of what is heard, in power: 1 dB more than all. One frame may well have that by chance.
    private static let most: Float = 1.26
    /// A burst of so many frames has not: 60 ms.
    private static let certainFrames = 3
    /// A burst ends with so many other frames: 0.1 s.
    private static let pauseFrames = 5

    private var heard: Float = 0
    private var left: Float = 0
    private var frames = 0
    private var framesSince = 0

    /// Of a canceller that has left nothing yet.
    public init() {}

    /// The burst is an echo at the wrong time.
    public var isMisplaced: Bool { frames >= Self.certainFrames && left > Self.most * heard }

    /// Takes the powers (full scale 1) of a frame: of the microphone, and of what the canceller left.
    /// - Parameter isForeign: the frame is taken for somebody else's sound.
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
        return rest < Self.most * power && left < Self.most * heard
    }
}
