// SPDX-License-Identifier: GPL-3.0-or-later
// PipeWire through PulseAudio's protocol: it plays whole requests only, and announces streams before their volume.

import Glibc
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisAudio

extension RealTime {
    @Suite(.timeLimit(.minutes(4)))
    struct PipeWireTests {
        private static let rate = 22_050
        private let pipeWire: PrivatePulseServer
        private let reference = PlaybackReference()

        init() throws {
            pipeWire = try PrivatePulseServer(.pipeWire)
        }

        private func sound(seconds: Double) -> SynthesizedAudio {
            SynthesizedAudio(samples: chirp(seconds: seconds, rate: Self.rate), sampleRateHertz: Self.rate, words: [])
        }

        /// None of the lengths fills the server's requests exactly, so part of the reply is always held back.
        @Test func repliesOfAnyLengthFinish() async throws {
            let player = PulsePlayer(server: pipeWire.server, meters: AudioMeters(), reference: reference)
            for seconds in [0.7, 0.4137, 0.95, 0.2511] {
                let events = EventCollector<PlaybackEvent>()
                player.begin(device: nil) { events.add($0) }
                player.enqueue(sound(seconds: seconds), clause: 0)
                player.finish()
                #expect(await events.wait { $0.last == .finished }, "\(seconds): \(events.all)")
                #expect(await eventually { !reference.isStarting }, "nothing is awaited any more")
            }
        }

        @Test func aPauseBetweenClausesLosesNoSound() async throws {
            let recorder = SourceRecorder(
                server: pipeWire.server, source: "speaker.monitor", sampleRateHertz: Self.rate)
            try await recorder.start()
            let player = PulsePlayer(server: pipeWire.server, meters: AudioMeters(), reference: reference)
            let events = EventCollector<PlaybackEvent>()
            player.begin(device: nil) { events.add($0) }
            let (first, second) = (sound(seconds: 0.6137), sound(seconds: 0.5211))
            player.enqueue(first, clause: 0)
            // The first clause has ended, and nothing follows for now.
            let end = Array(first.samples.suffix(Self.rate / 10))
            #expect(
                await eventually {
                    bestMatch(of: end, in: recorder.recording().samples).correlation > 0.9
                }, "the end is played although nothing follows")
            player.enqueue(second, clause: 1)
            player.finish()
            #expect(await events.wait { $0.last == .finished })
            let begin = Array(second.samples.prefix(Self.rate / 10))
            #expect(
                await eventually {
                    bestMatch(of: begin, in: recorder.recording().samples).correlation > 0.9
                }, "and so is the beginning of what follows")
            _ = recorder.stop()
        }

        @Test func suspendingABusyDeviceInterruptsNothing() async throws {
            let microphone = PulseMicrophone(server: pipeWire.server, meters: AudioMeters())
            let frames = EventCollector<MicrophoneEvent>()
            microphone.open(device: nil) { frames.add($0) }
            #expect(await frames.wait { $0.contains { $0.frame != nil } })
            let player = PulsePlayer(server: pipeWire.server, meters: AudioMeters(), reference: reference)
            let events = EventCollector<PlaybackEvent>()
            player.begin(device: nil) { events.add($0) }
            player.enqueue(sound(seconds: 3), clause: 0)
            player.finish()
            #expect(await events.wait { $0.contains(.started) })
            try pipeWire.control("suspend-source", "mic", "1")
            try pipeWire.control("suspend-sink", "speaker", "1")
            let before = frames.all.count
            #expect(await events.wait { $0.last == .finished }, "\(events.all)")
            #expect(await frames.wait { $0.dropFirst(before).count { $0.frame != nil } > 20 })
            #expect(frames.all.allSatisfy { $0.failure == nil })
            microphone.close()
            #expect(await frames.wait { $0.last?.isClosed == true })
        }

        /// PipeWire would play on the default speaker instead.
        @Test func aMissingSpeakerIsReportedByName() async throws {
            let player = PulsePlayer(server: pipeWire.server, meters: AudioMeters(), reference: reference)
            for (device, outcome) in [
                ("nowhere", PlaybackEvent.failed(.deviceMissing("nowhere"))), ("mic_feed", .finished),
            ] {
                let events = EventCollector<PlaybackEvent>()
                player.begin(device: device) { events.add($0) }
                player.enqueue(sound(seconds: 0.3), clause: 0)
                player.finish()
                #expect(await events.wait { $0.last == outcome }, "\(device): \(events.all)")
            }
        }

        @Test func musicStartedWhileDuckedRegainsItsVolume() async throws {
            let folder = try TemporaryFolder("jarvis-others")
            let players = PulseDucker(server: pipeWire.server, memory: folder.path + "/other-players")
            func streams() -> [ProgramStream] {
                guard let connection = try? PulseConnection(server: pipeWire.server),
                    (try? connection.connect()) != nil
                else { return [] }
                return (try? connection.programStreams()) ?? []
            }
            for round in 0..<3 {
                players.set(.softer)
                let music = try ChildProcess(
                    "pacat",
                    [
                        "-s", pipeWire.server.address ?? "", "--property=media.role=music",
                        "--property=application.name=Player", "--raw", "/dev/zero",
                    ])
                defer {
                    music.send(signal: SIGKILL)
                    music.wait()
                }
                #expect(
                    await eventually {
                        streams().contains { $0.isSettled && ($0.volume.max() ?? 0) < 50_000 }
                    }, "round \(round): it is softer")
                await players.restore()
                #expect(
                    await eventually { streams().contains { $0.volume.allSatisfy { $0 == 65_536 } } },
                    "round \(round): it is as loud as before; \(streams())")
            }
        }
    }
}
