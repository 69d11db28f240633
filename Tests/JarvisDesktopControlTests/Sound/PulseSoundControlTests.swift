// SPDX-License-Identifier: GPL-3.0-or-later
// Volume control on a real sound server started by the test; the results are read back with the server's own tool.

import Glibc
import JarvisDesktopControl
import JarvisCore
import JarvisTesting
import Synchronization
import Testing

@Suite(.serialized, .timeLimit(.minutes(10)))
struct PulseSoundControlTests {
    private let server: PrivateSoundServer
    private let sound: PulseSoundControl

    init() throws {
        server = try PrivateSoundServer(
            modules: PrivateSoundServer.speakerAndMicrophone
                + "\nload-module module-null-sink sink_name=headset sink_properties=device.description=Headset")
        sound = PulseSoundControl(server: server.address)
    }

    /// Starts a program that plays silence under the given name.
    private func player(_ name: String, identity: String = "", role: String = "music") throws -> ChildProcess {
        try ChildProcess(
            "env",
            [
                "-u", "PULSE_SERVER", "pacat", "-s", server.address, "--property=application.name=\(name)",
                "--property=media.role=\(role)", "--property=application.id=\(identity)", "--raw", "/dev/zero",
            ])
    }

    private func waitForStreams(_ count: Int) async throws {
        #expect(
            try await eventually {
                try server.control("list", "short", "sink-inputs").split(separator: "\n").count == count
            })
    }

    /// Stream volumes reported by the server's own tool.
    private func volumes() throws -> [String] {
        try server.control("list", "sink-inputs").split(separator: "\n").filter { $0.contains("Volume:") }
            .compactMap { $0.split(separator: "/").dropFirst().first.map { String($0.filter { !$0.isWhitespace }) } }
    }

    @Test func theDefaultOutputIsReadAndChanged() async throws {
        let outputs = try await sound.outputs()
        #expect(outputs.map(\.id) == ["speaker", "headset", "mic_feed"])
        #expect(outputs.map(\.isDefault) == [true, false, false])
        #expect(outputs.map(\.name) == ["Speaker", "Headset", "Feed"])
        #expect(try await sound.changeVolume(.to(percent: 40)).volume.percent == 40)
        #expect(try server.control("get-sink-volume", "speaker").contains(" 40% "))
        #expect(try await sound.changeVolume(.aBitMore).volume.percent == 50)
        #expect(try await sound.changeVolume(.aBitLess).volume.percent == 40)
        #expect(try await sound.changeVolume(.by(-5)).volume.percent == 0)
        #expect(try await sound.changeVolume(.by(5)).volume.percent == 100)
        try server.control("set-default-sink", "headset")
        #expect(try await sound.output().id == "headset")
        #expect(try server.control("get-sink-volume", "headset").contains(" 100% "))
    }

    @Test func excessiveVolumesAreRejectedButReported() async throws {
        _ = try await sound.changeVolume(.to(0.3))
        await #expect(throws: SoundFailure.notAVolume(percent: 150)) { try await sound.changeVolume(.to(1.5)) }
        await #expect(throws: SoundFailure.notAVolume(percent: -10)) { try await sound.changeVolume(.to(-0.1)) }
        #expect(try await sound.output().volume.percent == 30)
        try server.control("set-sink-volume", "speaker", "130%")
        #expect(try await sound.output().volume.percent == 130)
        #expect(try await sound.changeVolume(.aBitMore).volume.percent == 130)
        #expect(try await sound.changeVolume(.aBitLess).volume.percent == 120)
    }

    @Test func channelBalanceIsKept() async throws {
        try server.control("set-sink-volume", "speaker", "80%", "40%")
        #expect(try await sound.changeVolume(.to(0.4)).volume.percent == 40)
        let told = try server.control("get-sink-volume", "speaker")
        #expect(told.contains(" 40% ") && told.contains(" 20% "), "\(told)")
    }

    @Test func inputAndOutputMuteAreRead() async throws {
        #expect(try await !sound.output().isMuted)
        #expect(try await sound.setMuted(true).isMuted)
        #expect(try server.control("get-sink-mute", "speaker").contains("yes"))
        #expect(try await sound.setMuted(true).isMuted)
        #expect(try await !sound.setMuted(false).isMuted)
        #expect(try await sound.input().id == "mic")
        #expect(try await !sound.input().isMuted)
        try server.control("set-source-mute", "mic", "1")
        #expect(try await sound.input().isMuted)
        try server.control("set-default-source", "speaker.monitor")
        await #expect(throws: SoundFailure.noInput) { try await sound.input() }
    }

    @Test func concurrentStepsAllApply() async throws {
        _ = try await sound.changeVolume(.to(0.1))
        try await withThrowingTaskGroup { group in
            for _ in 0..<5 { group.addTask { [sound] in _ = try await sound.changeVolume(.aBitMore) } }
            try await group.waitForAll()
        }
        #expect(try await sound.output().volume.percent == 60)
    }

    @Test func changingOneApplicationLeavesOthersUnchanged() async throws {
        let music = [try player("Firefox"), try player("Firefox"), try player("Music Box")]
        defer { for child in music { child.send(signal: SIGKILL) } }
        try await waitForStreams(3)
        let applications = try await sound.applications()
        #expect(applications.map(\.name) == ["Firefox", "Music Box"])
        #expect(applications.map(\.binary) == ["pacat", "pacat"])
        #expect(applications.allSatisfy { $0.isPlaying && !$0.isMuted && !$0.isJarvis && $0.volume.percent == 100 })
        let firefox = try #require(applications.meant(by: "firefox").first)
        #expect(try await sound.changeVolume(.to(0.3), of: firefox.id).volume.percent == 30)
        #expect(try volumes().sorted() == ["100%", "30%", "30%"])
        #expect(try await sound.changeVolume(.aBitMore, of: firefox.id).volume.percent == 40)
        #expect(try await sound.setMuted(true, application: firefox.id).isMuted)
        #expect(try await sound.applications().map(\.isMuted) == [true, false])
        #expect(try await !sound.setMuted(false, application: firefox.id).isMuted)
        #expect(try await sound.output().volume.percent == 100)
        await #expect(throws: SoundFailure.notAVolume(percent: 101)) {
            try await sound.changeVolume(.to(1.01), of: firefox.id)
        }
    }

    @Test func aVanishedApplicationIsReportedByName() async throws {
        let child = try player("Firefox")
        try await waitForStreams(1)
        let firefox = try #require(try await sound.applications().first)
        child.send(signal: SIGKILL)
        try await waitForStreams(0)
        await #expect(throws: SoundFailure.notPlaying("Firefox")) {
            try await sound.setMuted(true, application: firefox.id)
        }
        #expect(try await sound.applications().isEmpty)
    }

    @Test func ourOwnVoiceIsListedAndEventSoundsAreNot() async throws {
        let children = [
            try player("Anything", identity: "io.github.jarvis_assistant.Jarvis", role: "a11y"),
            try player("Bell", role: "event"),
        ]
        defer { for child in children { child.send(signal: SIGKILL) } }
        try await waitForStreams(2)
        let applications = try await sound.applications()
        #expect(applications.map(\.name) == ["JARVIS"])
        #expect(applications.first?.isJarvis == true)
        #expect(try await sound.changeVolume(.to(0.5), of: applications[0].id).volume.percent == 50)
    }

    @Test func duckingEndsBeforeVolumesAreReadOrChanged() async throws {
        let child = try player("Firefox")
        defer { child.send(signal: SIGKILL) }
        try await waitForStreams(1)
        let stream = try #require(
            try server.control("list", "short", "sink-inputs").split(separator: "\t").first.map(String.init))
        try server.control("set-sink-input-volume", stream, "20%")
        let address = server.address
        let ducked = PulseSoundControl(server: address) {
            let pactl = try? ChildProcess("pactl", ["-s", address, "set-sink-input-volume", stream, "80%"])
            pactl?.wait()
        }
        let firefox = try #require(try await ducked.applications().first)
        #expect(firefox.volume.percent == 80)
        try server.control("set-sink-input-volume", stream, "20%")
        #expect(try await ducked.changeVolume(.aBitMore, of: firefox.id).volume.percent == 90)
    }

    @Test func serverHangsAndRestartsAreHandled() async throws {
        server.hang()
        await #expect(throws: SoundFailure.self) { try await sound.output() }
        server.resume()
        #expect(await eventually { (try? await sound.output()) != nil })
        server.stop()
        do throws(SoundFailure) {
            _ = try await sound.changeVolume(.aBitMore)
            Issue.record("there is no server")
        } catch {
            if case .serverUnavailable = error {} else { Issue.record("\(error)") }
            #expect(
                error.advice == "The sound server isn't responding. "
                    + "Start PipeWire (with pipewire-pulse) or PulseAudio.")
        }
        try server.start()
        #expect(try await sound.output().id == "speaker")
    }

    @Test func missingDevicesAreReported() async throws {
        let bare = try PrivateSoundServer(modules: "load-module module-always-sink")
        let sound = PulseSoundControl(server: bare.address)
        #expect(try await sound.outputs().isEmpty)
        await #expect(throws: SoundFailure.noOutput) { try await sound.changeVolume(.aBitMore) }
        await #expect(throws: SoundFailure.noInput) { try await sound.input() }
    }
}
