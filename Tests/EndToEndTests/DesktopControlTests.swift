// SPDX-License-Identifier: GPL-3.0-or-later
// Desktop control in the real program, with a real sound server and doubles of a player and logind on the test's own
// buses.

import GioKit
import JarvisBusTesting
import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized, .timeLimit(.minutes(10)))
struct DesktopControlTests {
    private func reply(_ program: JarvisProgram, _ question: String) async throws -> String {
        let result = try await program.command(["ask", question])
        #expect(result.status == 0, "\(question): \(result)")
        return String(result.output.prefix { $0 != "\n" })
    }

    /// Types a question in the window and returns the reply.
    private func typed(_ program: JarvisProgram, _ question: String) async throws -> String {
        let before = program.allEvents().count
        try await program.ask(question)
        let reply = try await program.event("reply", after: before)
        _ = try await program.phase("idle", after: reply?.index ?? before)
        return reply?.object["text"]?.asText ?? ""
    }

    @Test func volumeRequestsChangeTheRealSpeaker() async throws {
        let server = try await SoundServer(.speaker)
        let program = try JarvisProgram(environment: server.environment)
        #expect(try await reply(program, "set the volume to 40 percent") == "The volume is at 40 percent.")
        #expect(try await server.control("get-sink-volume", "speaker").contains(" 40%"))
        #expect(try await reply(program, "turn the volume up a bit") == "The volume is at 50 percent.")
        #expect(try await server.control("get-sink-volume", "speaker").contains(" 50%"))
        #expect(try await reply(program, "mute the sound") == "The sound is muted.")
        #expect(try await server.control("get-sink-mute", "speaker").contains("yes"))
        #expect(try await reply(program, "unmute the sound") == "The volume is at 50 percent, and the sound is on.")
        #expect(try await server.control("get-sink-mute", "speaker").contains("no"))
    }

    @Test func volumeRequestsChangeOnlyTheNamedProgram() async throws {
        let server = try await SoundServer(.speaker)
        let program = try JarvisProgram(environment: server.environment)
        let browser = try ChildProcess(
            "pacat", ["--client-name=Firefox", "/dev/zero"], environment: server.environment)
        defer { browser.send(signal: 15) }
        while try await !server.control("list", "sink-inputs").contains("Firefox") {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(try await reply(program, "turn spotify down") == "Spotify isn't playing anything. Firefox is.")
        #expect(try await server.control("list", "sink-inputs").contains("100%"))
        #expect(try await reply(program, "set firefox to 30 percent") == "Firefox is at 30 percent.")
        #expect(try await server.control("list", "sink-inputs").contains(" 30%"))
        #expect(try await server.control("get-sink-volume", "speaker").contains("100%"))
    }

    @Test func aMissingSoundServerIsReported() async throws {
        let program = try JarvisProgram(environment: ["PULSE_SERVER": "unix:/nowhere"])
        let answer = try await reply(program, "turn the volume up")
        #expect(answer.hasPrefix("The sound server isn't responding."), "\(answer)")
    }

    @Test func playersArePausedAndSkipped() async throws {
        let bus = try await PrivateBus()
        let player = try await TestPlayer("vlc", identity: "VLC media player", on: try await bus.connection())
        await player.set("Playing")
        let program = try JarvisProgram(environment: ["DBUS_SESSION_BUS_ADDRESS": await bus.address])
        #expect(
            try await reply(program, "what song is this") == "This is Song 1 by Nina Simone and Hot Club, from Best of."
        )
        #expect(try await reply(program, "next song") == "This is Song 2 by Nina Simone and Hot Club.")
        #expect(try await reply(program, "skip ahead 90 seconds") == "Now at 1 minute and 30 seconds.")
        #expect(try await reply(program, "pause the music") == "Paused.")
        #expect(await player.status == "Paused")
        await player.quit()
        #expect(try await reply(program, "play") == "No media player is running. Start one and try again.")
    }

    @Test func commandsPointToTheWindowForConfirmation() async throws {
        let bus = try await PrivateBus()
        let logind = try await LogindDouble(on: try await bus.connection())
        let program = try JarvisProgram(environment: ["DBUS_SYSTEM_BUS_ADDRESS": await bus.address])
        let result = try await program.command(["ask", "shut down the computer"])
        #expect(result.output.hasPrefix("Turn the computer off?"), "\(result)")
        #expect(result.errors.contains("To answer, ask again in a terminal or in the window."), "\(result)")
        #expect(try await !program.command(["ask", "yes"]).output.contains("off"))
        #expect(await logind.calls.isEmpty)
    }

    @Test func theClipboardNeedsAWindow() async throws {
        let program = try JarvisProgram()
        let answer = try await reply(program, "read the clipboard")
        #expect(
            answer == "I can use the clipboard only while my window is open. Open it and try again.")
    }

    @Test func theWindowConfirmsARestartAndUndoesTheVolume() async throws {
        let (server, bus) = (try await SoundServer(.speaker), try await PrivateBus())
        let logind = try await LogindDouble(on: try await bus.connection())
        var environment = server.environment
        environment["DBUS_SYSTEM_BUS_ADDRESS"] = await bus.address
        let program = try JarvisProgram(environment: environment)
        _ = try await program.command(["config", "set", "conversation.speaks-replies", "no"])
        try await program.openAndWait()
        #expect(try await typed(program, "restart the computer").hasPrefix("Restart the computer?"))
        #expect(await logind.calls.isEmpty)
        #expect(try await typed(program, "no") == "All right, I won't.")
        #expect(await logind.calls.isEmpty)
        _ = try await typed(program, "restart the computer")
        #expect(try await typed(program, "yes") == "Restarting.")
        #expect(await logind.calls == ["Reboot flag(false)"])
        #expect(try await typed(program, "lock the screen") == "The screen is locked.")
        #expect(try await typed(program, "set the volume to 30 percent") == "The volume is at 30 percent.")
        #expect(try await server.control("get-sink-volume", "speaker").contains(" 30%"))
        #expect(try await typed(program, "undo that") == "The volume is at 100 percent again.")
        #expect(try await server.control("get-sink-volume", "speaker").contains("100%"))
        #expect(try await typed(program, "copy that") == "Copied.")
        #expect(
            try await typed(program, "read the clipboard") == "The clipboard says: The volume is at 100 percent again.")
        program.expectHealthy()
        try await program.close()
    }
}
