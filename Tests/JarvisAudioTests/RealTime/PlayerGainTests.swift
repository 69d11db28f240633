// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisAudio
import JarvisCore
import Testing

extension RealTime {
    @Suite(.timeLimit(.minutes(10)))
    struct PlayerGainTests {
        private static let rate = 22_050
        private let pulse: PrivatePulseServer
        private let player: PulsePlayer
        private let recorder: SourceRecorder
        private let events = EventCollector<PlaybackEvent>()

        init() async throws {
            pulse = try PrivatePulseServer()
            player = PulsePlayer(server: pulse.server, meters: AudioMeters())
            recorder = SourceRecorder(server: pulse.server, source: "speaker.monitor", sampleRateHertz: Self.rate)
            try await recorder.start()
            let recorder = recorder
            #expect(await eventually { !recorder.recording().samples.isEmpty })
        }

        /// A steady tone of 300 Hz with a word starting every tenth of a second.
        private func tone(seconds: Double) -> SynthesizedAudio {
            SynthesizedAudio(
                samples: (0..<Int(seconds * Double(Self.rate))).map {
                    Int16(16_000 * sin(2 * .pi * 300 * Double($0) / Double(Self.rate)))
                }, sampleRateHertz: Self.rate,
                words: (0..<Int(seconds * 10)).map {
                    SpokenWord(startCharacter: $0 * 10, endCharacter: $0 * 10 + 9, sampleOffset: $0 * Self.rate / 10)
                })
        }

        /// The loudest sample of every 10 ms.
        private func envelope(_ samples: [Int16]) -> [Int] {
            stride(from: 0, to: samples.count - 220, by: 220).map { start in
                samples[start..<start + 220].map { abs(Int($0)) }.max() ?? 0
            }
        }

        private func heard(_ words: Int) async -> Bool {
            await events.wait { $0.contains(.heard(HeardPosition(clause: 0, characters: words * 10 - 1))) }
        }

        @Test func gainChangesAreFreeOfClicksAndKeepTheWords() async throws {
            player.begin(device: nil) { [events] in events.add($0) }
            player.enqueue(tone(seconds: 3), clause: 0)
            player.finish()
            #expect(await heard(8))
            player.setGain(0.25)
            #expect(await heard(16))
            player.setGain(1)
            #expect(await events.wait { $0.last == .finished })
            let recorder = recorder
            #expect(await eventually { recorder.recording().samples.suffix(2000).allSatisfy { abs(Int($0)) < 33 } })
            let recording = recorder.stop().samples

            let levels = envelope(recording)
            // Servers mix two channels down to one with different factors: PipeWire's is 3 dB above PulseAudio's.
            let full = Double(levels.sorted()[levels.count * 9 / 10])
            #expect(full > 15_000)
            let soft = levels.count { 0.22...0.28 ~= Double($0) / full }
            #expect(soft > 40, "softer for \(soft) of about 80 times 10 ms")
            #expect(levels.count { Double($0) > 0.94 * full } > 150)
            // A click is a jump: the tone itself moves by at most 1367 per sample. Elsewhere, a busy server may leave a
            // gap.
            let glides = levels.indices.dropFirst(3).dropLast(3).filter { 0.3...0.9 ~= Double(levels[$0]) / full }
            #expect(glides.count >= 2, "\(levels)")
            for glide in glides {
                let tone = recording[(glide - 2) * 220..<(glide + 3) * 220]
                let jump = zip(tone, tone.dropFirst()).map { abs(Int($1) - Int($0)) }.max() ?? 0
                #expect(Double(jump) < 1_800 * full / 16_000, "around \(glide * 10) ms")
            }
            let words = events.all.compactMap { if case .heard(let position) = $0 { position } else { nil } }
            #expect(words == words.sorted() && words.count == 30)
        }

        @Test func theNextReplyHasFullVolume() async throws {
            player.begin(device: nil) { [events] in events.add($0) }
            player.setGain(0.25)
            player.enqueue(tone(seconds: 0.6), clause: 0)
            player.finish()
            #expect(await events.wait { $0.last == .finished })
            let first = envelope(recorder.recording().samples).max() ?? 0
            let again = EventCollector<PlaybackEvent>()
            player.begin(device: nil) { again.add($0) }
            player.enqueue(tone(seconds: 0.6), clause: 0)
            player.finish()
            #expect(await again.wait { $0.last == .finished })
            let second = envelope(recorder.stop().samples).max() ?? 0
            #expect(second > 15_000)
            #expect(0.22...0.28 ~= Double(first) / Double(second), "\(first) of \(second)")
        }
    }
}
