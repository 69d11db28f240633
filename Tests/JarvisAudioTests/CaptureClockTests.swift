// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisTesting
import Testing

@testable import JarvisAudio

struct CaptureClockTests {
    @Test func jitteryReportsGiveASteadyClock() throws {
        var clock = CaptureClock()
        var random = SeededGenerator(seed: 1)
        var worst: Int64 = 0
        for report in 0..<300 {
            let sample = Int64(report * 640)
            // A source that delivers 15 ms at a time.
            let error = Int64.random(in: 0...15_000, using: &random)
            clock.take(sample: sample, atMicroseconds: 5_000_000 + Int64(report) * 40_000 + error)
            let origin = try #require(clock.origin)
            if report >= 25 { worst = max(worst, abs(origin - 5_001_000)) }
        }
        #expect(worst < 3_000, "\(worst) µs")
        let time = try #require(clock.time(ofSample: 16_000))
        #expect(abs(time - 6_001_000) < 3_000)
    }

    @Test func aSingleOutlierIsIgnored() {
        var clock = CaptureClock()
        for report in 0..<20 { clock.take(sample: Int64(report * 1600), atMicroseconds: Int64(report) * 100_000) }
        clock.take(sample: 32_000, atMicroseconds: 9_000_000)
        #expect(clock.origin == 0)
    }

    @Test func aJumpIsFollowedWithinASecond() {
        var clock = CaptureClock()
        for report in 0..<100 { clock.take(sample: Int64(report * 1600), atMicroseconds: Int64(report) * 100_000) }
        for report in 100..<111 {
            clock.take(sample: Int64(report * 1600), atMicroseconds: Int64(report) * 100_000 + 300_000)
        }
        #expect(clock.origin == 300_000)
    }

    @Test func timesAreUnknownBeforeTheFirstReportAndAfterAReset() {
        var clock = CaptureClock()
        #expect(clock.time(ofSample: 0) == nil)
        clock.take(sample: 0, atMicroseconds: 7)
        #expect(clock.time(ofSample: 160) == 10_007)
        clock.reset()
        #expect(clock.time(ofSample: 0) == nil)
    }
}
