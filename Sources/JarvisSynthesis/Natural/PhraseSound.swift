// SPDX-License-Identifier: GPL-3.0-or-later
// A model's sound of a phrase, as it is heard: without the silence around it, at the tempo wanted, with the words of the text
// and the pause that is written. Pure.

import Glibc
import JarvisCore
import JarvisSignal

struct PhraseSound {
    /// Samples without the pause, −1…1.
    private(set) var samples: [Float]
    /// Where words begin in them.
    private(set) var words: [(scalars: Range<Int>, sample: Int)]

    /// Sound is what is less than this far below the loudest block: soft consonants are, noise of the model is not.
    private static let quietShare: Float = 0.012
    private static let quietest: Float = 0.0012
    private static let blocksPerSecond = 200
    /// Kept before and after the sound, in seconds.
    private static let edgeSeconds = 0.015

    /// - Parameters:
    ///   - sound: What the model made of the phrase.
    ///   - reading: What espeak-ng knows of it.
    ///   - stretch: The factor by which it is to become faster.
    init(_ sound: GrowingSound, reading: PhraseReading, stretch: Double) {
        let sampleRateHertz = sound.sampleRateHertz
        let voiced = Self.voiced(sound.samples, sampleRateHertz)
        let trimmed = Array(
            sound.samples[voiced.isEmpty ? voiced : (sound.start ?? voiced.lowerBound)..<voiced.upperBound])
        let known = reading.samples.map { Float($0) / 32_768 }
        let heard = Self.voiced(known, reading.sampleRateHertz)
        let alignment = SpeechAlignment(
            reference: Array(known[heard]), rateHertz: max(1, reading.sampleRateHertz), target: trimmed,
            rateHertz: sampleRateHertz)
        samples = TempoStretcher(sampleRateHertz: sampleRateHertz).stretch(trimmed, tempo: stretch)
        let end = samples.count
        words = reading.words.map { word in
            let place = Double(alignment.place(of: word.sample - heard.lowerBound)) / stretch
            return (word.scalars, min(end, Int(place)))
        }
        Self.fade(&samples, sampleRateHertz)
    }

    /// From the first to the last block that is not silent, with some around it.
    static func voiced(_ samples: [Float], _ rate: Int) -> Range<Int> {
        let block = max(1, rate / blocksPerSecond)
        let levels = stride(from: 0, to: samples.count, by: block).map { start in
            let part = samples[start..<min(start + block, samples.count)]
            return (part.reduce(0) { $0 + $1 * $1 } / Float(part.count)).squareRoot()
        }
        let limit = max(quietest, (levels.max() ?? 0) * quietShare)
        guard let first = levels.firstIndex(where: { $0 > limit }), let last = levels.lastIndex(where: { $0 > limit })
        else { return 0..<0 }
        let edge = Int(edgeSeconds * Double(rate))
        return max(0, first * block - edge)..<min(samples.count, (last + 1) * block + edge)
    }

    fileprivate static func fadeLength(_ rate: Int, _ count: Int) -> Int { min(rate / 250, count / 2) }

    /// No click at either end.
    private static func fade(_ samples: inout [Float], _ rate: Int) {
        let length = fadeLength(rate, samples.count)
        for index in 0..<length {
            let gain = Float(index) / Float(length)
            samples[index] *= gain
            samples[samples.count - 1 - index] *= gain
        }
    }
}

/// A model's sound of a phrase while it is being made.
struct GrowingSound {
    let sampleRateHertz: Int
    /// All that there is.
    private(set) var samples: [Float] = []
    /// Where the voice begins in them; nil as long as that may change.
    private(set) var start: Int?
    private var taken = 0

    init(sampleRateHertz: Int) {
        self.sampleRateHertz = sampleRateHertz
    }

    mutating func add(_ more: [Float]) { samples += more }

    /// What has come since this was last asked for, from the beginning of the voice on, without a click; nil while the voice
    /// has not begun. Quiet at the end is kept back, since it may be the phrase's. Once it has begun, louder sound does not make
    /// the beginning another one.
    mutating func takeNew() -> [Float]? {
        let voiced = PhraseSound.voiced(samples, sampleRateHertz)
        let first = start ?? voiced.lowerBound
        guard voiced.upperBound > first + taken else { return nil }
        var new = Array(samples[(first + taken)..<voiced.upperBound])
        if start == nil {
            start = first
            let length = PhraseSound.fadeLength(sampleRateHertz, new.count)
            for index in 0..<length { new[index] *= Float(index) / Float(length) }
        }
        taken += new.count
        return new
    }
}
