// SPDX-License-Identifier: GPL-3.0-or-later
// The main features by keyboard alone.

import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct KeyboardTests {
    private func pane(_ name: String, of program: JarvisProgram, after index: Int) async throws -> Int {
        try #require(
            try await program.event("pane", after: index) { $0["name"]?.asText == name }?.index, "pane \(name)")
    }

    @Test(.timeLimit(.minutes(10))) func typedQuestionsAreAnsweredAloud() async throws {
        let program = try JarvisProgram()
        var index = try await program.openAndWait()
        let recording = try await SpeakerRecording()
        try await program.press("ctrl+k")
        index = try await pane("keyboard", of: program, after: index)
        try await program.type("what is six times seven")
        try await program.press("Return")
        let reply = try await program.event("reply", after: index)
        #expect(reply?.object["value.result"]?.asText == "42")
        let begin = try await program.event("playbackStarted", after: index)
        let end = try await program.event("playbackFinished", after: index)
        let from = try #require(begin?.object["t"]?.asDouble)
        let to = try #require(end?.object["t"]?.asDouble)
        #expect(recording.stop().isAudible(from: from, to: to), "the answer is heard")
        let texts = try await program.history().compactMap { $0["text"]?.asText }
        #expect(texts == ["what is six times seven", "6 × 7 is 42."])
        // The same request again, by the arrow key, and by the first suggestion for its beginning.
        for (typed, key) in [("", "Up"), ("what is six ti", "Right")] {
            let before = program.allEvents().count
            if !typed.isEmpty { try await program.type(typed) }
            try await program.press(key)
            try await program.press("Return")
            let reply = try await program.event("reply", after: before)
            #expect(reply?.object["value.result"]?.asText == "42", "\(key)")
            _ = try await program.event("playbackFinished", after: before)
        }
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func panesOpenWorkAndCloseByKeyboard() async throws {
        let program = try JarvisProgram()
        var index = try await program.openAndWait()
        try await program.press("ctrl+h")
        index = try await pane("history", of: program, after: index)
        try await program.press("Escape")
        index = try await pane("none", of: program, after: index)

        try await program.press("ctrl+comma")
        index = try await pane("settings", of: program, after: index)
        // Return goes to the first setting found.
        try await program.press("ctrl+f")
        try await program.type("speaking rate")
        try await program.press("Return", "Right", "Right")
        try await program.press("Escape")
        index = try await pane("none", of: program, after: index)
        let isFaster = try await eventually {
            Double(try await program.command(["config", "get", "voice.speed"]).output.dropLast()) ?? 0 > 1
        }
        #expect(isFaster, "the slider moved the speed")

        try await program.press("ctrl+slash")
        index = try await pane("commands", of: program, after: index)
        try await program.type("kilom")
        try await program.press("Return")
        let reply = try await program.event("reply", after: index)
        #expect(reply?.object["skill"]?.asText == "conversion", "Enter runs the command that fits")
        index = reply?.index ?? index

        try await program.press("ctrl+m")
        index = try #require(try await program.event("muted", after: index) { $0["isMuted"] == .flag(true) }?.index)
        try await program.press("ctrl+m")
        index = try #require(try await program.event("muted", after: index) { $0["isMuted"] == .flag(false) }?.index)

        let before = try await geometry()
        try await program.press("F11")
        try await expectGeometry { $0 == "1920x1080" }
        try await program.press("F11")
        try await expectGeometry { $0 == before }
        try await program.answersATypedQuestion()
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func controlQQuitsMidReplyAndSavesWhatWasHeard() async throws {
        let program = try JarvisProgram()
        let index = try await program.openAndWait()
        try await program.ask("what can you do")
        #expect(try await program.event("heard", after: index) { ($0["characters"]?.asInteger ?? 0) > 20 } != nil)
        program.expectHealthy()
        try await program.press("ctrl+q")
        #expect(try await program.child?.exit(within: .seconds(60)) == 0)
        let history = try await program.history()
        #expect(history.map { $0["kind"]?.asText } == ["user", "assistant"])
        #expect(history.last?["isCut"] == .flag(true))
    }

    /// Width and height of the window.
    private func geometry() async throws -> String {
        let result = try await ChildProcess.run(
            "sh", ["-c", "xdotool getwindowgeometry $(xdotool search --onlyvisible --name '^JARVIS$')"])
        return result.output.split(separator: "\n").last.map { String($0.split(separator: " ").last ?? "") } ?? ""
    }

    private func expectGeometry(_ fits: (String) -> Bool) async throws {
        var last = ""
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            last = try await geometry()
            if fits(last) { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("the window stays at \(last)")
    }
}
