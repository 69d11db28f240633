// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisSignal
import JarvisTesting
import Testing

struct ResamplerTests {
    private func floats(_ samples: [Int16]) -> [Float] { samples.map { Float($0) / 32768 } }

    private func worstDifference(_ first: [Float], _ second: [Float], skipping edge: Int) -> Float {
        zip(first, second).dropFirst(edge).dropLast(edge).map { abs($0 - $1) }.max() ?? 1
    }

    @Test(arguments: [8_000, 11_025, 22_050, 44_100, 48_000, 96_000, 37_799])
    func aSineKeepsItsPitchPhaseAndLevel(rate: Int) {
        let input = floats(Sound.sine(1_000, seconds: 0.3, rate: rate))
        let output = Resampler.resample(input, from: rate, to: 16_000)
        #expect(output.count == (input.count * 16_000 + rate - 1) / rate)
        let expected = floats(Sound.sine(1_000, seconds: 0.3))
        #expect(worstDifference(output, expected, skipping: 200) < 0.003)
    }

    @Test func frequenciesAboveTheNewRangeAreRemoved() {
        let input = floats(Sound.sine(11_000, seconds: 0.2, rate: 48_000))
        let output = Resampler.resample(input, from: 48_000, to: 16_000)
        #expect((output.dropFirst(100).dropLast(100).map { abs($0) }.max() ?? 1) < 0.003)
    }

    @Test func resamplingInPiecesGivesTheSameResult() {
        let input = floats(Sound.noise(seconds: 0.3, amplitude: 0.5))
        var resampler = Resampler(from: 44_100, to: 16_000)
        var generator = SeededGenerator(seed: 3)
        var pieces: [Float] = []
        var start = 0
        while start < input.count {
            let end = min(input.count, start + Int.random(in: 1...700, using: &generator))
            pieces += resampler.process(Array(input[start..<end]))
            start = end
        }
        pieces += resampler.flush()
        #expect(pieces == Resampler.resample(input, from: 44_100, to: 16_000))
    }

    @Test func equalRatesAndEmptyInputAreUnchanged() {
        #expect(Resampler.resample([0.1, 0.2], from: 16_000, to: 16_000) == [0.1, 0.2])
        #expect(Resampler.resample([], from: 8_000, to: 16_000).isEmpty)
    }
}
