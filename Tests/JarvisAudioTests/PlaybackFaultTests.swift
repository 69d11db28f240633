// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisAudio
import JarvisCore
import Testing

extension AudioTests {
    /// What desktops and users do to a speaker in use.
    @Suite(.timeLimit(.minutes(10)))
    struct PlaybackFaultTests {
        private static let rate = 22_050
        private let pulse: PrivatePulseServer
        private let player: PulsePlayer
        private let events = EventCollector<PlaybackEvent>()

        init() throws {
            pulse = try PrivatePulseServer()
            player = PulsePlayer(server: pulse.server, meters: AudioMeters())
        }

        /// Speech with a ten-character word starting every tenth of a second.
        private func speech(seconds: Double) -> SynthesizedAudio {
            SynthesizedAudio(
                samples: chirp(seconds: seconds, rate: Self.rate), sampleRateHertz: Self.rate,
                words: (0..<Int(seconds * 10)).map {
                    SpokenWord(startCharacter: $0 * 10, endCharacter: $0 * 10 + 9, sampleOffset: $0 * Self.rate / 10)
                })
        }

        private func speak(seconds: Double, to events: EventCollector<PlaybackEvent>) async {
            player.begin(device: nil) { events.add($0) }
            player.enqueue(speech(seconds: seconds), clause: 0)
            player.finish()
            #expect(await events.wait { $0.contains(.heard(HeardPosition(clause: 0, characters: 9))) })
        }

        private func expectToSpeakAgain() async {
            let next = EventCollector<PlaybackEvent>()
            await speak(seconds: 0.3, to: next)
            #expect(await next.wait { $0.last == .finished })
        }

        private func expectHeardWhole(_ seconds: Double) async {
            #expect(await events.wait { $0.last == .finished })
            let heard = events.all.compactMap { if case .heard(let position) = $0 { position.characters } else { nil } }
            #expect(heard == (0..<Int(seconds * 10)).map { $0 * 10 + 9 }, "each word once, in order")
        }

        private var failure: AudioFailure? {
            if case .failed(let failure) = events.all.last { failure } else { nil }
        }

        @Test func aNewDefaultSpeakerTakesOverTheReply() async throws {
            await speak(seconds: 2, to: events)
            try pulse.control("set-default-sink", "mic_feed")
            await expectHeardWhole(2)
        }

        @Test func theNextSpeakerTakesOverWhenOneDisappears() async throws {
            await speak(seconds: 2, to: events)
            let modules = try pulse.control("list", "short", "modules").split(separator: "\n")
            let speaker = try #require(modules.first { $0.contains("sink_name=speaker") })
            try pulse.control("unload-module", String(speaker.prefix { $0 != "\t" }))
            await expectHeardWhole(2)
        }

        @Test func losingTheLastSpeakerIsReportedAndTheNextOneWorks() async throws {
            await speak(seconds: 5, to: events)
            try pulse.control("unload-module", "module-null-sink")
            guard PrivatePulseServer.canBeSilent else { return await expectHeardWhole(5) }
            #expect(await events.wait { _ in failure != nil })
            try pulse.control("load-module", "module-null-sink", "sink_name=speaker")
            await expectToSpeakAgain()
        }

        @Test func aSuspendedSpeakerIsReportedAndWorksAgain() async throws {
            await speak(seconds: 5, to: events)
            try pulse.control("suspend-sink", "speaker", "1")
            guard PrivatePulseServer.canBeSilent else { return await expectHeardWhole(5) }
            #expect(await events.wait { _ in failure == .streamFailed(reason: "it is suspended") })
            try pulse.control("suspend-sink", "speaker", "0")
            await expectToSpeakAgain()
        }

        @Test func aHangingServerIsReportedAndWorksAgain() async throws {
            await speak(seconds: 5, to: events)
            pulse.hang()
            #expect(await events.wait { _ in failure == .serverUnavailable(reason: "Timeout") })
            pulse.resume()
            await expectToSpeakAgain()
        }

        @Test func stoppingWithAHangingServerDoesNotBlock() async throws {
            await speak(seconds: 5, to: events)
            pulse.hang()
            player.stop()
            let next = EventCollector<PlaybackEvent>()
            player.begin(device: nil) { next.add($0) }
            player.enqueue(speech(seconds: 0.2), clause: 0)
            #expect(await next.wait { $0 == [.failed(.serverUnavailable(reason: "Timeout"))] })
            pulse.resume()
            await expectToSpeakAgain()
        }
    }
}
