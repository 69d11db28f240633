// SPDX-License-Identifier: GPL-3.0-or-later
// The same words from a slightly larger and a slightly smaller speaker: what a neural recognizer mishears in a voice, it
// often hears rightly there, and what it hears in all of them was said. Pure.

import JarvisSignal

enum AlteredVoice {
    /// The rates as which the sound is read, from its own 16 kHz: pitch, resonances and pace move together.
    private static let rates = [17_200, 15_000]

    /// Copies of 16 kHz sound, each some seven hundredths longer or shorter.
    static func copies(of samples: [Int16]) -> [[Int16]] {
        let sound = samples.map { Float($0) }
        return rates.map { rate in
            Resampler.resample(sound, from: 16_000, to: rate).map { Int16(max(-32_768, min(32_767, $0.rounded()))) }
        }
    }
}
