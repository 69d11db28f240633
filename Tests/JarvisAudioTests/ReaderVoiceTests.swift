// SPDX-License-Identifier: GPL-3.0-or-later
// Hearing the desktop's screen reader talk, on a sound server started by the test.

import JarvisTesting
import Testing

@testable import JarvisAudio

@Suite(.timeLimit(.minutes(10)))
struct ReaderVoiceTests {
    /// A program that plays the bytes of a device.
    private func play(_ device: String, as client: String, _ pulse: PrivatePulseServer) throws -> ChildProcess {
        try ChildProcess(
            "/bin/sh", ["-c", "exec pacat --playback --client-name=\(client) <\(device) >/dev/null"],
            environment: ["PULSE_SERVER": pulse.server.address ?? ""])
    }

    @Test func onlyAScreenReaderThatTalksSounds() async throws {
        let pulse = try PrivatePulseServer()
        try pulse.start()
        let voice = ReaderVoice(server: pulse.server)
        voice.follow(true)
        let music = try play("/dev/urandom", as: "player", pulse)
        let quiet = try play("/dev/zero", as: "speech-dispatcher-quiet", pulse)
        let reader = try play("/dev/urandom", as: "speech-dispatcher-espeak-ng", pulse)
        await yieldUntil { voice.isSounding }
        reader.send(signal: 15)
        await yieldUntil { !voice.isSounding }
        for program in [music, quiet] { program.send(signal: 15) }
        voice.follow(false)
        pulse.stop()
    }

    @Test func withoutAReaderNothingIsHeard() async throws {
        let voice = ReaderVoice(server: PulseServer(address: "unix:/nonexistent"))
        voice.follow(true)
        #expect(!voice.isSounding)
        voice.follow(false)
        #expect(!CaptureControls(readerVoice: voice).isSilenced)
    }
}
