// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisAudio
import JarvisCore
import Testing

extension AudioTests {
    @Suite(.timeLimit(.minutes(10)))
    struct PulsePlayerTests {
        private let rig: PlayerRig
        private var pulse: PrivatePulseServer { rig.pulse }
        private var meters: AudioMeters { rig.meters }
        private var player: PulsePlayer { rig.player }
        private var events: EventCollector<PlaybackEvent> { rig.events }

        init() async throws {
            rig = try await PlayerRig()
        }

        private func begin() { rig.begin() }

        private func speech(seconds: Double) -> SynthesizedAudio { rig.speech(seconds: seconds) }

        @Test func clausesAreReportedInOrder() async throws {
            begin()
            let clause = speech(seconds: 0.8)
            player.enqueue(clause, clause: 0)
            player.enqueue(clause, clause: 1)
            player.finish()
            #expect(await events.wait { $0.last == .finished })
            #expect(events.all.first == .started)
            let heard = events.all.compactMap { if case .heard(let position) = $0 { position } else { nil } }
            #expect(heard == heard.sorted() && Set(heard).count == heard.count)
            #expect(heard.contains(HeardPosition(clause: 0, characters: 79)))
            #expect(heard.last == HeardPosition(clause: 1, characters: 79))
        }

        @Test func repliesAfterAStopPlayAndReportTheirWords() async throws {
            for round in 0..<4 {
                let heard = EventCollector<PlaybackEvent>()
                let asked = ContinuousClock.now
                player.begin(device: nil) { heard.add($0) }
                player.enqueue(speech(seconds: 0.6), clause: 0)
                if round < 2 {
                    #expect(await heard.wait { $0.contains(.heard(HeardPosition(clause: 0, characters: 9))) })
                    player.stop()
                } else {
                    player.finish()
                    #expect(await heard.wait { $0.last == .finished })
                    #expect(heard.all.contains(.heard(HeardPosition(clause: 0, characters: 59))))
                }
                let started = try #require(heard.timed.first { $0.event == .started }?.at)
                Measurements.note("round \(round): begin → first sound", started - asked)
            }
        }

        @Test func aGapBetweenClausesIsBridged() async throws {
            begin()
            player.enqueue(speech(seconds: 0.3), clause: 0)
            #expect(await events.wait { $0.contains(.heard(HeardPosition(clause: 0, characters: 29))) })
            player.enqueue(speech(seconds: 0.3), clause: 1)
            player.finish()
            #expect(await events.wait { $0.last == .finished })
            #expect(events.all.contains(.heard(HeardPosition(clause: 1, characters: 29))))
            #expect(events.all.filter { $0 == .started }.count == 1)
        }

        @Test func aPreparedSpeakerIsSilentUntilAReply() async throws {
            player.prepare(device: nil)
            player.prepare(device: "nowhere")
            player.prepare(device: nil)
            #expect(events.all.isEmpty, "what is missing is reported to a reply")
            begin()
            player.enqueue(speech(seconds: 0.3), clause: 0)
            player.finish()
            #expect(await events.wait { $0.last == .finished })
            #expect(events.all.first == .started)
        }

        @Test func aReplyWithoutSoundFinishes() async {
            begin()
            player.finish()
            #expect(await events.wait { $0 == [.finished] })
        }

        @Test func aMissingSpeakerIsReportedAndTheNextReplyWorks() async {
            player.begin(device: "nowhere") { [events] in events.add($0) }
            player.enqueue(speech(seconds: 0.2), clause: 0)
            #expect(await events.wait { $0 == [.failed(.deviceMissing("nowhere"))] })
            begin()
            player.enqueue(speech(seconds: 0.2), clause: 0)
            player.finish()
            #expect(await events.wait { $0.last == .finished })
        }

        @Test func aDyingServerFailsTheReplyAndTheNextOneWorks() async throws {
            begin()
            player.enqueue(speech(seconds: 5), clause: 0)
            #expect(await events.wait { $0.contains(.started) })
            pulse.stop()
            #expect(await events.wait { if case .failed = $0.last { true } else { false } })
            try pulse.start()
            let next = EventCollector<PlaybackEvent>()
            player.begin(device: nil) { next.add($0) }
            player.enqueue(speech(seconds: 0.2), clause: 0)
            player.finish()
            #expect(await next.wait { $0.last == .finished })
        }

        @Test func metersFollowTheSoundAndFallToZero() async {
            begin()
            let tone = chirp(seconds: 0.8, rate: PlayerRig.rate)
            player.enqueue(SynthesizedAudio(samples: tone, sampleRateHertz: PlayerRig.rate, words: []), clause: 0)
            player.finish()
            var loudest: Float = 0
            var bands = [Float](repeating: 0, count: 64)
            _ = await eventually {
                loudest = max(loudest, meters.outputLevel)
                meters.readSpectrum(into: &bands)
                return loudest > 0.5 && bands.contains { $0 > 0.3 }
            }
            #expect(loudest > 0.5)
            #expect(bands.contains { $0 > 0.3 })
            #expect(await events.wait { $0.last == .finished })
            let isAtRest = await eventually {
                meters.readSpectrum(into: &bands)
                return meters.outputLevel == 0 && bands.allSatisfy { $0 == 0 }
            }
            #expect(isAtRest)
        }

        @Test func playersLeakNeitherThreadsNorFiles() async {
            func cycle() async {
                let heard = EventCollector<PlaybackEvent>()
                let player = PulsePlayer(server: pulse.server, meters: meters)
                player.begin(device: nil) { heard.add($0) }
                player.enqueue(
                    SynthesizedAudio(samples: chirp(seconds: 0.05), sampleRateHertz: 16_000, words: []), clause: 0)
                #expect(await heard.wait { $0.contains(.started) })
                player.stop()
            }
            await cycle()
            let before = processResources()
            for _ in 0..<20 { await cycle() }
            let isBack = await eventually {
                let after = processResources()
                // One leak per cycle would be 20.
                return after.files < before.files + 15 && after.audioThreads <= before.audioThreads
            }
            #expect(isBack, "\(before) \(processResources())")
        }
    }
}
