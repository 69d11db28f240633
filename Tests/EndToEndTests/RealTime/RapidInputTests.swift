// SPDX-License-Identifier: GPL-3.0-or-later
// Taps and holds in rapid succession.

import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

extension RealTime {
    @Suite(.serialized)
    struct RapidInputTests {
        /// Number of the program's recording streams on the sound server.
        private func openRecordings(of program: JarvisProgram) async throws -> Int {
            let result = try await ChildProcess.run("pactl", ["list", "source-outputs"])
            let identifier = "application.process.id = \"\(program.child?.processIdentifier ?? 0)\""
            return result.output.split(separator: "\n").count { $0.contains(identifier) }
        }

        /// Runs xdotool and checks that at most one recording is open at any time.
        private func storm(_ program: JarvisProgram, _ arguments: [String]) async throws {
            let fingers = try ChildProcess("xdotool", arguments)
            var most = 0
            while fingers.isRunning {
                most = max(most, try await openRecordings(of: program))
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(fingers.wait() == 0, "xdotool: \(fingers.output)")
            #expect(most <= 1, "\(most) recordings at once")
        }

        /// Expects the program to come to rest and to answer.
        private func expectRest(_ program: JarvisProgram, resting rest: String) async throws {
            var resting: Set<String> = [rest]
            let deadline = ContinuousClock.now + .seconds(60)
            var phase = ""
            while ContinuousClock.now < deadline {
                phase = program.allEvents().last { $0["event"]?.asText == "state" }?["phase"]?.asText ?? "idle"
                if resting.contains(phase) { break }
                // The last tap may have begun an utterance, which waits for words; Esc ends both it and the listening.
                if phase == "recording" {
                    try await program.press("Escape")
                    resting.insert("idle")
                }
                try await Task.sleep(for: .milliseconds(100))
            }
            #expect(resting.contains(phase), "stuck in \(phase)")
            try await program.answersATypedQuestion()
            #expect(try await openRecordings(of: program) <= 1)
            program.expectHealthy()
            try await program.close()
        }

        private func program(mode: String) async throws -> JarvisProgram {
            let program = try JarvisProgram()
            #expect(try await program.command(["config", "set", "detection.mode", mode]).status == 0)
            try await program.openAndWait()
            // A key pressed before the window has the focus is lost.
            try await program.focus()
            return program
        }

        /// Expects recordings to start one after another, each announced and recognized at most once.
        private func expectNoDuplicateRecording(_ program: JarvisProgram) {
            let states = program.allEvents().filter { $0["event"]?.asText == "state" }
            for (before, after) in zip(states, states.dropFirst()) {
                #expect(before["phase"]?.asText == after["previous"]?.asText, "states follow one another")
            }
            let active: Set<String> = ["recording", "held"]
            let begun = states.count {
                active.contains($0["phase"]?.asText ?? "") && !active.contains($0["previous"]?.asText ?? "")
            }
            let told = program.allEvents().count {
                $0["event"]?.asText == "feedback" && $0["kind"]?.asText == "recordingStarted"
            }
            #expect(begun > 0 && told <= begun, "\(told) recordings were announced, \(begun) begun")
            let ended = program.allEvents().count { $0["event"]?.asText == "transcript" }
            #expect(ended <= begun, "\(ended) utterances came of \(begun) recordings")
        }

        @Test(.timeLimit(.minutes(10)), arguments: [("push-to-talk", "idle"), ("auto", "listening")])
        func twentyRapidTapsLeaveTheProgramAtRest(mode: String, rest: String) async throws {
            let program = try await program(mode: mode)
            // The microphone button has the focus.
            try await storm(program, ["key", "--delay", "25", "--repeat", "20", "--repeat-delay", "25", "space"])
            let isFollowed = try await eventually {
                program.allEvents().count { $0["event"]?.asText == "microphoneTapped" } == 20
            }
            #expect(isFollowed)
            expectNoDuplicateRecording(program)
            try await expectRest(program, resting: rest)
        }

        @Test(.timeLimit(.minutes(10))) func twentyRapidClicksLeaveTheProgramAtRest() async throws {
            let program = try await program(mode: "auto")
            let (x, y) = try await AccessibilityTree.settledCenter(ofButtonNamed: "Listening for speech", of: program)
            try await storm(
                program,
                [
                    "mousemove", "--window", try await WindowPointer.window(), "\(x)", "\(y)", "click", "--repeat",
                    "20",
                    "--delay", "40", "1",
                ])
            expectNoDuplicateRecording(program)
            // During recognition, the button ignores clicks.
            #expect((2...20).contains(program.allEvents().count { $0["event"]?.asText == "microphoneTapped" }))
            try await expectRest(program, resting: "listening")
        }

        @Test(.timeLimit(.minutes(10)), arguments: [("push-to-talk", "idle"), ("auto", "listening")])
        func fiftyHoldsBeginAndEndInPairs(mode: String, rest: String) async throws {
            let program = try await program(mode: mode)
            let holds = (0..<50).flatMap { number in
                let held = ["0.02", "0.35", "0.12", "0.25", "0.31"][number % 5]
                return [
                    "keydown", "space", "sleep", held, "keyup", "space", "sleep", number % 3 == 0 ? "0.01" : "0.08",
                ]
            }
            try await storm(program, holds)
            func count(_ name: String) -> Int { program.allEvents().count { $0["event"]?.asText == name } }
            let isOver = try await eventually { count("holdBegan") >= 10 && count("holdBegan") == count("holdEnded") }
            #expect(isOver, "\(count("holdBegan")) holds began and \(count("holdEnded")) ended")
            expectNoDuplicateRecording(program)
            try await expectRest(program, resting: rest)
        }
    }
}
