// SPDX-License-Identifier: GPL-3.0-or-later
// Voices made to be seen: sound with the syllables and pauses of speech, different for each voice.

import JarvisCore

/// Some voices of each kind, not meant for listening.
final class SampleVoices: SpeechSynthesizer {
    private let count: Int
    private let offer: SampleOffer?

    /// - Parameters:
    ///   - count: The number of installed voices, 0…3.
    ///   - offer: A voice that may be installed.
    init(count: Int = 3, offer: SampleOffer? = nil) {
        self.count = count
        self.offer = offer
    }

    func voices() async throws -> [Voice] {
        let all = [
            Voice(id: "en-us", name: "English (America)", languages: ["en-us"], kind: .espeak),
            Voice(id: "en-us+f3", name: "English (America), female 3", languages: ["en-us"], kind: .espeak),
            Voice(id: "en-gb", name: "English (Great Britain)", languages: ["en-gb"], kind: .espeak),
        ]
        return (offer?.voice.map { [$0] } ?? []) + all.prefix(count)
    }

    func synthesize(_ clause: String, prosody: Prosody) -> AsyncThrowingStream<SynthesizedAudio, any Error> {
        AsyncThrowingStream { continuation in
            var state = UInt32(truncatingIfNeeded: prosody.voice.utf8.reduce(5_381) { $0 &* 33 &+ Int($1) })
            var samples: [Int16] = []
            for syllable in 0..<24 {
                state = state &* 1_664_525 &+ 1_013_904_223
                let loudness = syllable % 5 == 4 ? 0.03 : 0.2 + 0.8 * Double(state >> 16) / 65_536
                for index in 0..<1600 {
                    let swell = 1 - abs(Double(index) / 800 - 1)
                    samples.append(Int16(20_000 * loudness * swell * (index / 60 % 2 == 0 ? 1 : -1)))
                }
            }
            continuation.yield(SynthesizedAudio(samples: samples, sampleRateHertz: 16_000, words: []))
            continuation.finish()
        }
    }
}
