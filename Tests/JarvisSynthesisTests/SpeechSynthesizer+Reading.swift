// SPDX-License-Identifier: GPL-3.0-or-later
// How a voice sounds on average. Networks never read a text the same way twice, and neither does espeak-ng, whose noise
// continues from one reading to the next.

import JarvisCore
import JarvisSpeechTesting

extension SpeechSynthesizer {
    /// The medians of three readings: the tone in hertz (nil if too little is voiced) and the voiced seconds.
    func reading(of text: String, _ prosody: Prosody) async throws -> (tone: Double?, voicedSeconds: Double) {
        var (tones, lengths): ([Double], [Double]) = ([], [])
        for _ in 0..<3 {
            let (sound, _) = try await sound(text, prosody)
            if let tone = sound.tone { tones.append(tone) }
            lengths.append(sound.voicedSeconds)
        }
        return (tones.count == 3 ? tones.sorted()[1] : nil, lengths.sorted()[1])
    }
}
