// SPDX-License-Identifier: GPL-3.0-or-later
// Prepares a model's sound of a phrase for playing: trims the silence around it, stretches it to the wanted tempo, and
// locates the words of the text. Pure.

import Glibc
import JarvisCore
import JarvisSignal

struct PhraseSound {
    /// The samples without the pause after them, −1…1.
    private(set) var samples: [Float]
    /// The words: their Unicode scalars in the spoken text, and the sample in `samples` at which each begins.
    private(set) var words: [(scalars: Range<Int>, sample: Int)]

    /// A block counts as sound down to this share of the loudest block: soft consonants are above it, and the model's
    /// noise is below.
    private static let quietShare: Float = 0.012
    private static let quietest: Float = 0.0012
    private static let blocksPerSecond = 200
    /// The seconds of silence to keep before and after the sound.
    private static let edgeSeconds = 0.015

    /// - Parameters:
    ///   - sound: The model's sound of the phrase.
    ///   - reading: espeak-ng's version of the phrase.
    ///   - stretch: The factor by which to speed up the sound.
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

    /// The range from the first to the last block that is not silent, with a margin.
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

    /// Fades both ends to prevent clicks.
    private static func fade(_ samples: inout [Float], _ rate: Int) {
        let length = fadeLength(rate, samples.count)
        for index in 0..<length {
            let gain = Float(index) / Float(length)
            samples[index] *= gain
            samples[samples.count - 1 - index] *= gain
        }
    }
}

/// A model's sound of a phrase while it is being computed.
struct GrowingSound {
    let sampleRateHertz: Int
    /// All samples received so far.
    private(set) var samples: [Float] = []
    /// The sample at which the voice begins; nil until that is certain.
    private(set) var start: Int?
    private var taken = 0

    init(sampleRateHertz: Int) {
        self.sampleRateHertz = sampleRateHertz
    }

    mutating func add(_ more: [Float]) { samples += more }

    /// The samples added since the last call, beginning with the voice and faded in; nil until the voice has begun.
    /// Holds back quiet samples at the end, which may be the end of the phrase. Louder sound later on doesn't move the
    /// start.
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
