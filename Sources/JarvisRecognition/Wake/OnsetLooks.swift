// SPDX-License-Identifier: GPL-3.0-or-later
// Decides when to transcribe the beginning of speech, and which part of it: after the end of a short call, and in
// continuous speech as soon as a word can be complete. Pure.

import JarvisCore

/// Waits for the onset of speech, and then until enough of the speech has arrived.
struct OnsetLooks: Sendable {
    /// A moment at which the beginning of speech should be transcribed.
    struct Look: Hashable, Sendable {
        /// The first sample of the speech.
        var onset: Int64
        /// The first sample not yet received.
        var end: Int64

        /// Stretches of sound to transcribe, the most informative first. The transcript depends on where the sound
        /// begins: detectors report the onset late, more so in noise, and the transcriber takes a breath before a word
        /// for part of it.
        var windows: [Range<Int64>] { Self.leads.map { max(0, onset - $0)..<end } }

        /// Sound before the onset to include: 0.3, 0.5 and 0.16 s.
        private static let leads: [Int64] = [4_800, 8_000, 2_560]
    }

    /// Silence that counts as a pause: 160 ms on top of the gaps that the detector bridges within words.
    private static let pauseFrames = 8
    /// Silence after which the speech is a call on its own: 200 ms.
    private static let endFrames = 10
    /// Speech after which to transcribe even if it continues: 1.2 s.
    private static let longestFrames = 60

    private var silentFrames = pauseFrames
    private var onset: Int64?
    private var framesSinceOnset = 0

    /// True from the onset of speech until the moment to transcribe it.
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
