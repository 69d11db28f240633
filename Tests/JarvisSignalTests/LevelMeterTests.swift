// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisSignal
import Testing

struct LevelMeterTests {
    @Test func levelsOfFullScaleSilenceAndSineAreCorrect() {
        #expect(LevelMeter.dBFS([Int16](repeating: -32_768, count: 320)) == 0)
        #expect(LevelMeter.dBFS([Int16](repeating: 0, count: 320)) == -100)
        #expect(LevelMeter.dBFS([]) == -100)
        let sine = LevelMeter.dBFS(Sound.sine(400, seconds: 0.02))
        #expect(abs(sine + 9.03) < 0.1)
    }

    @Test func seventyDecibelsMapToTheUnitRange() {
        #expect(LevelMeter.normalized(-90) == 0)
        #expect(LevelMeter.normalized(-70) == 0)
        #expect(LevelMeter.normalized(-35) == 0.5)
        #expect(LevelMeter.normalized(3) == 1)
    }

    @Test func theLevelMoves30PercentOfTheWayPerFrame() {
        var meter = LevelMeter()
        let loud = [Int16](repeating: -32_768, count: 320)
        loud.withUnsafeBufferPointer { meter.process($0) }
        #expect(abs(meter.level - 0.3) < 1e-6)
        loud.withUnsafeBufferPointer { meter.process($0) }
        #expect(abs(meter.level - 0.51) < 1e-6)
        meter.reset()
        #expect(meter.level == 0)
    }
}
