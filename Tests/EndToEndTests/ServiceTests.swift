// SPDX-License-Identifier: GPL-3.0-or-later
// The service without a window: requests of other programs, the command line and the window it opens.

import Glibc
import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct ServiceTests {
    private func isWindowShown() async throws -> Bool {
        try await ChildProcess.run("xdotool", ["search", "--onlyvisible", "--name", "^JARVIS$"]).status == 0
    }

    @Test(.timeLimit(.minutes(10))) func theServiceAnswersAllowedProgramsAndOpensItsWindow() async throws {
        let program = try JarvisProgram()
        let service = try await program.startService()
        let answer = try await program.command(["ask", "--json", "what is two plus two"])
        #expect(answer.document?.asObject?["reply"]?.asText == "2 + 2 is 4.", "\(answer.output)\(answer.errors)")
        // A program without permission is refused.
        for (method, argument) in [
            ("Ask", "what did i say"), ("Say", "hello"), ("Listen", "true"), ("Listen", "false"),
        ] {
            let refused = try await program.callService(method, argument)
            #expect(refused.status != 0 && refused.output.contains("AccessDenied"), "\(method): \(refused.output)")
        }
        #expect(try await program.history().count == 2)
        #expect(try await program.command(["config", "set", "background.programs", "on"]).status == 0)
        #expect(try await eventually { try await program.callService("Ask", "what is three plus three").status == 0 })
        #expect(try await eventually { try await program.history().contains { $0["text"]?.asText == "3 + 3 is 6." } })
        // Without a window or a tray, nothing would show that the microphone is open.
        let unseen = try await program.callService("Listen", "true")
        #expect(unseen.output.contains("Unseen"), "\(unseen.output)")
        // A new tray gets the icon, and its menu can mute.
        let tray = try await ChildProcess.run(
            "/usr/bin/python3", ["-B", "Tests/Tools/tray-walk.py", "2"], environment: program.environment)
        let lines = tray.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "icon jarvis-tray-idle-symbolic" && lines.contains("entry 1 Talk"), "\(tray.output)")
        #expect(lines.last == "icon jarvis-tray-muted-symbolic", "\(tray.output)")
        #expect(try await program.callService("SetMuted", "false").status == 0)
        for (method, arguments) in [("Say", "Dinner is ready"), ("SetMuted", "true"), ("SetMuted", "false")] {
            #expect(try await program.callService(method, arguments).status == 0)
        }
        for method in ["StopListening", "Stop"] { #expect(try await program.callService(method).status == 0) }
        // The service opens the window, closes it and opens it again.
        program.child = service
        for _ in 1...2 {
            let before = program.allEvents().count
            let window = try await program.run("window", "--skip-setup")
            #expect(window.status == 0, "\(window.output)")
            #expect(try await program.event("firstFrame", after: before, within: .seconds(60)) != nil)
            // Docks find the desktop entry by this.
            let windows = try await ChildProcess.run("xdotool", ["search", "--onlyvisible", "--class", "^jarvis$"])
            #expect(windows.status == 0 && !windows.output.isEmpty)
            try await program.closeWindow()
            #expect(try await eventually { try await !isWindowShown() })
            #expect(service.isRunning)
        }
        // Exported GTK actions that open the microphone also open the window.
        let talk = try await ChildProcess.run(
            "gdbus",
            [
                "call", "--session", "--dest", JarvisProgram.busName, "--object-path",
                "/io/github/jarvis_assistant/Jarvis",
                "--method", "org.gtk.Actions.Activate", "talk", "[]", "{}",
            ], environment: program.environment)
        #expect(talk.status == 0, "\(talk.output)")
        #expect(try await eventually { try await isWindowShown() })
        #expect(try await program.callService("Quit").status == 0)
        #expect(try await service.exit(within: .seconds(60)) == 0, "\(service.output)")
    }

    @Test(.timeLimit(.minutes(10))) func acknowledgedTurnsSurviveAKilledService() async throws {
        let program = try JarvisProgram()
        var acknowledged: [String] = []
        for round in 1...3 {
            let service = try await program.startService()
            let loop = try ChildProcess(
                "sh",
                [
                    "-c",
                    "for n in $(seq 12); do \"$0\" ask \"what is $n plus $1\" && echo \"kept $n\"; done",
                    program.program, String(round * 100),
                ], environment: program.environment)
            // Kill the service somewhere in the middle of the loop.
            #expect(try await eventually { loop.output.contains("kept \(round * 2)") })
            service.send(signal: SIGKILL)
            #expect(try await loop.exit(within: .seconds(600)) != nil)
            acknowledged += loop.output.split(separator: "\n").filter { $0.hasPrefix("kept ") }.map {
                "what is \($0.dropFirst(5)) plus \(round * 100)"
            }
        }
        #expect(acknowledged.count > 6)
        let history = try await program.command(["history", "list", "--json", "--limit", "500"]).document
        let texts = Set((history?.asArray ?? []).compactMap { $0.asObject?["text"]?.asText })
        for question in acknowledged { #expect(texts.contains(question), "\(question) is lost") }
    }

    @Test(.timeLimit(.minutes(10))) func theWindowReplacesAServiceWithoutADisplay() async throws {
        let program = try JarvisProgram()
        let service = try await program.startService(unset: ["DISPLAY", "WAYLAND_DISPLAY"])
        let before = program.allEvents().count
        try program.open([])
        #expect(try await program.event("firstFrame", after: before, within: .seconds(60)) != nil)
        #expect(try await service.exit(within: .seconds(60)) == 0)
        #expect(try await eventually { try await program.callService("Stop").status == 0 })
        // A second service reports that one is already running.
        let second = try await program.run("--service")
        #expect(second.status == 1 && second.output.contains("already running"), "\(second.output)")
        try await program.close()
    }
}
