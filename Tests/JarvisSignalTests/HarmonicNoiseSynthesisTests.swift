// SPDX-License-Identifier: GPL-3.0-or-later
// Sound from made-up spectra: its pitch, levels, length and joints.

import Glibc
import Testing

@testable import JarvisSignal

struct HarmonicNoiseSynthesisTests {
    private static let bins = HarmonicNoiseFrames.binCount
    /// The logarithm of a magnitude that isn't heard.
    private static let silent: Float = -30

    /// Spectra that are silent apart from what `change` does.
    private func frames(
        _ count: Int, pitch: Float = 0, _ change: (inout HarmonicNoiseFrames) -> Void = { _ in }
    ) throws -> HarmonicNoiseFrames {
        let nothing = [Float](repeating: Self.silent, count: count * Self.bins)
        let zeros = [Float](repeating: 0, count: count * Self.bins)
        var frames = try #require(
            HarmonicNoiseFrames(
                harmonics: nothing, harmonicPhases: zeros, noise: nothing, rest: nothing, restPhases: zeros,
                pitch: [Float](repeating: pitch, count: count)))
        change(&frames)
        return frames
    }

    private func level(_ samples: some Sequence<Float>) -> Double {
        let squares = samples.map { Double($0) * Double($0) }
        return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }

    /// The amplitude of a tone in sound.
    private func amplitude(_ samples: ArraySlice<Float>, hertz: Double) -> Double {
        var (x, y) = (0.0, 0.0)
        for (index, sample) in samples.enumerated() {
            let angle = 2 * Double.pi * hertz * Double(index) / 24_000
            x += Double(sample) * cos(angle)
            y += Double(sample) * sin(angle)
        }
        return 2 * (x * x + y * y).squareRoot() / Double(samples.count)
    }

    /// The samples whose windows are whole.
    private func inside(_ samples: [Float]) -> ArraySlice<Float> { samples[1_200..<(samples.count - 1_200)] }

    @Test(arguments: [1, 2, 3, 5, 8, 17]) func everyFrameHasItsSamples(count: Int) throws {
        let sound = HarmonicNoiseSynthesis().sound(of: try frames(count, pitch: 120) { $0.harmonics = $0.restPhases })
        #expect(sound.count == count * 300 && sound.allSatisfy { abs($0) < 8 })
    }

    @Test func noFramesAreNoSound() throws {
        #expect(HarmonicNoiseSynthesis().sound(of: try frames(0)).isEmpty)
    }

    @Test func partsOfDifferentLengthsAreRefused() throws {
        let part = [Float](repeating: 0, count: 2 * Self.bins)
        #expect(
            HarmonicNoiseFrames(
                harmonics: part, harmonicPhases: part, noise: part, rest: part, restPhases: Array(part.dropLast()),
                pitch: [0, 0]) == nil)
    }

    /// 240 Hz is the middle of a band, so that only its harmonic passes.
    @Test func aHarmonicSoundsAtThePitchWithItsMagnitudeAndWithoutClicks() throws {
        let spectrum = try frames(40, pitch: 240) { frames in
            for bin in 9...15 {
                for frame in 0..<40 { frames.harmonics[bin * 40 + frame] = logf(300 * 0.1) }
            }
        }
        let sound = HarmonicNoiseSynthesis().sound(of: spectrum)
        #expect(abs(amplitude(inside(sound), hertz: 240) - 0.1) < 0.002)
        #expect(abs(level(inside(sound)) - 0.1 / 2.0.squareRoot()) < 0.002)
        // A tone bends no more than this; a click at a joint of frames would.
        let most = 0.1 * pow(2 * Double.pi * 240 / 24_000, 2)
        let samples = Array(inside(sound))
        let slopes = zip(samples.dropFirst(), samples).map { $0 - $1 }
        let bends = zip(slopes.dropFirst(), slopes).map { Double(abs($0 - $1)) }
        #expect((bends.max() ?? 0) < 1.1 * most)
    }

    /// tanh(x)·π is half a turn for a large x.
    @Test func phasesTurnTheHarmonics() throws {
        func sound(_ phase: Float) throws -> ArraySlice<Float> {
            inside(
                HarmonicNoiseSynthesis().sound(
                    of: try frames(20, pitch: 200) { frames in
                        for index in frames.harmonics.indices {
                            frames.harmonics[index] = 3
                            frames.harmonicPhases[index] = phase
                        }
                    }))
        }
        let (plain, turned) = (try sound(0), try sound(20))
        #expect(level(plain) > 0.05 && level(zip(plain, turned).map { $0 + $1 }) < 0.01 * level(plain))
    }

    @Test func soundWithoutAVoiceHasNoHarmonics() throws {
        let sound = HarmonicNoiseSynthesis().sound(of: try frames(20) { $0.harmonics = $0.restPhases })
        #expect(level(sound) < 1e-6)
    }

    /// With a variance of 1 in each part of Z, each sample's is 2·m²/(1.5·1200).
    @Test func noiseHasItsLevelAndDiffersFromFrameToFrame() throws {
        let spectrum = try frames(400) { frames in
            for index in frames.noise.indices { frames.noise[index] = logf(6) }
        }
        let synthesis = HarmonicNoiseSynthesis()
        let sound = synthesis.sound(of: spectrum)
        #expect(abs(level(inside(sound)) / (6 * (2.0 / 1_800).squareRoot()) - 1) < 0.05)
        // What repeats would be heard as a tone.
        for delay in [300, 600, 1_200, 2_400] {
            let product = zip(sound, sound.dropFirst(delay)).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
            let power = sound.reduce(0.0) { $0 + Double($1) * Double($1) }
            #expect(abs(product / power) < 0.1, "delay \(delay)")
        }
        #expect(synthesis.sound(of: spectrum) != sound)
        #expect(HarmonicNoiseSynthesis().sound(of: spectrum) == sound, "the same from the beginning")
    }

    /// 800 Hz, whose phase advances by ten turns from frame to frame.
    @Test func theRestSoundsWithItsPhases() throws {
        let spectrum = try frames(20) { frames in
            for frame in 0..<20 { frames.rest[40 * 20 + frame] = logf(60) }
        }
        let sound = HarmonicNoiseSynthesis().sound(of: spectrum)
        #expect(abs(amplitude(inside(sound), hertz: 800) - 2 * 60 / 1_200 * 2 / 1.5) < 0.005)
    }

    @Test func damagedSpectraStayWithinLimits() throws {
        for damage in [Float.nan, .infinity, -.infinity, 1e30] {
            var spectrum = try frames(12, pitch: 150)
            for index in stride(from: 0, to: spectrum.harmonics.count, by: 7) {
                spectrum.harmonics[index] = damage
                spectrum.noise[index] = damage
                spectrum.rest[index] = damage
                spectrum.harmonicPhases[index] = damage
                spectrum.restPhases[index] = damage
            }
            spectrum.pitch[3] = damage
            let sound = HarmonicNoiseSynthesis().sound(of: spectrum)
            #expect(sound.count == 3_600 && sound.allSatisfy { abs($0) <= 8 }, "\(damage)")
        }
    }
}
