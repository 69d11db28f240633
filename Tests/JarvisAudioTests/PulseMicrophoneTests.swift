// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisAudio
import JarvisCore
import Testing

extension AudioTests {
    @Suite(.timeLimit(.minutes(10)))
    struct PulseMicrophoneTests {
        private let pulse: PrivatePulseServer
        private let meters = AudioMeters()
        private let events = EventCollector<MicrophoneEvent>()

        init() throws {
            pulse = try PrivatePulseServer()
        }

        private func open(_ microphone: PulseMicrophone, device: String? = nil) async {
            microphone.open(device: device) { [events] in events.add($0) }
            #expect(await events.wait { $0.contains { $0.frame != nil } && $0.contains(where: \.isOpened) })
        }

        @Test func aMutedMicrophoneDeliversSilence() async throws {
            let microphone = PulseMicrophone(server: pulse.server, meters: meters)
            await open(microphone)
            microphone.setMuted(true)
            let before = events.all.count
            #expect(await events.wait { $0.count > before + 2 })
            let muted = events.all.count
            try await SinkPlayback.play(
                chirp(seconds: 0.5), sampleRateHertz: 16_000, into: "mic_feed", server: pulse.server)
            #expect(meters.inputLevel == 0)
            let frames = events.all.dropFirst(muted).compactMap(\.frame)
            #expect(frames.count > 15)
            #expect(frames.allSatisfy { !$0.isSpeech && $0.levelDBFS == -100 && $0.samples.allSatisfy { $0 == 0 } })
            microphone.setMuted(false)
            microphone.close()
        }

        @Test func aDyingServerIsReportedOnceAndReconnected() async throws {
            let microphone = PulseMicrophone(server: pulse.server, meters: meters)
            await open(microphone)
            pulse.stop()
            #expect(await events.wait { $0.contains { $0.failure != nil } })
            try pulse.start()
            #expect(await events.wait { $0.filter(\.isOpened).count == 2 })
            let reopened = events.all.count
            #expect(await events.wait { $0.count > reopened + 5 })
            let failures = events.all.compactMap(\.failure)
            // A server may answer before its devices exist.
            #expect(failures.filter { $0 != .noDevice(.input) }.count == 1, "\(failures)")
            microphone.close()
            #expect(await events.wait { $0.last?.isClosed == true })
        }

        @Test func openingAgainOnlySwitchesTheDevice() async throws {
            let microphone = PulseMicrophone(server: pulse.server, meters: meters)
            await open(microphone)
            let other = EventCollector<MicrophoneEvent>()
            microphone.open(device: nil) { other.add($0) }
            let before = events.all.count
            #expect(await events.wait { $0.count > before + 3 })
            #expect(other.all.isEmpty)
            microphone.open(device: "speaker.monitor") { other.add($0) }
            #expect(await other.wait { $0.contains { $0.frame != nil } })
            #expect(await other.wait { $0.first { $0.frame == nil }?.isOpened == true })
            microphone.close()
            microphone.close()
            #expect(await other.wait { $0.last?.isClosed == true })
        }

        @Test func aMissingDeviceIsReportedByName() async {
            let microphone = PulseMicrophone(server: pulse.server, meters: meters)
            microphone.open(device: "nowhere") { [events] in events.add($0) }
            #expect(await events.wait { $0.first?.failure == .deviceMissing("nowhere") })
            microphone.close()
            #expect(await events.wait { $0.last?.isClosed == true })
        }

        @Test func anUnpluggedMicrophoneIsReportedAndTheNextOneUsed() async throws {
            let microphone = PulseMicrophone(server: pulse.server, meters: meters)
            await open(microphone)
            try pulse.control("unload-module", "module-remap-source")
            #expect(await events.wait { $0.contains { $0.failure == .noDevice(.input) } })
            try pulse.control("load-module", "module-remap-source", "master=mic_feed.monitor", "source_name=second")
            #expect(await events.wait { $0.filter(\.isOpened).count == 2 })
            microphone.close()
        }

        @Test func openingAndClosingLeaksNeitherThreadsNorFiles() async {
            func cycle() async {
                let microphone = PulseMicrophone(server: pulse.server, meters: meters)
                let events = EventCollector<MicrophoneEvent>()
                microphone.open(device: nil) { events.add($0) }
                microphone.close()
                #expect(await events.wait { $0.last?.isClosed == true })
            }
            await cycle()
            #expect(await eventually { processResources().audioThreads == 0 })
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

    @Suite(.timeLimit(.minutes(10)))
    struct WithoutServerTests {
        private let nowhere = PulseServer(address: "unix:/tmp/jarvis-no-such-server/native")

        @Test func everyPartFailsWithoutAServer() async {
            let events = EventCollector<MicrophoneEvent>()
            let microphone = PulseMicrophone(server: nowhere, meters: AudioMeters())
            microphone.open(device: nil) { events.add($0) }
            #expect(await events.wait { $0.first?.failure != nil })
            microphone.close()
            #expect(await events.wait { $0.last?.isClosed == true })

            let playback = EventCollector<PlaybackEvent>()
            let player = PulsePlayer(server: nowhere, meters: AudioMeters())
            player.begin(device: nil) { playback.add($0) }
            player.enqueue(SynthesizedAudio(samples: [0, 0], sampleRateHertz: 22_050, words: []), clause: 0)
            #expect(await playback.wait { if case .failed(.serverUnavailable) = $0.first { true } else { false } })

            await #expect(throws: AudioFailure.self) { try await PulseDevices(server: nowhere).devices() }
        }

        @Test func theDefaultSpeakersMonitorIsFoundByName() async throws {
            let pulse = try PrivatePulseServer()
            let recorder = SourceRecorder(server: pulse.server, source: SourceRecorder.defaultMonitor)
            try await recorder.start()
            #expect(await eventually { (try? pulse.control("list", "short", "source-outputs").isEmpty) == false })
            let streams = try pulse.control("list", "source-outputs")
            let sources = try pulse.control("list", "short", "sources").split(separator: "\n")
            let monitor = try #require(sources.first { $0.contains("speaker.monitor") }?.prefix { $0 != "\t" })
            #expect(streams.contains("Source: \(monitor)\n"))
            _ = recorder.stop()
            pulse.stop()
        }

        @Test func aServerWithoutMicrophonesIsReported() async throws {
            let pulse = try PrivatePulseServer(modules: "load-module module-null-sink sink_name=speaker")
            let events = EventCollector<MicrophoneEvent>()
            let microphone = PulseMicrophone(server: pulse.server, meters: AudioMeters())
            microphone.open(device: nil) { events.add($0) }
            #expect(await events.wait { $0.first?.failure == .noDevice(.input) })
            microphone.open(device: "speaker.monitor") { events.add($0) }
            #expect(await events.wait { $0.contains { $0.frame != nil } }, "a monitor that was asked for is taken")
            microphone.close()
            #expect(await events.wait { $0.last?.isClosed == true })
            pulse.stop()
        }

        @Test func devicesAreListedWithDefaultsAndMonitors() async throws {
            let pulse = try PrivatePulseServer()
            let devices = try await PulseDevices(server: pulse.server).devices()
            #expect(devices.first { $0.id == "mic" }?.isDefault == true)
            #expect(devices.first { $0.id == "mic" }?.isMonitor == false)
            #expect(devices.first { $0.id == "mic" }?.name == "Mic")
            #expect(devices.first { $0.id == "speaker.monitor" }?.isMonitor == true)
            #expect(devices.first { $0.id == "speaker" }?.isDefault == true)
            #expect(devices.first { $0.id == "mic_feed" }?.direction == .output)
            pulse.stop()
        }
    }
}
