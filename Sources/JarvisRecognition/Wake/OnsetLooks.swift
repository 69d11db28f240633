// SPDX-License-Identifier: GPL-3.0-or-later
// When the transcriber is to be asked about the beginning of speech, and what it is to listen to: with the end of a
// short call, and in flowing speech as soon as a word can be over. Pure.

import JarvisCore

/// Waits for somebody to begin to speak, and then for enough of it.
struct OnsetLooks: Sendable {
    /// A moment at which to listen.
    struct Look: Hashable, Sendable {
        /// First sample of the speech.
        var onset: Int64
        /// The first sample that has not been heard yet.
        var end: Int64

        /// Stretches of sound to listen to, the most telling first. What the transcriber writes depends on where the
        /// sound begins: detectors are late, more so in noise, and a breath before a word is taken for a part of it.
        var windows: [Range<Int64>] { Self.leads.map { max(0, onset - $0)..<end } }

        /// 0.3, 0.5 and 0.16 s.
        private static let leads: [Int64] = [4_800, 8_000, 2_560]
    }

    /// A pause: 160 ms on top of what the detector bridges within words.
    private static let pauseFrames = 8
    /// This much silence after speech makes it a call of its own: 200 ms.
    private static let endFrames = 10
    /// How much is listened to while speech goes on: 1.2 s.
    private static let longestFrames = 60

    private var silentFrames = pauseFrames
    private var onset: Int64?
    private var framesSinceOnset = 0

    /// True from an onset on until enough has been heard of it.
    var isWaiting: Bool { onset != nil }

    mutating func clear() { self = OnsetLooks() }

    mutating func take(_ frame: AudioFrame) -> Look? {
        defer { silentFrames = frame.isSpeech ? 0 : silentFrames + 1 }
        if onset == nil {
            guard frame.isSpeech, silentFrames >= Self.pauseFrames else { return nil }
            onset = frame.sampleIndex
            framesSinceOnset = 0
        }
        guard let onset else { return nil }
        framesSinceOnset += 1
        let isOver = !frame.isSpeech && silentFrames + 1 >= Self.endFrames
        guard isOver || framesSinceOnset >= Self.longestFrames else { return nil }
        self.onset = nil
        return Look(onset: onset, end: frame.sampleIndex + Int64(frame.samples.count))
    }
}
