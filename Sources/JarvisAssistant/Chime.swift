// SPDX-License-Identifier: GPL-3.0-or-later
// The sounds of timers, alarms and reminders: synthesized bells, so no sound files are needed.

import Glibc
import JarvisConversation
import JarvisCore

/// Synthesizes the sounds of reminders.
enum Chime {
    /// The synthesizer's rate, so that chime and speech share one stream.
    static let sampleRateHertz = 22_050

    /// 1.1 s of mono sound: E5, G#5, B5, each ringing on into the next.
    static func audio(volume: Double) -> SynthesizedAudio {
        let strokes = [659.26, 830.61, 987.77].enumerated().map { (0.2 * Double($0), $1) }
        return sound(strokes, seconds: 1.1, decay: 5, loudness: volume)
    }

    /// About two seconds of ringing, more than half of it silence so that "stop" can be heard well. An alarm starts
    /// softly and reaches full loudness after half a minute, a timer after ten seconds.
    /// - Parameters:
    ///   - step: Number of pieces before this one.
    ///   - volume: The speech volume, 0…1; ringing has a minimum loudness.
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

    /// The minimum loudness: users who have turned the voice down still want to be woken.
    private static let leastVolume = 0.4

    private static func rise(from least: Double, within steps: Int, _ step: Int) -> Double {
        min(1, least + (1 - least) * Double(step) / Double(steps))
    }

    /// Bells struck at these times.
    private static func sound(
        _ strokes: [(seconds: Double, frequency: Double)], seconds: Double, decay: Double, loudness: Double
    ) -> SynthesizedAudio {
        var mix = [Double](repeating: 0, count: Int(seconds * Double(sampleRateHertz)))
        for stroke in strokes {
            let start = Int(stroke.seconds * Double(sampleRateHertz))
            for sample in start..<mix.count {
                let time = Double(sample - start) / Double(sampleRateHertz)
                let attack = min(1, time / 0.005)
                // A bell is a decaying tone with its octave.
                let bell = sin(2 * .pi * stroke.frequency * time) + 0.35 * sin(4 * .pi * stroke.frequency * time)
                mix[sample] += attack * exp(-time * decay) * bell
            }
        }
        let samples = mix.map { Int16(max(-1, min(1, $0 * 0.3 * loudness)) * 32_000) }
        // The player reports heard words; a mark at each piece triggers the next.
        let mark = SpokenWord(startCharacter: 0, endCharacter: 1, sampleOffset: 0)
        return SynthesizedAudio(samples: samples, sampleRateHertz: sampleRateHertz, words: [mark])
    }
}
