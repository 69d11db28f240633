// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisSignal
import Testing

struct SpectrumAnalyzerTests {
    private func analyzed(_ samples: [Int16], rate: Int, frames: Int = 12, perSecond: Int = 60) -> SpectrumAnalyzer {
        let analyzer = SpectrumAnalyzer(sampleRateHertz: rate)
        for frame in 0..<frames {
            let start = frame * rate / perSecond
            samples[start..<start + analyzer.windowLength].withUnsafeBufferPointer {
                analyzer.process($0, elapsedSeconds: 1 / Float(perSecond))
            }
        }
        return analyzer
    }

    private func peak(of analyzer: SpectrumAnalyzer) -> Int {
        (0..<64).max { analyzer[$0] < analyzer[$1] } ?? 0
    }

    @Test(arguments: [16_000, 22_050, 48_000], [440.0, 2_000.0])
    func aSinePeaksInTheBandOfItsFrequency(rate: Int, hertz: Double) {
        let analyzer = analyzed(Sound.sine(hertz, seconds: 0.5, amplitude: 0.2, rate: rate), rate: rate)
        let peak = peak(of: analyzer)
        #expect(analyzer.frequencies(ofBand: peak).contains(Float(hertz)))
        #expect(analyzer[peak] > 0.3)
        let far = (0..<64).filter { abs($0 - peak) > 8 }
        #expect(far.allSatisfy { analyzer[$0] < 0.1 * analyzer[peak] })
    }

    @Test func bandsAreContiguousFromLowToHigh() {
        let analyzer = SpectrumAnalyzer(sampleRateHertz: 22_050)
        for band in 1..<64 {
            #expect(analyzer.frequencies(ofBand: band).lowerBound == analyzer.frequencies(ofBand: band - 1).upperBound)
        }
        #expect(abs(analyzer.frequencies(ofBand: 0).lowerBound - 60) < 10)
        #expect(abs(analyzer.frequencies(ofBand: 63).upperBound - 8_000) < 20)
    }

    @Test(arguments: [0.001, 0.01, 0.1, 0.5, 1.0], [1, 60])
    func thePeakBandDoesNotDependOnTheLevel(amplitude: Double, frames: Int) {
        for hertz in [150.0, 440, 2_000, 6_000] {
            let tone = Sound.sine(hertz, seconds: 1.2, amplitude: amplitude, rate: 22_050)
            let analyzer = analyzed(tone, rate: 22_050, frames: frames)
            #expect(analyzer.frequencies(ofBand: peak(of: analyzer)).contains(Float(hertz)), "\(hertz) Hz")
        }
    }

    @Test func bandsAreTheSameAtEverySampleRate() {
        for hertz in [500.0, 1_000, 2_000, 4_000, 7_000] {
            let peaks = [16_000, 22_050, 24_000, 44_100, 48_000].map { rate in
                peak(of: analyzed(Sound.sine(hertz, seconds: 0.5, rate: rate), rate: rate))
            }
            #expect((peaks.max() ?? 0) - (peaks.min() ?? 0) <= 1, "\(hertz) Hz: \(peaks)")
        }
    }

    @Test func silenceResetsTheAnalyzerAtOnce() {
        let analyzer = analyzed(Sound.sine(440, seconds: 0.5), rate: 16_000)
        #expect(!analyzer.isAtRest)
        [Int16](repeating: 0, count: analyzer.windowLength).withUnsafeBufferPointer {
            analyzer.process($0, elapsedSeconds: 1 / 60)
        }
        #expect(analyzer.isAtRest && (0..<64).allSatisfy { analyzer[$0] == 0 })
    }

    @Test func theGainDoesNotDependOnTheFrameRate() {
        let quiet = Sound.sine(440, seconds: 1.2, amplitude: 0.05)
        let values = [(60, 60), (20, 20)].map { frames, perSecond in
            let analyzer = analyzed(quiet, rate: 16_000, frames: frames, perSecond: perSecond)
            return analyzer[peak(of: analyzer)]
        }
        #expect(values[0] > 0.1 && values[0] < 1)
        #expect(abs(values[0] - values[1]) < 0.01)
    }

    @Test func loudSoundStaysInTheUnitRange() {
        let analyzer = analyzed(Sound.noise(seconds: 1, amplitude: 1), rate: 16_000, frames: 40)
        #expect((0..<64).allSatisfy { analyzer[$0] >= 0 && analyzer[$0] <= 1 })
    }
}
