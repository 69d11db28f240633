// SPDX-License-Identifier: GPL-3.0-or-later
// Another program that knows only the D-Bus interface: it learns nothing of what was said, and the microphone never
// opens unseen.

import Glibc
import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct StrangerTests {
    private static let word = "canary"

    private func stranger(_ program: JarvisProgram, _ questions: String...) throws -> ChildProcess {
        try ChildProcess(
            "/usr/bin/python3",
            ["-B", "Tests/Tools/bus-stranger.py", "data/\(JarvisProgram.busName).xml", Self.word] + questions,
            environment: program.environment)
    }

    private func isWindowShown() async throws -> Bool {
        try await ChildProcess.run("xdotool", ["search", "--onlyvisible", "--name", "^JARVIS$"]).status == 0
    }

    private func ask(_ program: JarvisProgram, _ question: String) async throws -> String {
        try await program.command(["ask", question]).output
    }

    @Test(.timeLimit(.minutes(10))) func strangersLearnNothingAndCannotRecordUnseen() async throws {
        let program = try JarvisProgram()
        #expect(try await program.command(["config", "set", "detection.mode", "push-to-talk"]).status == 0)
        #expect(try await ask(program, "make a note that the \(Self.word) is yellow").contains(Self.word))
        let service = try await program.startService()
        let stranger = try stranger(program, "what are my notes")
        #expect(try await eventually(within: .seconds(60)) { stranger.output.contains("\ntalk ") })
        let lines = stranger.output.split(separator: "\n").map(String.init)
        for method in [
            "Ask", "Listen", "Hear", "StopListening", "Say", "SetMuted", "StartCall", "AcceptCall", "ResumeCall",
        ] {
            let line = try #require(lines.first { $0.hasPrefix("\(method) ") }, "\(method)")
            #expect(line.contains("AccessDenied") && line.hasSuffix(" 0"), "nothing records: \(line)")
        }
        #expect(lines.contains("search refused"), "\(lines)")
        #expect(try await program.callService("Quit").output.contains("AccessDenied"))
        // Neither a tray nor a notification shows the microphone, so the window opens with it.
        if try await recordingStreams() > 0 { #expect(try await isWindowShown()) }
        #expect(lines.contains("talk done"), "\(lines)")
        #expect(try await eventually { try await isWindowShown() })
        // The user gets an answer, and the stranger doesn't see it.
        #expect(try await ask(program, "what are my notes").contains(Self.word))
        stranger.send(signal: SIGTERM)
        #expect(try await stranger.exit(within: .seconds(60)) == 0)
        #expect(!stranger.output.contains("\nseen "), "\(stranger.output)")
        service.send(signal: SIGTERM)
        #expect(try await service.exit(within: .seconds(60)) == 0, "\(service.output)")
    }

    /// Programs may ask, but the history is locked.
    @Test(.timeLimit(.minutes(10))) func strangersLearnNothingOfALockedHistory() async throws {
        let program = try JarvisProgram(environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus"])
        for (key, value) in [("detection.mode", "push-to-talk"), ("background.programs", "on")] {
            #expect(try await program.command(["config", "set", key, value]).status == 0)
        }
        #expect(try await ask(program, "make a note that the \(Self.word) is yellow").contains(Self.word))
        #expect(try await program.command(["config", "set", "privacy.history-lock", "on"]).status == 0)
        let service = try await program.startService()
        // This note, too, is stored but not revealed.
        #expect(try await ask(program, "make a note that the \(Self.word) sings").contains(Self.word))
        let stranger = try stranger(
            program, "what are my notes", "what did i say", "repeat that", "what did you say", "copy that",
            "what did we talk about", "summarize my notes", "find \(Self.word.prefix(4)) in my history")
        #expect(try await eventually(within: .seconds(60)) { stranger.output.contains("ready") })
        let asked = stranger.output.split(separator: "\n").count { $0.hasPrefix("asked ") && $0.hasSuffix(" done") }
        #expect(asked == 8, "\(stranger.output)")
        // Questions are answered one after another, so once this one is answered, all earlier ones are.
        #expect(try await ask(program, "what is two plus two").contains("4"))
        #expect(try await eventually { stranger.output.contains("answer ") })
        stranger.send(signal: SIGTERM)
        #expect(try await stranger.exit(within: .seconds(60)) == 0)
        #expect(!stranger.output.contains("\nseen "), "\(stranger.output)")
        #expect(stranger.output.contains("search 0 found"), "\(stranger.output)")
        service.send(signal: SIGTERM)
        #expect(try await service.exit(within: .seconds(60)) == 0, "\(service.output)")
    }

    private func activate(
        _ method: String, _ action: String, _ program: JarvisProgram
    ) async throws -> (status: Int32?, output: String) {
        let result = try await ChildProcess.run(
            "gdbus",
            [
                "call", "--session", "--dest", JarvisProgram.busName, "--object-path",
                "/io/github/jarvis_assistant/Jarvis", "--method", method, action, "[]", "{}",
            ], environment: program.environment)
        return (result.status, result.output)
    }

    /// Applies while programs may not ask.
    @Test(.timeLimit(.minutes(10))) func strangersMayOnlyShowPanesAndMute() async throws {
        let program = try JarvisProgram()
        let index = try await program.openAndWait()
        for method in ["org.gtk.Actions.Activate", "org.freedesktop.Application.ActivateAction"] {
            for action in ["quit", "listen", "record", "talk", "call", "retry", "compact"] {
                let answer = try await activate(method, action, program)
                #expect(answer.status != 0 && answer.output.contains("AccessDenied"), "\(action): \(answer.output)")
            }
            // Muting twice is the same as muting once: others can never unmute.
            #expect(try await activate(method, "mute", program).status == 0)
            #expect(try await activate(method, "history", program).status == 0)
        }
        #expect(try await program.event("pane", after: index) { $0["name"]?.asText == "history" } != nil)
        #expect(try await program.event("muted", after: index) { $0["isMuted"] == .flag(true) } != nil)
        let muted = program.allEvents().dropFirst(index).compactMap { $0["muted"]?.asFlag ?? $0["isMuted"]?.asFlag }
        #expect(muted.last == true, "\(muted)")
        program.expectHealthy()
        try await program.close()
    }

    /// Calls the actions that GTK exports, with the window minimized.
    @Test(.timeLimit(.minutes(10)), arguments: ["call", "talk", "listen"])
    func actionsThatOpenTheMicrophoneShowTheWindow(action: String) async throws {
        let program = try JarvisProgram()
        for (key, value) in [("detection.mode", "push-to-talk"), ("background.programs", "on")] {
            #expect(try await program.command(["config", "set", key, value]).status == 0)
        }
        let index = try await program.openAndWait()
        let hide = try await ChildProcess.run(
            "xdotool", ["search", "--onlyvisible", "--name", "^JARVIS$", "windowminimize", "--sync"])
        #expect(hide.status == 0, "\(hide.output)")
        #expect(try await eventually { try await !isWindowShown() })
        let activated = try await activate("org.gtk.Actions.Activate", action, program)
        #expect(activated.status == 0, "\(activated.output)")
        #expect(try await eventually { try await isWindowShown() }, "\(action)")
        let opened = try await program.event("call", or: "state", after: index) {
            $0["status"]?.asText == "active" || $0["phase"]?.asText == "recording"
        }
        #expect(opened != nil, "\(action)")
        program.expectHealthy()
        try await program.close()
    }
}
