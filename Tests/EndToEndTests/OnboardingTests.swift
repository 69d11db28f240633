// SPDX-License-Identifier: GPL-3.0-or-later
// The first setup in the real program: by keyboard, killed on each page, and on the terminal.

import Glibc
import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct OnboardingTests {
    private static let pages = ["welcome", "voice", "microphone", "access", "you"]

    private func page(_ program: JarvisProgram, _ name: String, after index: Int) async throws -> Int {
        let event = try await program.event("setup", after: index) {
            $0["page"]?.asText == name && $0["isFinished"]?.asFlag == false
        }
        return try #require(event, "page \(name), after \(program.allEvents().suffix(30))").index
    }

    @Test(.timeLimit(.minutes(10))) func aKilledSetupResumesAndAFinishedOneIsNotRepeated() async throws {
        let program = try JarvisProgram(showsSetup: true)
        for (number, name) in Self.pages.enumerated() {
            try await program.openAndWait()
            var index = 0
            if number > 0 {
                // The setup opens at the page where it was left.
                index = try await page(program, Self.pages[number - 1], after: 0)
                // A key pressed before the window has the focus is lost.
                try await program.focus()
                try await program.press("Return")
            }
            _ = try await page(program, name, after: index)
            let child = try #require(program.child)
            child.send(signal: SIGKILL)
            _ = try await child.exit(within: .seconds(60))
            unlink(program.events)
        }
        var index = try await program.openAndWait()
        index = try await page(program, "you", after: 0)
        try await program.focus()
        try await program.press("Return")
        let over = try await program.event("setup", after: index) { $0["isFinished"]?.asFlag == true }
        index = try #require(over, "it is over").index
        index = try #require(try await program.phase("speaking", after: index), "it greets")
        _ = try #require(try await program.phase("idle", after: index), "and waits: no one has agreed to be heard")
        program.expectHealthy()
        try await program.close()
        unlink(program.events)
        try await program.openAndWait()
        try await program.answersATypedQuestion()
        #expect(!program.allEvents().contains { $0["event"]?.asText == "setup" })
        try await program.close()
    }

    /// Presses Enter until the page of this name.
    private func go(to name: String, _ program: JarvisProgram) async throws -> Int {
        var index = try await page(program, "welcome", after: 0)
        for next in Self.pages.dropFirst() {
            try await program.press("Return")
            index = try await page(program, next, after: index)
            if next == name { break }
        }
        return index
    }

    /// Waits until an accessible name has this prefix.
    private func isShown(_ beginning: String, _ program: JarvisProgram) async throws -> Bool {
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            let nodes = try await AccessibilityTree(of: program).nodes
            if nodes.contains(where: { $0.name.hasPrefix(beginning) }) { return true }
        }
        return false
    }

    @Test(.timeLimit(.minutes(10))) func setupReportsMissingSoundAndContinues() async throws {
        let program = try JarvisProgram(environment: ["PULSE_SERVER": "/nonexistent/socket"], showsSetup: true)
        try await program.openAndWait()
        var index = try await go(to: "microphone", program)
        let nodes = try await isShown("The sound server", program)
        #expect(nodes, "it says what is wrong")
        for next in ["access", "you"] {
            try await program.press("Return")
            index = try await page(program, next, after: index)
        }
        try await program.press("Return")
        let over = try await program.event("setup", after: index) { $0["isFinished"]?.asFlag == true }
        #expect(over != nil)
        #expect(try await program.event("pane", after: index) { $0["name"]?.asText == "none" } != nil)
        try await program.answersATypedQuestion()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func aRepeatedSetupEnrolsTheWakeWordAndPausesListening() async throws {
        let program = try JarvisProgram()
        _ = try await program.run("config", "set", "wake.required", "true")
        var index = try await program.openAndWait()
        _ = try await program.phase("listening")
        try await program.press("ctrl+shift+s")
        index = try await go(to: "you", program)
        // Move back from the button "Finish" to the lesson.
        for _ in 0..<12 {
            let focused = try await AccessibilityTree(of: program).nodes.first { $0.states.contains("focused") }
            if focused?.name == "Train the wake word: Start" { break }
            try await program.press("shift+Tab")
            // Otherwise two of them could be on their way.
            _ = try await eventually {
                let now = try await AccessibilityTree(of: program).nodes.first { $0.states.contains("focused") }
                return now.map { $0.name != focused?.name } ?? false
            }
        }
        try await program.press("space")
        let clip = program.home.path + "/jarvis.wav"
        try await SpeakingVoice.flite("slt").speak("jarvis", into: clip)
        for number in 1...3 {
            let step = try await program.event("wakeLesson", after: index) {
                $0["step"]?.asText == "listening \(number)"
            }
            index = try #require(step, "time \(number)").index
            try await VirtualMicrophone.hear(clip)
        }
        let learned = try await program.event("wakeLesson", after: index) { $0["step"]?.asText == "learned" }
        index = try #require(learned).index
        _ = try #require(try await program.phase("idle", after: index), "the conversation rests again")
        for _ in 0..<5 { try await program.press("Escape") }
        #expect(try await program.event("pane", after: index) { $0["name"]?.asText == "none" } != nil)
        _ = try #require(try await program.phase("listening", after: index), "and goes on when the setup is left")
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func theTerminalSetupAsksTheSameQuestions() async throws {
        let program = try JarvisProgram()
        let answers =
            ["", "", "1.2", "wrong", "3", "skip", "", "n", "", "", "", "Sam", "y", "custom"].joined(separator: "\\n")
            + "\\n"
        let result = try await ChildProcess.run(
            "sh", ["-c", "printf '\(answers)' | \"$0\" setup", program.program], environment: program.environment,
            within: .seconds(60))
        #expect(result.status == 0 && result.output.contains("Ready, Sam."), "\(result.output)")
        #expect(try await program.run("config", "get", "user.name").output.contains("Sam"))
        #expect(try await program.run("config", "get", "online.weather").output.contains("off"))
        #expect(try await program.run("config", "get", "detection.mode").output.contains("push-to-talk"))
        for (key, value) in [("voice.speed", "1.2"), ("voice.pitch", "3"), ("appearance.theme", "custom")] {
            #expect(try await program.run("config", "get", key).output.contains(value), "\(key)")
        }
        let entry = program.home.path + "/config/autostart/io.github.jarvis_assistant.Jarvis.desktop"
        #expect(ChildProcess.contents(of: entry).contains("Exec=\"\(program.program)\""))
        let kept = ChildProcess.contents(of: program.home.path + "/config/jarvis/setup.json")
        #expect(kept.contains("\"isFinished\": true") && kept.contains("\"voice\": \"done\""), "\(kept)")
    }
}
