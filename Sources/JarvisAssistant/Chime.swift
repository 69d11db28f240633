// SPDX-License-Identifier: GPL-3.0-or-later
// The sounds of timers, alarms and reminders: bells, computed, so that no sound file is needed.

import Glibc
import JarvisConversation
import JarvisCore

enum Chime {
    /// The rate of the synthesizer, so that chime and speech share one stream.
    static let sampleRateHertz = 22_050

    /// One second of mono sound: E5, G#5, B5, each ringing out over the next.
    static func audio(volume: Double) -> SynthesizedAudio {
        let strokes = [659.26, 830.61, 987.77].enumerated().map { (0.2 * Double($0), $1) }
        return sound(strokes, seconds: 1.1, decay: 5, loudness: volume)
    }

    /// A piece of what rings, about two seconds long, more than half of it silence in which "stop" is heard well. An
    /// alarm begins softly and reaches its full loudness after half a minute, a timer after ten seconds.
    /// - Parameters:
    ///   - step: how many pieces came before it.
    ///   - volume: of speech, 0…1; what rings is never so soft that it goes unheard.
    static func piece(_ sound: RingSignal.Sound, step: Int, volume: Double) -> SynthesizedAudio {
        let volume = max(leastVolume, volume)
        switch sound {
        case .alarm:
            let strokes = [880.0, 1108.73, 880, 1108.73].enumerated().map { (0.15 * Double($0), $1) }
            return self.sound(strokes, seconds: 1.9, decay: 9, loudness: volume * rise(from: 0.2, within: 16, step))
        case .timer:
            let strokes = [(0.0, 1318.51), (0.12, 1318.51), (0.45, 1567.98)]
            return self.sound(strokes, seconds: 1.7, decay: 8, loudness: volume * rise(from: 0.5, within: 6, step))
        case .reminder:
            return audio(volume: volume)
        }
    }

    /// A user who has turned the voice down wants to be woken all the same.
    private static let leastVolume = 0.4

    private static func rise(from least: Double, within steps: Int, _ step: Int) -> Double {
        min(1, least + (1 - least) * Double(step) / Double(steps))
    }

    /// Bells that are struck at these times.
    private static func sound(
        _ strokes: [(seconds: Double, frequency: Double)], seconds: Double, decay: Double, loudness: Double
    ) -> SynthesizedAudio {
        var mix = [Double](repeating: 0, count: Int(seconds * Double(sampleRateHertz)))
        for stroke in strokes {
            let start = Int(stroke.seconds * Double(sampleRateHertz))
            for sample in start..<mix.count {
                let time = Double(sample - start) / Double(sampleRateHertz)
                let attack = min(1, time / 0.005)
                // A bell is a tone and its octave, dying away.
                let bell = sin(2 * .pi * stroke.frequency * time) + 0.35 * sin(4 * .pi * stroke.frequency * time)
                mix[sample] += attack * exp(-time * decay) * bell
            }
        }
        let samples = mix.map { Int16(max(-1, min(1, $0 * 0.3 * loudness)) * 32_000) }
        // The player tells when a word has been heard: that is how the pieces of what rings follow each other.
        let mark = SpokenWord(startCharacter: 0, endCharacter: 1, sampleOffset: 0)
        return SynthesizedAudio(samples: samples, sampleRateHertz: sampleRateHertz, words: [mark])
    }
}
