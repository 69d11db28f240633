// SPDX-License-Identifier: GPL-3.0-or-later
// Lets only speech through to the keyphrase search, with what came just before it, so that a silent room costs nothing.
// Pure.

import JarvisCore

struct WakeGate: Sendable {
    /// What the search gets.
    struct Passage: Sendable {
        var frames: [AudioFrame]
        /// What came before the first frames, for the transcriber alone: in noise, detectors are later.
        var context: [AudioFrame] = []
        /// The first frames after silence.
        var isFirst: Bool
        /// Silence follows.
        var isLast: Bool
    }

    /// 300 ms, more than any detector needs to notice speech in quiet.
    private static let preRollFrames = 15
    /// 200 ms.
    private static let contextFrames = 10
    /// 500 ms, so that the pause in "hey … Jarvis" does not part them.
    private static let hangoverFrames = 25

    private var waiting: [AudioFrame] = []
    private var silentFrames: Int?

    /// - Returns: nil while there is no speech.
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
