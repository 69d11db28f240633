// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisSignal
import Testing

struct SpectrumAnalyzerTests {
    private func analyzed(_ samples: [Int16], rate: Int, frames: Int = 12) -> SpectrumAnalyzer {
        let analyzer = SpectrumAnalyzer(sampleRateHertz: rate)
        for frame in 0..<frames {
            let start = frame * rate / 60
            Array(samples[start..<start + 2048]).withUnsafeBufferPointer {
                analyzer.process($0, elapsedSeconds: 1 / 60)
            }
        }
        return analyzer
    }

    @Test(arguments: [16_000, 22_050, 48_000], [440.0, 2_000.0])
    func sinePeaksInTheBandThatHoldsIt(rate: Int, hertz: Double) throws {
        let analyzer = analyzed(Sound.sine(hertz, seconds: 0.5, amplitude: 0.2, rate: rate), rate: rate)
        let peak = try #require((0..<64).max { analyzer[$0] < analyzer[$1] })
        #expect(analyzer.frequencies(ofBand: peak).contains(Float(hertz)))
        #expect(analyzer[peak] > 0.3)
        let far = (0..<64).filter { abs($0 - peak) > 8 }
        #expect(far.allSatisfy { analyzer[$0] < 0.1 * analyzer[peak] })
    }

    @Test func bandsRiseFromLowToHighWithoutHoles() {
        let analyzer = SpectrumAnalyzer(sampleRateHertz: 22_050)
        for band in 1..<64 {
            #expect(analyzer.frequencies(ofBand: band).lowerBound == analyzer.frequencies(ofBand: band - 1).upperBound)
        }
        #expect(abs(analyzer.frequencies(ofBand: 0).lowerBound - 60) < 10)
        #expect(abs(analyzer.frequencies(ofBand: 63).upperBound - 8_000) < 20)
    }

    @Test func barsFallToZeroInSilenceAndSoonerInFewerLongerFrames() {
        let loud = Sound.sine(440, seconds: 0.5)
        let silence = [Int16](repeating: 0, count: 2048)
        for rate: Float in [60, 15] {
            let analyzer = analyzed(loud, rate: 16_000)
            #expect(!analyzer.isAtRest)
            for _ in 0..<Int(rate) {
                silence.withUnsafeBufferPointer { analyzer.process($0, elapsedSeconds: 1 / rate) }
            }
            #expect(analyzer.isAtRest)
        }
    }

    @Test func smoothingIsPerSecondNotPerFrame() {
        let silence = [Int16](repeating: 0, count: 2048)
        let values: [Float] = [60, 20].map { rate in
            let analyzer = analyzed(Sound.sine(440, seconds: 0.5), rate: 16_000)
            for _ in 0..<Int(rate / 10) {
                silence.withUnsafeBufferPointer { analyzer.process($0, elapsedSeconds: 1 / Float(rate)) }
            }
            return (0..<64).map { analyzer[$0] }.max() ?? 0
        }
        #expect(values[0] > 0.1)
        #expect(abs(values[0] - values[1]) < 0.01)
    }

    @Test func loudSoundNeverLeavesTheUnitRange() {
        let analyzer = analyzed(Sound.noise(seconds: 1, amplitude: 1), rate: 16_000, frames: 40)
        #expect((0..<64).allSatisfy { analyzer[$0] >= 0 && analyzer[$0] <= 1 })
    }
}
