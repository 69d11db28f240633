// SPDX-License-Identifier: GPL-3.0-or-later
// Joins the phrases of a clause, with the positions of words counted from the start of the clause. Pure.

import Glibc
import JarvisCore
import JarvisSpokenText

struct ClauseAssembly {
    private let sampleRateHertz: Int
    private let gain: Float
    private let speed: Double
    private var trail: WordTrail
    private var sampleCount = 0
    /// The samples of the current phrase that have been delivered so far.
    private var begunCount = 0

    /// The gain that matches the loudness of espeak-ng, which the program's levels are tuned for.
    private static let loudness: Float = 1.5

    /// - Parameter sampleRateHertz: The rate at which the pieces are played.
    init(_ text: SpeakableText, sampleRateHertz: Int, volume: Double, speed: Double) {
        self.sampleRateHertz = sampleRateHertz
        self.speed = speed
        gain = Self.loudness * Float(volume)
        trail = WordTrail(text)
    }

    /// Delivers the beginning of a phrase, or more of it, before the positions of its words are known.
    mutating func add(begun samples: [Float]) -> SynthesizedAudio {
        begunCount += samples.count
        return SynthesizedAudio(
            samples: samples.map { Self.sample($0 * gain) }, sampleRateHertz: sampleRateHertz, words: [])
    }

    /// Delivers the whole phrase, or the rest of it, with the pause after it.
    mutating func add(_ sound: PhraseSound, _ ending: SpokenPhrase.Ending) -> SynthesizedAudio {
        let words = sound.words.flatMap { trail.add($0.scalars, sampleOffset: sampleCount + $0.sample) }
        let pause = sound.samples.isEmpty ? 0 : Int(ending.pauseSeconds / speed * Double(sampleRateHertz))
        // Silence already delivered at the end of the phrase counts as part of the pause.
        let early = max(0, begunCount - sound.samples.count)
        let rest = sound.samples.dropFirst(begunCount).map { Self.sample($0 * gain) }
        let samples = rest + [Int16](repeating: 0, count: max(0, pause - early))
        sampleCount += begunCount + samples.count
        begunCount = 0
        return SynthesizedAudio(samples: samples, sampleRateHertz: sampleRateHertz, words: words)
    }

    /// The words that remain at the end of the clause; nil if there are none.
    mutating func finish() -> SynthesizedAudio? {
        guard sampleCount > 0 else { return nil }
        let words = trail.finish(sampleOffset: sampleCount)
        return words.isEmpty ? nil : SynthesizedAudio(samples: [], sampleRateHertz: sampleRateHertz, words: words)
    }

    /// The value as a sample; loud values are clipped softly.
    private static func sample(_ value: Float) -> Int16 {
        let size = abs(value)
        let bent = size <= knee ? size : knee + (1 - knee) * tanhf((size - knee) / (1 - knee))
        return Int16((value < 0 ? -bent : bent) * 32_767)
    }

    private static let knee: Float = 0.7
}

extension Prosody {
    /// The factor by which the sound is played faster to reach the pitch.
    var pitchFactor: Double { exp2(pitch / 12) }
}
