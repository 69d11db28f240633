// SPDX-License-Identifier: GPL-3.0-or-later
// Spectrum bars over time and around the circle: each has its own band, loud ones are long, and there is no seam.

import Testing

@testable import JarvisVisuals

struct SceneSpectrumTests {
    private func bars(_ spectrum: [Float], seconds: Double = 0.05) -> [Double] {
        var follower = SpectrumFollower()
        follower.advance(seconds, spectrum: spectrum)
        return follower.bars
    }

    private func tone(_ band: Int, _ value: Float = 0.9) -> [Float] {
        var spectrum = [Float](repeating: 0, count: 64)
        spectrum[band] = value
        return spectrum
    }

    @Test(arguments: 0..<64)
    func everyBandHasItsOwnBar(band: Int) throws {
        let bars = bars(tone(band))
        let loudest = try #require(bars.indices.max { bars[$0] < bars[$1] })
        #expect(loudest == SpectrumFollower.barIndex(band: band))
        #expect(bars[loudest] > 0.8, "within 50 ms")
        #expect(bars.count { $0 > bars[loudest] * 0.7 } == 1)
    }

    @Test func bandsStandClockwiseFromTheBottom() {
        #expect(Set((0..<64).map(BarCircle.bar(ofBand:))) == Set(0..<64))
        #expect((0..<64).allSatisfy { BarCircle.band(ofBar: BarCircle.bar(ofBand: $0)) == $0 })
        #expect(BarCircle.angle(ofBar: BarCircle.bar(ofBand: 0)) == 0.5 + 0.5 / 64)
        #expect(BarCircle.angle(ofBar: BarCircle.bar(ofBand: 32)) == 0.5 / 64)
    }

    @Test(arguments: [(440.0, 26), (2_000.0, 45), (60.0, 0), (8_000.0, 63)])
    func tonesMapToBarsByFrequency(hertz: Double, band: Int) throws {
        let bar = try #require(BarCircle.bar(ofHertz: hertz))
        #expect(BarCircle.band(ofBar: bar) == band)
        #expect(abs(BarCircle.hertz(ofBar: bar) / hertz - 1) < 0.05)
        #expect(BarCircle.bar(ofHertz: 20) == nil && BarCircle.bar(ofHertz: 9_000) == nil)
    }

    @Test func circleHasNoSeam() {
        for band in [0, 1, 30, 62, 63] {
            let bars = bars(tone(band), seconds: 0.2)
            for (a, b) in zip(bars, bars.dropFirst() + bars.prefix(1)) {
                #expect(max(a, b) <= min(a, b) * SceneMetrics.barSlope + 1e-3, "\(band)")
            }
        }
    }

    @Test func barsFallToRestWithinASecond() {
        var follower = SpectrumFollower()
        follower.advance(0.05, spectrum: [Float](repeating: 1, count: 64))
        for _ in 0..<60 { follower.advance(1.0 / 60, spectrum: []) }
        #expect(follower.bars.allSatisfy { $0 == 0 })
    }

    @Test(arguments: [15.0, 30, 60, 144])
    func barsIgnoreTheFrameRate(rate: Double) {
        var reference = SpectrumFollower()
        var follower = SpectrumFollower()
        for index in 0..<480 { reference.advance(1.0 / 480, spectrum: index < 160 ? tone(20) : []) }
        for index in 0..<Int(rate) {
            follower.advance(1 / rate, spectrum: index < Int((rate / 3).rounded()) ? tone(20) : [])
        }
        for (a, b) in zip(follower.bars, reference.bars) { #expect(abs(a - b) < 0.02) }
    }
}
