// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import JarvisAudio

struct PlaybackClockTests {
    private func report(read: Int64, written: Int64, sink: Int64, at: Int64) -> PlaybackClock.Report {
        PlaybackClock.Report(readSample: read, writtenSample: written, sinkMicroseconds: sink, atMicroseconds: at)
    }

    @Test func thePositionExcludesSoundStillInTheSink() {
        var clock = PlaybackClock(sampleRateHertz: 1_000, start: 0)
        #expect(clock.heardSample(atMicroseconds: 500, written: 900) == 0)
        clock.take(report(read: 100, written: 900, sink: 40_000, at: 1_000_000))
        #expect(clock.heardSample(atMicroseconds: 1_000_000, written: 900) == 60)
        #expect(clock.heardSample(atMicroseconds: 1_100_000, written: 900) == 160)
    }

    @Test func thePositionReachesTheEndOnceTheSinkHasPlayedAll() {
        var clock = PlaybackClock(sampleRateHertz: 1_000, start: 0)
        clock.take(report(read: 100, written: 200, sink: 40_000, at: 1_000_000))
        clock.take(report(read: 200, written: 200, sink: 40_000, at: 1_200_000))
        #expect(clock.heardSample(atMicroseconds: 1_139_000, written: 200) == 199)
        #expect(clock.heardSample(atMicroseconds: 1_500_000, written: 200) == 200)
    }

    @Test func thePositionNeverGoesBack() {
        var clock = PlaybackClock(sampleRateHertz: 1_000, start: 0)
        clock.take(report(read: 100, written: 900, sink: 0, at: 0))
        #expect(clock.heardSample(atMicroseconds: 50_000, written: 900) == 150)
        clock.take(report(read: 110, written: 900, sink: 0, at: 50_000))
        #expect(clock.heardSample(atMicroseconds: 50_000, written: 900) == 150)
    }

    @Test func reportsBeforeTheFirstSoundAreIgnored() {
        var clock = PlaybackClock(sampleRateHertz: 1_000, start: 500)
        clock.take(report(read: 500, written: 700, sink: 0, at: 0))
        #expect(clock.heardSample(atMicroseconds: 90_000, written: 700) == 500)
        clock.take(report(read: 520, written: 700, sink: 10_000, at: 100_000))
        #expect(clock.heardSample(atMicroseconds: 100_000, written: 700) == 510)
    }

    /// PipeWire's position and latency stand still while it handles 20 ms of sound.
    @Test func aBrieflyFrozenPositionAddsNoDelay() {
        var clock = PlaybackClock(sampleRateHertz: 1_000, start: 0)
        for tick in 0..<200 {
            let at = Int64(tick * 7_000)
            clock.take(report(read: (at / 20_000 + 1) * 20, written: 9_000, sink: 30_000, at: at))
            guard tick > 20 else { continue }
            let heard = clock.heardSample(atMicroseconds: at, written: 9_000)
            #expect(abs(heard - (at / 1_000 - 10)) <= 1, "\(tick)")
        }
    }

    @Test func aLongerSpeakerLatencyIsFollowed() {
        var clock = PlaybackClock(sampleRateHertz: 1_000, start: 0)
        for tick in 0..<250 {
            let (at, latency) = (Int64(tick * 10_000), Int64(tick < 100 ? 10_000 : 150_000))
            clock.take(report(read: at / 1_000 + 10, written: 9_000, sink: latency, at: at))
        }
        let anchor = clock.anchor?.sample ?? 0
        #expect(abs(anchor - 2_350) < 0.001)
    }

    /// The sink still has sound to play when the server has run out of samples.
    @Test func afterAnUnderrunOlderReportsAreIgnored() {
        var clock = PlaybackClock(sampleRateHertz: 1_000, start: 0)
        clock.take(report(read: 100, written: 200, sink: 40_000, at: 1_000_000))
        #expect(clock.heardSample(atMicroseconds: 1_100_000, written: 200) == 160)
        clock.restart(at: 200)
        clock.take(report(read: 200, written: 400, sink: 40_000, at: 1_110_000))
        #expect(clock.heardSample(atMicroseconds: 1_130_000, written: 400) == 160)
        clock.take(report(read: 230, written: 400, sink: 40_000, at: 1_200_000))
        #expect(clock.heardSample(atMicroseconds: 1_200_000, written: 400) == 190)
    }
}
