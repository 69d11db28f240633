// SPDX-License-Identifier: GPL-3.0-or-later
// The chime of a due timer, alarm or reminder: three rising bell tones, computed, so that no sound file is needed.

import JarvisCore

import Glibc

enum Chime {
    /// The rate of the synthesizer, so that chime and speech share one stream.
    static let sampleRateHertz = 22_050

    /// One second of mono sound: E5, G#5, B5, each ringing out over the next.
    static func audio(volume: Double) -> SynthesizedAudio {
        let notes = [659.26, 830.61, 987.77]
        let noteSamples = sampleRateHertz / 5
        var mix = [Double](repeating: 0, count: sampleRateHertz * 11 / 10)
        for (index, frequency) in notes.enumerated() {
            for sample in index * noteSamples..<mix.count {
                let time = Double(sample - index * noteSamples) / Double(sampleRateHertz)
                let attack = min(1, time / 0.005)
                // A bell is a tone and its octave, dying away.
                let bell = sin(2 * .pi * frequency * time) + 0.35 * sin(4 * .pi * frequency * time)
                mix[sample] += attack * exp(-time * 5) * bell
            }
        }
        let samples = mix.map { Int16(max(-1, min(1, $0 * 0.3 * volume)) * 32_000) }
        return SynthesizedAudio(samples: samples, sampleRateHertz: sampleRateHertz, words: [])
    }
}
