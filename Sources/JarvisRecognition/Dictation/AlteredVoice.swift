// SPDX-License-Identifier: GPL-3.0-or-later
// Alters sound as if a slightly larger or smaller speaker had said the words. In such copies, a neural recognizer often
// recognizes words that it mishears in the original; words that it recognizes in all versions were really said. Pure.

import JarvisSignal

enum AlteredVoice {
    /// Playing the 16 kHz sound at these sample rates shifts pitch, resonances and pace together.
    private static let rates = [17_200, 15_000]

    /// Copies of 16 kHz sound, about 7 % longer and 7 % shorter.
    static func copies(of samples: [Int16]) -> [[Int16]] {
        let sound = samples.map { Float($0) }
        return rates.map { rate in
            Resampler.resample(sound, from: 16_000, to: rate).map { Int16(max(-32_768, min(32_767, $0.rounded()))) }
        }
    }
}
