// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import JarvisCore
import JarvisTesting
import Testing

@testable import JarvisAudio

extension AudioTests {
    @Suite(.timeLimit(.minutes(10)))
    struct PulseDuckerTests {
        private let pulse: PrivatePulseServer
        private let folder: TemporaryFolder
        private let players: PulseDucker

        init() throws {
            pulse = try PrivatePulseServer()
            folder = try TemporaryFolder("jarvis-others")
            players = PulseDucker(server: pulse.server, memory: folder.path + "/other-players")
        }

        /// Another program's music: pacat playing silence with its own name and role.
        private func music(role: String = "music") throws -> ChildProcess {
            try ChildProcess(
                "env",
                [
                    "-u", "PULSE_SERVER", "pacat", "-s", pulse.server.address ?? "", "--property=media.role=\(role)",
                    "--property=application.name=Player", "--raw", "/dev/zero",
                ])
        }

        private func streams() throws -> [ProgramStream] {
            let connection = try PulseConnection(server: pulse.server)
            try connection.connect()
            return try connection.programStreams()
        }

        private func volume() throws -> UInt32? { try streams().first?.volume.first }

        @Test func musicIsDuckedAndRestored() async throws {
            let player = try music()
            defer { player.send(signal: SIGKILL) }
            #expect(await eventually { (try? streams().filter(\.isSettled).count) == 1 })
            let before = try #require(try volume())
            players.set(.softer)
            #expect(await eventually { (try? volume()) ?? before < before })
            await players.restore()
            #expect(try volume() == before)
            #expect(access(folder.path + "/other-players", F_OK) != 0, "nothing is left to remember")
        }

        @Test func streamsStartedWhileDuckedAreDuckedToo() async throws {
            players.set(.muted)
            let player = try music()
            defer { player.send(signal: SIGKILL) }
            #expect(await eventually { (try? streams().first?.isMuted) == true })
            await players.restore()
            #expect(try streams().first?.isMuted == false)
        }

        @Test func aVolumeSetByTheUserWhileDuckedIsKept() async throws {
            let player = try music()
            defer { player.send(signal: SIGKILL) }
            #expect(await eventually { (try? streams().filter(\.isSettled).count) == 1 })
            let before = try #require(try volume())
            players.set(.softer)
            #expect(await eventually { (try? volume()) ?? before < before })
            try pulse.control("set-sink-input-volume", String(try #require(try streams().first).index), "40%")
            let chosen = try #require(try volume())
            await players.restore()
            #expect(try volume() == chosen)
        }

        @Test func volumesAreRestoredAfterACrash() async throws {
            let player = try music()
            defer { player.send(signal: SIGKILL) }
            #expect(await eventually { (try? streams().filter(\.isSettled).count) == 1 })
            let before = try #require(try volume())
            players.set(.softer)
            #expect(await eventually { (try? volume()) ?? before < before })
            // Another object knows only the file, like JARVIS after a crash.
            let next = PulseDucker(server: pulse.server, memory: folder.path + "/other-players")
            await next.restore()
            #expect(try volume() == before)
        }

        @Test(arguments: ["phone", "a11y", "event"])
        func callsScreenReadersAndEventSoundsAreLeftAlone(role: String) async throws {
            let other = try music(role: role)
            let player = try music()
            defer {
                other.send(signal: SIGKILL)
                player.send(signal: SIGKILL)
            }
            #expect(await eventually { (try? streams().count) == 2 })
            players.set(.muted)
            #expect(await eventually { (try? streams().contains { $0.isMuted }) == true })
            #expect(try streams().filter { !$0.mayBeDucked }.allSatisfy { !$0.isMuted })
        }

        @Test func ourOwnSpeechIsNotDuckedAndHasItsRole() async throws {
            let player = PulsePlayer(server: pulse.server, meters: AudioMeters())
            player.begin(device: nil) { _ in }
            player.enqueue(
                SynthesizedAudio(samples: chirp(seconds: 3), sampleRateHertz: 16_000, words: []), clause: 0)
            #expect(await eventually { (try? streams().filter(\.isSettled).count) == 1 })
            let stream = try #require(try streams().first)
            #expect(!stream.mayBeDucked)
            #expect(stream.key.hasSuffix("/a11y"), "\(stream.key)")
            player.stop()
        }

        @Test func volumesAreReadBackFromTheFile() {
            let streams = [
                DuckedStream(index: 3, key: "Player\tof\nmusic/music", original: [65_536, 60_000], applied: [9, 8]),
                DuckedStream(index: 4, key: "", original: [1], applied: []),
            ]
            let memory = DuckedStreams(path: folder.path + "/memory")
            memory.write(streams)
            var read = memory.read()
            #expect(read.first?.key == "Player of music/music")
            read[0].key = streams[0].key
            #expect(read == streams)
            memory.write([])
            #expect(memory.read().isEmpty)
        }
    }
}
