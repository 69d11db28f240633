// SPDX-License-Identifier: GPL-3.0-or-later
// Checks that the bars of the face keep step with the sound: alternating tones play on a real sound server, its monitor
// is recorded, and the meters are read as the window reads them. Both are timed by the same clock in one process. The
// monitor delivers a sample up to 10 ms before it is heard, so the lag can only look longer than it is.

import JarvisAudio
import JarvisCore
import JarvisSignal
import Testing

@testable import JarvisVisuals

extension RealTime {
    @Suite(.serialized)
    struct SpectrumInStepTests {
        private static let tones = [440.0, 2_000.0]
        private static let secondsPerTone = 0.4
        private static let changes = 7

        /// The highest bar at a moment.
        private struct Peak {
            var bar: Int
            var at: ContinuousClock.Instant
        }

        @Test(.timeLimit(.minutes(3)), arguments: [22_050, 48_000])
        func theHighestBarFollowsTheTone(rate: Int) async throws {
            let pulse = try PrivatePulseServer()
            let meters = AudioMeters()
            let player = PulsePlayer(server: pulse.server, meters: meters)
            let recorder = SourceRecorder(server: pulse.server, source: "speaker.monitor", sampleRateHertz: rate)
            try await recorder.start()
            let events = EventCollector<PlaybackEvent>()
            player.begin(device: nil) { events.add($0) }
            let samples = Self.alternatingTones(rate: rate)
            player.enqueue(SynthesizedAudio(samples: samples, sampleRateHertz: rate, words: []), clause: 0)
            player.finish()
            let peaks = await Self.watch(meters, until: { events.all.contains(.finished) })
            let recording = recorder.stop()

            let bars = Self.tones.map { Self.bar(of: $0, rate: rate) }
            let heard = try Self.changes(in: recording)
            try #require(heard.count == Self.changes)
            let lags = zip(heard, heard.indices).compactMap { instant, index -> Double? in
                let wanted = bars[(index + 1) % 2]
                let seen = peaks.first {
                    $0.bar == wanted && $0.at > instant - .milliseconds(150) && $0.at < instant + .milliseconds(400)
                }
                return seen.map { ($0.at - instant) / .milliseconds(1) }
            }
            print("measured: \(rate) Hz: lags \(lags.map { $0.rounded() }) ms")
            try #require(lags.count == Self.changes, "every tone reaches its own bar: \(bars) in \(peaks.map(\.bar))")
            let middle = lags.sorted()[lags.count / 2]
            // The median, since other load delays single readings.
            #expect(abs(middle) < 50, "\(lags)")
        }

        /// Reads the meters as the window does, every few milliseconds.
        private static func watch(_ meters: AudioMeters, until isOver: () -> Bool) async -> [Peak] {
            var follower = SpectrumFollower()
            var bands = [Float](repeating: 0, count: SpectrumAnalyzer.bandCount)
            var peaks: [Peak] = []
            var last = ContinuousClock.now
            _ = await eventually {
                let now = ContinuousClock.now
                meters.readSpectrum(into: &bands)
                follower.advance((now - last) / .seconds(1), spectrum: bands)
                last = now
                let bars = follower.bars
                if let highest = bars.indices.max(by: { bars[$0] < bars[$1] }), bars[highest] > 0.2 {
                    peaks.append(Peak(bar: highest, at: now))
                }
                return isOver()
            }
            return peaks
        }

        private static func bar(of hertz: Double, rate: Int) -> Int {
            let analyzer = SpectrumAnalyzer(sampleRateHertz: rate)
            let band = (0..<SpectrumAnalyzer.bandCount).first {
                analyzer.frequencies(ofBand: $0).contains(Float(hertz))
            }
            let bar = SpectrumFollower.barIndex(band: band ?? 0)
            #expect(BarCircle.bar(ofHertz: hertz) == bar)
            return bar
        }

        /// Alternating tones, without a gap or a step between them.
        private static func alternatingTones(rate: Int) -> [Int16] {
            var phase = 0.0
            let count = Int(Double(rate) * secondsPerTone)
            return (0...changes).flatMap { turn in
                (0..<count).map { _ in
                    phase += tones[turn % 2] / Double(rate)
                    return Int16(12_000 * Periodic.sine(phase))
                }
            }
        }

        /// The moments at which the tone changes in the recording: where the balance of the two tones tips.
        private static func changes(in recording: SourceRecording) throws -> [ContinuousClock.Instant] {
            let rate = recording.sampleRateHertz
            let window = rate / 100
            let start = try #require(recording.samples.firstIndex { abs(Int($0)) > 3_000 })
            var isHigh = false
            var changes: [ContinuousClock.Instant] = []
            for at in stride(from: start, to: recording.samples.count - window, by: rate / 500) {
                let part = recording.samples[at..<at + window]
                let powers = tones.map { power(of: $0, in: part, rate: rate) }
                guard powers.max() ?? 0 > 1e6 else { continue }
                if (powers[1] > powers[0]) != isHigh {
                    isHigh.toggle()
                    changes.append(recording.instant(ofSample: at + window / 2))
                }
            }
            return changes
        }

        private static func power(of hertz: Double, in samples: ArraySlice<Int16>, rate: Int) -> Double {
            var cosine = 0.0
            var sine = 0.0
            for (index, sample) in samples.enumerated() {
                let turns = hertz * Double(index) / Double(rate)
                cosine += Double(sample) * Periodic.cosine(turns)
                sine += Double(sample) * Periodic.sine(turns)
            }
            return (cosine * cosine + sine * sine) / Double(samples.count)
        }
    }
}
