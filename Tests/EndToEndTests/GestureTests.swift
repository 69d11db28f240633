// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keyboard on the real window: double clicks, swipes, scrolling, the menu and compact mode.

import JarvisPlatform
import JarvisProgramTesting
import JarvisTesting
import Testing

@Suite(.serialized)
struct GestureTests {
    /// Middle of the main area, in window coordinates.
    private static let middle = (x: 500, y: 300)

    private func pointer(_ arguments: String..., at place: (x: Int, y: Int) = middle) async throws {
        try await WindowPointer.act(arguments, at: place)
    }

    private func pushToTalk() async throws -> (program: JarvisProgram, index: Int) {
        let program = try JarvisProgram()
        #expect(try await program.command(["config", "set", "detection.mode", "push-to-talk"]).status == 0)
        return (program, try await program.openAndWait())
    }

    private func pane(_ name: String, of program: JarvisProgram, after index: Int) async throws -> Int {
        try #require(
            try await program.event("pane", after: index) { $0["name"]?.asText == name }?.index, "pane \(name)")
    }

    private func compact(_ isOn: Bool, of program: JarvisProgram, after index: Int) async throws -> Int {
        try #require(try await program.event("compact", after: index) { $0["isOn"] == .flag(isOn) }?.index)
    }

    /// Waits until the window's size passes a check.
    private func size(_ fits: (Int, Int) -> Bool) async throws {
        var last = ""
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            last = try await ChildProcess.run(
                "sh", ["-c", "xdotool getwindowgeometry $(xdotool search --onlyvisible --name '^JARVIS$')"]
            ).output
            let sides = last.split(separator: "\n").last?.split(separator: " ").last?.split(separator: "x")
            if let sides, sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]), fits(width, height) {
                return
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("the window stays at \(last)")
    }

    private func setting(_ key: String, of program: JarvisProgram, fits: (Double) -> Bool) async throws {
        var last = ""
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            last = try await program.command(["config", "get", key]).output
            if let value = Double(last.dropLast()), fits(value) { return }
        }
        Issue.record("\(key) stays at \(last)")
    }

    @Test(.timeLimit(.minutes(10))) func aDoubleClickOpensCommandsAndCancelsRecording() async throws {
        let (program, start) = try await pushToTalk()
        try await pointer("click", "--repeat", "2", "--delay", "60", "1")
        let index = try await pane("commands", of: program, after: start)
        let names = program.allEvents()[start..<index].compactMap { $0["event"]?.asText }
        #expect(names.count { $0 == "microphoneTapped" } == 1, "\(names)")
        #expect(names.contains("cancelRequested"), "\(names)")
        let last = program.allEvents().last { $0["event"]?.asText == "state" }
        #expect(last?["phase"]?.asText == "idle")

        try await program.press("Escape")
        _ = try await pane("none", of: program, after: index)
        try await program.answersATypedQuestion()
        let all = program.allEvents().compactMap { $0["event"]?.asText }
        #expect(!all.contains("transcript") && !all.contains("banner"), "it was silent")
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func aDoubleClickOnTheMicrophoneCountsAsTwoTaps() async throws {
        let (program, start) = try await pushToTalk()
        let place = try await AccessibilityTree.settledCenter(
            ofButtonNamed: "Microphone — click to start recording", of: program)
        try await pointer("click", "--repeat", "2", "--delay", "120", "1", at: (place.0, place.1))
        var index = start
        for _ in 0..<2 {
            let tap = try await program.event("microphoneTapped", after: index)
            let names = program.allEvents().dropFirst(start).map { $0["event"]?.asText ?? "" }
            index = try #require(tap?.index, "a tap each at \(place); there came \(names)")
        }
        #expect(!program.allEvents().contains { $0["event"]?.asText == "pane" })
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func scrollingUpOpensTheHistory() async throws {
        let (program, _) = try await pushToTalk()
        try await program.answersATypedQuestion()
        let start = try #require(try await program.event("playbackFinished")?.index)
        // Scrolling over the card, or down, does not open the history.
        try await pointer("click", "--repeat", "4", "--delay", "30", "4", at: (500, 130))
        try await pointer("click", "--repeat", "6", "--delay", "30", "5")
        #expect(!program.allEvents()[start...].contains { $0["event"]?.asText == "pane" })
        try await pointer("click", "--repeat", "3", "--delay", "30", "4")
        let index = try await pane("history", of: program, after: start)
        try await pointer("click", "--repeat", "8", "--delay", "20", "4")
        try await program.press("Escape")
        _ = try await pane("none", of: program, after: index)
        let panes = program.allEvents()[start...].filter { $0["event"]?.asText == "pane" }
        #expect(panes.count == 2, "\(panes)")
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func visualizerZoomAndHueAreChangedAndSaved() async throws {
        let (program, _) = try await pushToTalk()
        try await pointer("keydown", "ctrl", "click", "--repeat", "3", "--delay", "30", "4", "keyup", "ctrl")
        try await setting("appearance.zoom", of: program) { abs($0 - 1.35) < 0.01 }
        #expect(!program.allEvents().contains { $0["event"]?.asText == "pane" }, "it scrolls nothing else")
        try await program.press("ctrl+minus")
        try await setting("appearance.zoom", of: program) { abs($0 - 1.227) < 0.01 }
        try await program.press("ctrl+shift+Right", "ctrl+shift+Right", "ctrl+shift+Left")
        try await setting("appearance.hue", of: program) { $0 == 15 }
        try await program.press("ctrl+0")
        try await setting("appearance.zoom", of: program) { $0 == 1 }
        try await setting("appearance.hue", of: program) { $0 == 0 }
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func swipesDoNotTapTheMicrophone() async throws {
        let (program, start) = try await pushToTalk()
        try await pointer(
            "mousedown", "1", "mousemove_relative", "--", "0", "-40", "mousemove_relative", "--", "0", "-50", "mouseup",
            "1")
        var index = try await pane("history", of: program, after: start)
        try await program.press("Escape")
        index = try await pane("none", of: program, after: index)
        try await pointer(
            "mousedown", "1", "mousemove_relative", "0", "40", "mousemove_relative", "0", "50", "mouseup", "1")
        index = try await compact(true, of: program, after: index)
        try await program.press("Escape")
        _ = try await compact(false, of: program, after: index)
        #expect(!program.allEvents().contains { $0["event"]?.asText == "microphoneTapped" })
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func recordingContinuesThroughCompactMode() async throws {
        let (program, start) = try await pushToTalk()
        try await program.press("space")
        var index = try #require(try await program.phase("recording", after: start))
        try await program.press("ctrl+j")
        index = try await compact(true, of: program, after: index)
        try await size { width, height in (320...520).contains(width) && (56...96).contains(height) }
        let pill = try await AccessibilityTree(of: program)
        #expect(pill.unnamed.isEmpty, "\(pill.unnamed)")
        let buttons = Set(pill.nodes.filter { $0.role == "push button" }.map(\.name))
        #expect(buttons == ["Stop and send", "Leave compact mode"], "\(buttons)")
        #expect(pill.nodes.contains { $0.role == "status bar" && $0.name == "Recording" })
        #expect(pill.nodes.contains { $0.name == "Stop and send" && $0.states.contains("focused") })
        try await program.press("ctrl+j")
        index = try await compact(false, of: program, after: index)
        try await size { width, height in width == 1152 && height == 700 }
        let states = program.allEvents().filter { $0["event"]?.asText == "state" }
        #expect(states.last?["phase"]?.asText == "recording", "nothing has stopped it")
        try await program.press("Escape")
        _ = try await program.phase("idle", after: index)
        try await program.answersATypedQuestion()
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func compactModeRestoresFullScreen() async throws {
        let (program, start) = try await pushToTalk()
        try await program.press("F11")
        try await size { width, height in width == 1920 && height == 1080 }
        try await program.press("ctrl+j")
        let index = try await compact(true, of: program, after: start)
        try await size { width, height in width < 520 && height < 96 }
        try await program.press("Escape")
        _ = try await compact(false, of: program, after: index)
        try await size { width, height in width == 1920 && height == 1080 }
        try await program.press("F11")
        try await size { width, height in width == 1152 && height == 700 }
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func theMenuOpensByButtonAndKeyWithNamedEntries() async throws {
        let (program, start) = try await pushToTalk()
        try await pointer("click", "3")
        var index = try #require(try await program.event("menu", after: start) { $0["isOpen"] == .flag(true) }?.index)
        let tree = try await AccessibilityTree(of: program)
        #expect(tree.unnamed.isEmpty, "\(tree.unnamed)")
        let names = Set(tree.nodes.filter { $0.role.hasSuffix("menu item") || $0.role == "push button" }.map(\.name))
        #expect(
            names.isSuperset(of: ["Talk", "Mute", "Compact mode", "Full screen", "Keyboard shortcuts", "Quit"]),
            "\(tree.nodes.map { ($0.role, $0.name) })")
        try await program.press("Escape")
        index = try #require(try await program.event("menu", after: index) { $0["isOpen"] == .flag(false) }?.index)
        try await pointer(at: (20, 690))
        try await program.press("shift+F10")
        index = try #require(try await program.event("menu", after: index) { $0["isOpen"] == .flag(true) }?.index)
        // Select Mute by key: the pointer would select the entry below it.
        try await program.press("Down", "Return")
        #expect(try await program.event("muted", after: index) { $0["isMuted"] == .flag(true) } != nil)
        program.expectHealthy()
        try await program.close()
    }

    @Test(.timeLimit(.minutes(10))) func escapeStopsSpeechBeforeItClosesThePane() async throws {
        let (program, start) = try await pushToTalk()
        try await program.press("ctrl+k")
        var index = try await pane("keyboard", of: program, after: start)
        try await program.type("what can you do")
        try await program.press("Return")
        index = try #require(try await program.event("heard", after: index)?.index)
        try await program.press("Escape")
        index = try #require(try await program.event("cancelRequested", after: index)?.index)
        #expect(!program.allEvents().contains { $0["name"]?.asText == "none" }, "the pane stays")
        try await program.press("Escape")
        _ = try await pane("none", of: program, after: index)
        program.expectHealthy()
        try await program.close()
    }
}
