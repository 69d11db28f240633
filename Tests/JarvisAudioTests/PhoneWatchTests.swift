// SPDX-License-Identifier: GPL-3.0-or-later
// Detecting calls of other programs, on a sound server started by the test.

import JarvisAudio
import JarvisTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct PhoneWatchTests {
    @Test(arguments: [["pacat", "--playback"], ["pacat", "--record"]])
    func aStreamWithThePhoneRoleIsACall(command: [String]) async throws {
        let pulse = try PrivatePulseServer()
        try pulse.start()
        let server = pulse.server
        let others = PhoneWatch(server: server)
        var changes = others.changes().makeAsyncIterator()
        #expect(await changes.next() == false)
        let music = try Self.stream(command, role: "music", server)
        let phone = try Self.stream(command, role: "phone", server)
        #expect(await changes.next() == true, "music is no call")
        phone.send(signal: 15)
        #expect(await changes.next() == false)
        music.send(signal: 15)
        pulse.stop()
    }

    private static func stream(_ command: [String], role: String, _ server: PulseServer) throws -> ChildProcess {
        try ChildProcess(
            "/bin/sh",
            ["-c", "exec \(command.joined(separator: " ")) --property=media.role=\(role) </dev/zero >/dev/null"],
            environment: ["PULSE_SERVER": server.address ?? ""])
    }
}
