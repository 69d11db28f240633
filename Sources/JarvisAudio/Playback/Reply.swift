// SPDX-License-Identifier: GPL-3.0-or-later
// The reply being played: the sound still to be written, and how much has been reported as heard.

import JarvisCore
import JarvisSignal

/// The state of one reply on the playback thread.
struct Reply {
    let number: Int
    let device: String?
    let handler: @Sendable (PlaybackEvent) -> Void
    /// True if no more sound will come.
    var isComplete = false
    var hasStarted = false
    /// The position of the reply's first sample in the stream; nil before it is written.
    var firstSample: Int64?
    var sampleRateHertz: Int?
    /// The reply's gain.
    var gain = 1.0
    var tracker = HeardTracker()
    private var pieces: [[Int16]] = []
    private var offset = 0

    init(number: Int, device: String?, handler: @escaping @Sendable (PlaybackEvent) -> Void) {
        self.number = number
        self.device = device
        self.handler = handler
    }

    var hasSound: Bool { !pieces.isEmpty }

    /// Adds a piece of sound, converted to the rate of the reply's first piece if it differs.
    mutating func enqueue(_ audio: SynthesizedAudio, clause: Int) {
        guard audio.sampleRateHertz > 0 else { return }
        let rate = sampleRateHertz ?? audio.sampleRateHertz
        sampleRateHertz = rate
        var samples = audio.samples
        var words = audio.words
        if audio.sampleRateHertz != rate {
            samples = WAVFile(samples: samples, sampleRateHertz: audio.sampleRateHertz).int16Samples(atRate: rate)
            for index in words.indices {
                words[index].sampleOffset = words[index].sampleOffset * rate / audio.sampleRateHertz
            }
        }
        tracker.enqueue(sampleCount: samples.count, words: words, clause: clause)
        if !samples.isEmpty { pieces.append(samples) }
    }

    /// Passes at most `limit` samples to `write`, and removes them from the reply.
    mutating func writeNext(_ limit: Int, _ write: (UnsafeBufferPointer<Int16>) -> Void) {
        guard let piece = pieces.first else { return }
        let count = min(limit, piece.count - offset)
        piece.withUnsafeBufferPointer { write(UnsafeBufferPointer(rebasing: $0[offset..<offset + count])) }
        offset += count
        if offset == piece.count {
            pieces.removeFirst()
            offset = 0
        }
    }
}
