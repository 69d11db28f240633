// SPDX-License-Identifier: GPL-3.0-or-later
// Passes only speech and the sound just before it on to the keyphrase search, so that a silent room costs nothing.
// Pure.

import JarvisCore

struct WakeGate: Sendable {
    /// A piece of sound for the search.
    struct Passage: Sendable {
        var frames: [AudioFrame]
        /// Sound before the first frames, for the transcriber only: in noise, detectors report speech later.
        var context: [AudioFrame] = []
        /// True if these are the first frames after silence.
        var isFirst: Bool
        /// True if silence follows.
        var isLast: Bool
    }

    /// Frames to pass on before speech: 300 ms, more than any detector needs to notice speech in quiet.
    private static let preRollFrames = 15
    /// Frames of context before those: 200 ms.
    private static let contextFrames = 10
    /// Frames to pass on after speech: 500 ms, so that the pause in "hey … Jarvis" doesn't split it.
    private static let hangoverFrames = 25

    private var waiting: [AudioFrame] = []
    private var silentFrames: Int?

    /// - Returns: The sound to search now; nil if there is no speech.
    mutating func take(_ frame: AudioFrame) -> Passage? {
        guard let silent = silentFrames else {
            waiting.append(frame)
            if waiting.count > Self.preRollFrames + Self.contextFrames { waiting.removeFirst() }
            guard frame.isSpeech else { return nil }
            silentFrames = 0
            defer { waiting.removeAll(keepingCapacity: true) }
            return Passage(
                frames: waiting.suffix(Self.preRollFrames), context: waiting.dropLast(Self.preRollFrames),
                isFirst: true, isLast: false)
        }
        let isLast = !frame.isSpeech && silent + 1 >= Self.hangoverFrames
        silentFrames = isLast ? nil : (frame.isSpeech ? 0 : silent + 1)
        return Passage(frames: [frame], isFirst: false, isLast: isLast)
    }
}
