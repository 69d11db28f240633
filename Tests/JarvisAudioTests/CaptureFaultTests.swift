// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisAudio
import JarvisCore
import JarvisTesting
import Synchronization
import Testing

extension AudioTests {
    /// What desktops and users do to a microphone in use.
    @Suite(.timeLimit(.minutes(10)))
    struct CaptureFaultTests {
        private let pulse: PrivatePulseServer
        private let microphone: PulseMicrophone
        private let events = EventCollector<MicrophoneEvent>()

        init() throws {
            pulse = try PrivatePulseServer()
            microphone = PulseMicrophone(server: pulse.server, meters: AudioMeters())
        }

        private func open(_ device: String? = nil) async {
            microphone.open(device: device) { [events] in events.add($0) }
            #expect(await events.wait { $0.contains { $0.frame != nil } && $0.contains(where: \.isOpened) })
        }

        private func close() async {
            microphone.close()
            #expect(await events.wait { $0.last?.isClosed == true })
        }

        /// Waits for more frames.
        private func expectFrames() async {
            let before = events.all.count
            #expect(await events.wait { $0.dropFirst(before).filter { $0.frame != nil }.count > 5 })
        }

        private func load(_ source: String, description: String, after: String = "mic_feed.monitor") throws {
            try pulse.control(
                "load-module", "module-remap-source", "master=\(after)", "source_name=\(source)",
                "source_properties=device.description=\(description)")
        }

        /// The index of the module that created `source`.
        private func module(of source: String) throws -> String {
            let modules = try pulse.control("list", "short", "modules").split(separator: "\n")
            let module = try #require(modules.first { $0.contains("source_name=\(source) ") })
            return String(module.prefix { $0 != "\t" })
        }

        /// The indexes of programs' recording streams; those of the server's modules have no client.
        private func ownStreams() throws -> [String] {
            try pulse.control("list", "short", "source-outputs").split(separator: "\n").compactMap { line in
                let columns = line.split(separator: "\t")
                return columns.dropFirst(2).first == "-" ? nil : columns.first.map(String.init)
            }
        }

        private var mutes: [Bool] {
            events.all.compactMap { if case .mutedBySystem(let isMuted) = $0 { isMuted } else { nil } }
        }
        private var openings: [String] {
            events.all.compactMap { if case .opened(let device) = $0 { device } else { nil } }
        }
        private var failures: [AudioFailure] { events.all.compactMap(\.failure) }

        /// True if no sample is missing between any two frames.
        private var isWhole: Bool {
            let frames = events.all.compactMap(\.frame)
            return zip(frames, frames.dropFirst()).allSatisfy { $1.sampleIndex - $0.sampleIndex == 320 }
        }

        @Test func aSystemMuteIsReportedAndNotUndone() async throws {
            await open()
            try pulse.control("set-source-mute", "mic", "1")
            #expect(await events.wait { _ in mutes == [true] })
            await expectFrames()
            #expect(try pulse.control("get-source-mute", "mic").contains("yes"))
            try pulse.control("set-source-mute", "mic", "0")
            #expect(await events.wait { _ in mutes == [true, false] })
            try pulse.control("set-source-volume", "mic", "0%")
            #expect(await events.wait { _ in mutes == [true, false, true] }, "nothing is heard at volume 0 either")
            #expect(failures.isEmpty && isWhole)
            await close()
        }

        @Test func aMuteOfTheStreamAloneIsReported() async throws {
            await open()
            let stream = try #require(try ownStreams().first)
            try pulse.control("set-source-output-mute", stream, "1")
            #expect(await events.wait { _ in mutes == [true] })
            try pulse.control("set-source-output-mute", stream, "0")
            #expect(await events.wait { _ in mutes == [true, false] })
            await close()
        }

        @Test func aMuteBeforeOpeningIsReported() async throws {
            try pulse.control("set-source-mute", "mic", "1")
            await open()
            #expect(await events.wait { _ in mutes == [true] })
            await close()
        }

        @Test func aNewDefaultIsFollowedWithoutLosingASample() async throws {
            try load("second", description: "Second")
            await open()
            let spoken = chirp(seconds: 1.5)
            let server = pulse.server
            async let playing: Void = SinkPlayback.play(
                spoken, sampleRateHertz: 16_000, into: "mic_feed", server: server)
            #expect(await events.wait { $0.contains { ($0.frame?.levelDBFS ?? -100) > -30 } })
            try pulse.control("set-default-source", "second")
            try await playing
            await expectFrames()
            #expect(openings == ["Mic", "Second"])
            #expect(failures.isEmpty && isWhole)
            await close()
        }

        @Test func theChosenMicrophoneIsUsedAgainWhenItReturns() async throws {
            try load("second", description: "Second")
            await open("second")
            try pulse.control("unload-module", try module(of: "second"))
            #expect(await events.wait { _ in openings == ["Second", "Mic"] })
            await expectFrames()
            try load("second", description: "Second")
            #expect(await events.wait { _ in openings == ["Second", "Mic", "Second"] })
            await expectFrames()
            #expect(failures.isEmpty && isWhole)
            await close()
        }

        @Test func aMicrophoneWithOtherChannelsIsCapturedCorrectly() async throws {
            let pipe = pulse.folder.path + "/pair"
            try pulse.control(
                "load-module", "module-pipe-source", "source_name=pair", "file=\(pipe)", "format=s16le", "rate=16000",
                "channels=2", "source_properties=device.description=Pair")
            try pulse.control(
                "load-module", "module-remap-source", "master=mic_feed.monitor", "source_name=single", "channels=1",
                "channel_map=mono", "source_properties=device.description=Single")
            try pulse.control("set-default-source", "single")
            await open()
            try pulse.control("set-default-source", "pair")
            let writer = try #require(fopen(pipe, "wb"))
            defer { fclose(writer) }
            // Data that the server doesn't accept is dropped, or the test would wait for it.
            _ = fcntl(fileno(writer), F_SETFL, O_NONBLOCK)
            // The second channel is the first one inverted; mixed to one channel, they would cancel out.
            let sound = chirp(seconds: 1.5).flatMap { [$0, -$0] }
            let isHeard = await eventually {
                fwrite(sound, 2, sound.count, writer)
                return openings == ["Single", "Pair"] && events.all.contains { ($0.frame?.levelDBFS ?? -100) > -30 }
            }
            #expect(isHeard)
            #expect(failures.isEmpty)
            let frames = events.all.compactMap(\.frame).map(\.sampleIndex)
            #expect(zip(frames, frames.dropFirst()).allSatisfy { $1 - $0 == 320 })
            await close()
        }

        @Test func aStreamMovedByTheUserStaysThere() async throws {
            try load("second", description: "Second")
            await open()
            // WirePlumber ignores a move while it is connecting the stream.
            await expectFrames()
            let stream = try #require(try ownStreams().first)
            try pulse.control("move-source-output", stream, "second")
            #expect(await events.wait { _ in openings == ["Mic", "Second"] })
            try load("third", description: "Third")
            await expectFrames()
            #expect(openings == ["Mic", "Second"])
            await close()
        }

        @Test func aMissingChosenMicrophoneIsUsedWhenItAppears() async throws {
            microphone.open(device: "second") { [events] in events.add($0) }
            #expect(await events.wait { $0.first?.failure == .deviceMissing("second") })
            try load("second", description: "Second")
            let loaded = ContinuousClock.now
            #expect(await events.wait { _ in openings == ["Second"] })
            Measurements.note("chosen microphone is there → open", ContinuousClock.now - loaded)
            await expectFrames()
            #expect(failures.count == 1)
            await close()
        }

        @Test func aSuspendedMicrophoneIsReportedAndResumes() async throws {
            await open()
            try pulse.control("suspend-source", "mic", "1")
            guard PrivatePulseServer.canBeSilent else {
                await expectFrames()
                #expect(failures.isEmpty)
                return await close()
            }
            #expect(await events.wait { _ in failures.contains(.streamFailed(reason: "it is suspended")) })
            try pulse.control("suspend-source", "mic", "0")
            let resumed = ContinuousClock.now
            #expect(await events.wait { _ in openings.count == 2 })
            Measurements.note("microphone resumed → heard again", ContinuousClock.now - resumed)
            await expectFrames()
            await close()
        }

        @Test func aMicrophoneCountsAsOpenFromItsFirstSound() async throws {
            try pulse.control("suspend-source", "mic", "1")
            microphone.open(device: nil) { [events] in events.add($0) }
            if PrivatePulseServer.canBeSilent {
                #expect(await events.wait { _ in failures.contains(.streamFailed(reason: "it is suspended")) })
                #expect(openings.isEmpty, "its stream is there, and nothing is heard")
            }
            try pulse.control("suspend-source", "mic", "0")
            #expect(await events.wait { _ in !openings.isEmpty })
            await expectFrames()
            await close()
        }

        @Test func aHangingServerIsReportedOnceAndReconnected() async throws {
            await open()
            pulse.hang()
            #expect(await events.wait { _ in failures == [.serverUnavailable(reason: "Timeout")] })
            pulse.resume()
            let resumed = ContinuousClock.now
            #expect(await events.wait { _ in openings.count == 2 })
            Measurements.note("server answers → heard again", ContinuousClock.now - resumed)
            await expectFrames()
            #expect(failures.count == 1)
            await close()
        }

        @Test func aSourceWithoutSoundIsReportedUntilItDelivers() async throws {
            let pipe = pulse.folder.path + "/pipe"
            try pulse.control(
                "load-module", "module-pipe-source", "source_name=pipe", "file=\(pipe)", "format=s16le", "rate=16000",
                "channels=1")
            microphone.open(device: "pipe") { [events] in events.add($0) }
            if PrivatePulseServer.canBeSilent {
                #expect(await events.wait { _ in failures.contains(.streamFailed(reason: "it sends no sound")) })
            }
            let writer = try #require(fopen(pipe, "wb"))
            let sound = chirp(seconds: 0.5)
            #expect(fwrite(sound, 2, sound.count, writer) == sound.count)
            fclose(writer)
            #expect(await events.wait { _ in openings.count == 1 }, "it is open from its first sound on")
            #expect(await events.wait { $0.filter { $0.frame != nil }.count >= 20 })
            await close()
        }

        @Test func aStalledListenerLosesTheNewestFramesOnly() async throws {
            let gate = Gate()
            microphone.open(device: nil) { [events] event in
                events.add(event)
                if event.frame != nil { gate.pass() }
            }
            // Another listener shows when the ring must be full.
            let other = PulseMicrophone(server: pulse.server, meters: AudioMeters())
            let clock = EventCollector<MicrophoneEvent>()
            other.open(device: nil) { clock.add($0) }
            #expect(await clock.wait { $0.filter { $0.frame != nil }.count > 160 })
            gate.open()
            #expect(await events.wait { $0.filter { $0.frame != nil }.count > 150 })
            #expect(await events.wait { $0.contains { if case .overrun = $0 { true } else { false } } })
            let frames = events.all.compactMap(\.frame)
            let gaps = zip(frames, frames.dropFirst()).map { $1.sampleIndex - $0.sampleIndex }.filter { $0 != 320 }
            #expect(gaps.count == 1 && gaps.allSatisfy { $0 > 320 && $0 % 320 == 0 }, "\(gaps)")
            #expect(frames.count >= 129 && frames.allSatisfy { $0.samples.count == 320 })
            other.close()
            await close()
        }

        @Test func aClosedMicrophoneHasNoStreamOnTheServer() async throws {
            await open()
            #expect(try ownStreams().count == 1)
            await close()
            #expect(await eventually { (try? ownStreams().isEmpty) ?? false })
        }
    }
}

/// Blocks callers until it is opened.
private final class Gate: Sendable {
    private let isOpen = Atomic<Bool>(false)

    func open() { isOpen.store(true, ordering: .releasing) }

    func pass() {
        // The listener under test must block its thread, which asynchronous waits don't.
        while !isOpen.load(ordering: .acquiring) { usleep(5_000) }
    }
}
