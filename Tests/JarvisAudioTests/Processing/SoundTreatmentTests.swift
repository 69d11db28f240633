// SPDX-License-Identifier: GPL-3.0-or-later
// The capture chain's effect on recorded sound.

import JarvisAudio
import JarvisCore
import JarvisSignal
import JarvisTesting
import Testing

struct SoundTreatmentTests {
    private func treated(_ samples: [Int16], noise: Bool, gain: Bool) -> [Int16] {
        var processing = SoundProcessing()
        (processing.suppressesNoise, processing.controlsGain) = (noise, gain)
        return SoundTreatment.apply(processing, to: samples, detector: SpectralVoiceDetector())
    }

    private var hiss: [Int16] {
        var state: UInt32 = 7
        return (0..<80_000).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int16(truncatingIfNeeded: (Int(state >> 16) - 32_768) / 64)
        }
    }

    @Test func withEverythingOffTheSoundIsUnchanged() {
        let samples = hiss
        #expect(treated(samples, noise: false, gain: false) == samples)
    }

    @Test func theSuppressorReducesSteadyNoise() {
        let tail = treated(hiss, noise: true, gain: false).suffix(16_000)
        #expect(LevelMeter.dBFS(Array(tail)) < LevelMeter.dBFS(Array(hiss.suffix(16_000))) - 6)
    }

    @Test func incompleteFramesAreDropped() {
        #expect(treated([Int16](repeating: 5, count: 1000), noise: false, gain: true).count == 960)
        #expect(treated([], noise: true, gain: true).isEmpty)
    }
}
