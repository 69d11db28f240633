// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisSignal
import Testing

struct SpectralVoiceDetectorTests {
    private func speechFrames(_ samples: [Int16], sensitivity: Double = 50) -> [Int] {
        let detector = SpectralVoiceDetector()
        detector.sensitivityPercent = sensitivity
        return detector.process(all: samples).enumerated().filter { $0.element.isSpeech }.map(\.offset)
    }

    @Test func silenceHumAndSteadyNoiseAreNotSpeech() {
        #expect(speechFrames(Sound.silence(seconds: 3)).isEmpty)
        #expect(speechFrames(Sound.noise(seconds: 5, amplitude: 0.1)).isEmpty)
        #expect(speechFrames(mix(Sound.sine(50, seconds: 5), Sound.noise(seconds: 5, amplitude: 0.001))).isEmpty)
    }

    @Test func steadyNoiseStopsCountingAsSpeechWithinThreeSeconds() {
        let samples = Sound.noise(seconds: 1, amplitude: 0.0005) + Sound.noise(seconds: 5, amplitude: 0.1, seed: 2)
        #expect((speechFrames(samples).last ?? 0) < 200)
    }

    @Test func aVowelIsDetectedWithin100MillisecondsAndReleased() throws {
        let pause = Sound.noise(seconds: 1, amplitude: 0.0005)
        let found = speechFrames(pause + Sound.vowel(seconds: 0.6) + pause)
        #expect(try #require(found.first) <= 55)
        #expect(try #require(found.last) >= 77 && (try #require(found.last)) <= 90)
    }

    @Test func quietAndNoisyVowelsAreDetected() {
        let pause = Sound.noise(seconds: 1, amplitude: 0.0003)
        #expect(speechFrames(pause + Sound.vowel(seconds: 0.6, amplitude: 0.01) + pause).count > 20)
        let noise = Sound.noise(seconds: 2.6, amplitude: 0.02)
        let vowel = Sound.silence(seconds: 1) + Sound.vowel(seconds: 0.6) + Sound.silence(seconds: 1)
        #expect(speechFrames(mix(noise, vowel)).count > 20)
    }

    @Test func aLongFricativeIsSpeech() {
        let pause = Sound.noise(seconds: 1, amplitude: 0.0005)
        // First differences of noise: high-passed like an "s"
        let noise = Sound.noise(seconds: 0.3, amplitude: 0.03)
        let fricative = zip(noise, noise.dropFirst()).map { $0 - $1 }
        #expect(speechFrames(pause + fricative + pause).count > 5)
    }

    @Test func clicksAreNotSpeech() {
        var samples = Sound.noise(seconds: 4, amplitude: 0.0005)
        for click in 0..<10 {
            for (offset, sample) in Sound.noise(seconds: 0.015, amplitude: 0.5, seed: UInt64(click)).enumerated() {
                samples[8_000 + click * 4_800 + offset] = sample
            }
        }
        #expect(speechFrames(samples).isEmpty)
    }

    @Test func higherSensitivityFindsMoreSpeech() {
        let noise = Sound.noise(seconds: 2.6, amplitude: 0.1)
        let vowel =
            Sound.silence(seconds: 1) + Sound.vowel(seconds: 0.6, amplitude: 0.03) + Sound.silence(seconds: 1)
        let counts = [0.0, 100].map { speechFrames(mix(noise, vowel), sensitivity: $0).count }
        #expect(counts[0] < counts[1])
    }

    @Test func aResetForgetsTheBackground() {
        let detector = SpectralVoiceDetector()
        _ = detector.process(all: Sound.noise(seconds: 3, amplitude: 0.2))
        detector.reset()
        let samples = Sound.noise(seconds: 1, amplitude: 0.0003) + Sound.vowel(seconds: 0.5, amplitude: 0.02)
        #expect(detector.process(all: samples).contains { $0.isSpeech })
    }

    @Test func decisionsIncludeLevelAndLikelihood() throws {
        let detector = SpectralVoiceDetector()
        let last = try #require(detector.process(all: Sound.silence(seconds: 1) + Sound.vowel(seconds: 0.3)).last)
        #expect(last.levelDBFS > -40 && last.likelihood > 0.5)
    }
}
