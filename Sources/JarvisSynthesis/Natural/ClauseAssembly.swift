// SPDX-License-Identifier: GPL-3.0-or-later
// The phrases of a clause one after another, with their words counted from the clause's beginning. Pure.

import Glibc
import JarvisCore
import JarvisSpokenText

struct ClauseAssembly {
    private let sampleRateHertz: Int
    private let gain: Float
    private let speed: Double
    private var trail: WordTrail
    private var sampleCount = 0
    /// Samples of the present phrase that are there already.
    private var begunCount = 0

    /// As loud as espeak-ng, which the levels of the program are made for.
    private static let loudness: Float = 1.5

    /// - Parameter sampleRateHertz: At which the pieces are to be played.
    init(_ text: SpeakableText, sampleRateHertz: Int, volume: Double, speed: Double) {
        self.sampleRateHertz = sampleRateHertz
        self.speed = speed
        gain = Self.loudness * Float(volume)
        trail = WordTrail(text)
    }

    /// The beginning of a phrase, or more of it, before its words are known.
    mutating func add(begun samples: [Float]) -> SynthesizedAudio {
        begunCount += samples.count
        return SynthesizedAudio(
            samples: samples.map { Self.sample($0 * gain) }, sampleRateHertz: sampleRateHertz, words: [])
    }

    /// The next piece: the phrase, or what is left of it, and the pause after it.
    mutating func add(_ sound: PhraseSound, _ ending: SpokenPhrase.Ending) -> SynthesizedAudio {
        let words = sound.words.flatMap { trail.add($0.scalars, sampleOffset: sampleCount + $0.sample) }
        let pause = sound.samples.isEmpty ? 0 : Int(ending.pauseSeconds / speed * Double(sampleRateHertz))
        // The silence at the end of the phrase, if it is there already, is a part of the pause.
        let early = max(0, begunCount - sound.samples.count)
        let rest = sound.samples.dropFirst(begunCount).map { Self.sample($0 * gain) }
        let samples = rest + [Int16](repeating: 0, count: max(0, pause - early))
        sampleCount += begunCount + samples.count
        begunCount = 0
        return SynthesizedAudio(samples: samples, sampleRateHertz: sampleRateHertz, words: words)
    }

    /// The words that are left; nil for none.
    mutating func finish() -> SynthesizedAudio? {
        guard sampleCount > 0 else { return nil }
        let words = trail.finish(sampleOffset: sampleCount)
        return words.isEmpty ? nil : SynthesizedAudio(samples: [], sampleRateHertz: sampleRateHertz, words: words)
    }

    /// Bends what is too loud instead of cutting it off.
    private static func sample(_ value: Float) -> Int16 {
        let size = abs(value)
        let bent = size <= knee ? size : knee + (1 - knee) * tanhf((size - knee) / (1 - knee))
        return Int16((value < 0 ? -bent : bent) * 32_767)
    }

    private static let knee: Float = 0.7
}

extension Prosody {
    /// The factor by which sound is played faster to reach the pitch.
    var pitchFactor: Double { exp2(pitch / 12) }
}
